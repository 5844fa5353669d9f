internal import ArgumentParser
internal import MetaCore

/// The verb `copy`, which writes fields, pictures and chapters of one file into other files of any
/// format.
struct Copy: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy the metadata of one file to others of any format.",
    discussion: """
      Fields, pictures and chapters of the source replace those of the other files, under the keys of each format. \
      What a format cannot hold is refused, or lost with --allow-loss. --source-encoding applies to the text of the \
      source.

        metatool copy old.mp3 new.m4a
        metatool copy album.flac first.opus second.opus --allow-loss
      """)

  @Option(
    help: ArgumentHelp(
      "Copy only these fields; artwork and chapters are fields, too.", valueName: "field,field"),
    completion: .list(FieldWords.names), transform: PlainText.read)
  var fields: String?

  @Flag(help: "Keep fields that a file already has.")
  var merge = false

  @Flag(help: "Remove all other metadata from the files.")
  var replace = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: ArgumentHelp("The file to copy from.", valueName: "source"), completion: .file())
  var source: String

  @Argument(help: ArgumentHelp("The files to copy to.", valueName: "path"), completion: .file())
  var paths: [String] = []

  func validate() throws {
    if merge, replace { throw ValidationError("--merge and --replace cannot be combined.") }
  }

  func run(in environment: Environment) throws {
    let reading = try environment.read(InputPath(text: source), encoding: write.encoding)
    let selectedFields = try fields.map { names in
      try environment.orEnd { () throws(Failure) in try FieldList.fields(names) }
    }
    let carried = try environment.orEnd(InputPath(text: source)) {
      try MetadataTransfer(reading.document, in: reading.source, fields: selectedFields)
    }
    if reading.document.items.isEmpty, reading.document.chapters.isEmpty {
      environment.warn("\(InputPath(text: source).display): has no metadata to copy")
    }
    let mode: MetadataTransfer.Mode = merge ? .merge : replace ? .replace : .set
    var job = try job(write, in: environment)
    // The option applies only to the text of the source.
    job.write.sourceEncoding = nil
    try end(
      job.run(in: environment) { (input) throws(MetaError) in
        carried.edits(of: input.document, mode)
      })
  }
}
