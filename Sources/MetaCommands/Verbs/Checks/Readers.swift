internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

/// The verb `readers`, which shows the fields that TagLib and libavformat read differently from
/// metatool, with the reasons.
struct Readers: CodecVerb {
  static let configuration = CommandConfiguration(
    commandName: "readers",
    abstract: "Show which fields other programs read differently, and why.",
    discussion: """
      Reads each file with TagLib (VLC, Strawberry, Elisa) and libavformat (mpv, Kodi, Jellyfin) in \
      metatool-foreign, and lists the fields that they read differently from metatool. A reason is given where a \
      rule predicts the other value from the content of the file. Exits with 1 when a file cannot be read.

        metatool readers song.mp3
        metatool readers *.flac --format json
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String]

  var helperFiles: [InputPath] { paths.map { InputPath(text: $0) } }

  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    HelperNeeds(task: ReaderRemark.reason)
  }

  func run(in environment: Environment) throws {
    // A previous helper has processed the skipped files, and was lost on the last of them.
    let files = helperFiles.dropFirst(AttachedProcess.skippedFiles)
    try end(
      ReadersJob(inputs: Array(files), isOne: paths.count == 1, format: format)
        .run(in: environment))
  }
}
