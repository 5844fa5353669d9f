internal import ArgumentParser
internal import MetaCore

/// The verb `chapters import`, which replaces the chapters of files with the chapters in a text
/// file, such as one from another program or from `chapters export`.
struct ChaptersImport: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import chapters that other tools wrote.",
    discussion: """
      JSON, ffmetadata, mp4chaps text and WebVTT are recognised.

        metatool chapters import book.m4b --from chapters.txt
        metatool chapters export a.m4b --format json | metatool chapters import b.m4b --from -
      """)

  @Option(
    help: ArgumentHelp("The file with chapters; - is standard input.", valueName: "file"),
    completion: .file()
  )
  var from: String

  @Option(help: "json, ffmetadata, mp4chaps or webvtt; recognised by default.")
  var format: ChapterForm.Exported?

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let path = InputPath(text: from)
    let chapters = try environment.orEnd(path) {
      let bytes = try SourceOpener.readAll(path, in: environment)
      do throws(TextError) {
        return try ChapterText.chapters(bytes, form: format?.form)
      } catch {
        throw Failure(.dataError, "malformed", "\(error)")
      }
    }
    try end(
      job(write, in: environment).run(in: environment) { (_) throws(MetaError) in
        [.setChapters(chapters)]
      })
  }
}

/// The verb `chapters clear`, which removes the chapters of files.
struct ChaptersClear: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Remove the chapters of files.",
    discussion: """
      metatool chapters clear book.m4b
      metatool chapters clear -r Books --dry-run
      """)

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    try end(
      job(write, in: environment).run(in: environment) { (_) throws(MetaError) in [.setChapters([])]
      })
  }
}
