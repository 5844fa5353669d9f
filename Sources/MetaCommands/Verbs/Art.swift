internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// The verb `art`, which only has the nested verbs for embedded pictures.
struct Art: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "art",
    abstract: "List, extract and change pictures.",
    subcommands: [ArtList.self, ArtExtract.self, ArtSet.self, ArtAdd.self, ArtRemove.self])
}

/// The verb `art list`, which prints the pictures of files.
struct ArtList: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the pictures in files.",
    discussion: """
      metatool art list song.mp3
      metatool art list -r Music --format json
      """)

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  func run(in environment: Environment) throws {
    try end(ArtJob(inputs: inputs).list(format, jobs: work.jobs, in: environment))
  }
}

/// The verb `art extract`, which writes the pictures of files to separate files or to standard
/// output.
struct ArtExtract: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "extract", abstract: "Extract embedded pictures to separate files.",
    discussion: """
      Each picture is written next to its file, as NAME.cover.1.jpg, NAME.cover.2.png and so on. An existing file \
      with other content is not overwritten without --force.

        metatool art extract song.mp3 -o cover.jpg
        metatool art extract -r Music --name '{albumArtist|artist} - {album}' -o Covers
        metatool art extract song.mp3 --index 1 -o - | display
      """)

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      """
      The folder to write to, created if necessary. A name with an extension such as .jpg or .png is the file for \
      the picture of one file; - is standard output.
      """, valueName: "path"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The names of the files: '{artist} - {album}'; see rename. The extension is added.",
      valueName: "template"),
    transform: Rename.template)
  var name: Template?

  @Option(
    help: ArgumentHelp("Extract only the picture with this index, from 0.", valueName: "n"))
  var index: Int?

  @Flag(help: "Print file, kind, size and SHA-256 of each picture as JSON.")
  var manifest = false

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  func run(in environment: Environment) throws {
    var job = ArtJob(inputs: inputs)
    job.output = output.map { InputPath(text: $0) }
    job.name = name
    job.index = index
    job.overwrites = force
    job.isQuiet = work.quiet
    if output == "-" { return try end(job.writeToStandardOutput(in: environment)) }
    try end(job.extract(printsManifest: manifest, in: environment))
  }
}
