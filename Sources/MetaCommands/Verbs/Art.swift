internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

struct Art: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "art",
    abstract: "List, extract and change pictures.",
    subcommands: [ArtList.self, ArtExtract.self, ArtSet.self, ArtAdd.self, ArtRemove.self])
}

struct ArtList: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the pictures in files.")

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(help: "text or json.")
  var format = ReportFormat.text

  func run(in environment: Environment) throws {
    try end(ArtJob(inputs: inputs).list(format, in: environment))
  }
}

struct ArtExtract: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "extract", abstract: "Write the pictures in files to files of their own.",
    discussion: """
      Each picture goes beside its file, as NAME.cover.1.jpg, NAME.cover.2.png and so on; a file of that \
      name with other content is not overwritten unless --force says so.
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The folder to write to, made when it is not there; - writes the picture of one file to standard output.",
      valueName: "folder"), completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("Extract only the picture of this index (from 0).", valueName: "n"))
  var index: Int?

  @Flag(help: "Print what was written as JSON: file, kind, size, SHA-256.")
  var manifest = false

  @Flag(help: "Overwrite files that are there.")
  var force = false

  func run(in environment: Environment) throws {
    var job = ArtJob(inputs: inputs)
    job.folder = output
    job.index = index
    job.overwrites = force
    job.isQuiet = work.quiet
    try end(
      output == "-"
        ? job.writeToStandardOutput(in: environment)
        : job.extract(printsManifest: manifest, in: environment))
  }
}
