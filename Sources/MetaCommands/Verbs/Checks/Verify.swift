internal import ArgumentParser
internal import MetaCore

/// The verb `verify`, which checks files for damage, and with `--against`, compares their media
/// with the media of another file.
struct Verify: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check files for damage, and compare their media with another file's.",
    discussion: """
      Checks everything that the format allows to be checked without decoding: checksums of frames, pages and \
      blocks, tables against the file, frames up to the end of the file. Lists what was checked and what cannot be \
      checked. --decode also decodes the media. Exits with 65 when the file is damaged, and with 1 when the media \
      differs from that of --against in bytes, times or tracks. Metadata is not compared; use diff for that. All of \
      several files are checked; the exit code is then 1 when one of them is damaged or different.

        metatool verify -r Music --quiet
        metatool verify edited.mp4 --against original.mp4
        metatool verify film.mkv --decode
      """)

  @Option(
    help: ArgumentHelp("The file to compare media with.", valueName: "other"),
    completion: .file())
  var against: String?

  @Flag(help: "Decode all audio and video with metatool-foreign, and list errors.")
  var decode = false

  @Flag(help: "Report fields that TagLib or libavformat read differently; see readers.")
  var readers = false

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let other = try against.map { try digest(of: InputPath(text: $0), in: environment) }
    try end(
      VerifyJob(
        inputs: inputs, other: other, decodes: decode, asksReaders: readers, isQuiet: work.quiet,
        format: format, jobs: work.jobs
      ).run(in: environment))
  }

  /// Returns the media digests of the file given with `--against`.
  private func digest(
    of path: InputPath, in environment: Environment
  ) throws -> MediaDigest {
    let reading = try environment.read(path)
    return try environment.orEnd(path) { () throws(Failure) in
      do throws(ParseError) {
        return try MediaDigest(of: environment.stoppable(reading.source))
      } catch {
        throw Failure(error)
      }
    }
  }
}
