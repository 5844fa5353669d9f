internal import ArgumentParser
internal import MetaCore

/// The verb `chapters`, which only has nested verbs.
struct Chapters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chapters",
    abstract: "List, export and change chapters.",
    subcommands: [
      ChaptersList.self, ChaptersExport.self, ChaptersImport.self, ChaptersClear.self,
    ])
}

/// The verb `chapters list`, which prints the chapters of files as text or JSON.
struct ChaptersList: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the chapters of files.",
    discussion: """
      metatool chapters list book.m4b
      metatool chapters list book.m4b --format json
      """)

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  func run(in environment: Environment) throws {
    let form: ChapterForm = format == .json ? .json : .list
    try end(ChapterJob(inputs: inputs, form: form).run(in: environment))
  }
}

/// The verb `chapters export`, which prints the chapters of files as JSON or in the format of
/// another program.
struct ChaptersExport: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the chapters of files in the format of another tool.",
    discussion: """
      metatool chapters export book.m4b --format ffmetadata > chapters.txt
      metatool chapters export book.m4b --format webvtt
      """)

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(help: "json, ffmetadata, mp4chaps (text lines) or webvtt.")
  var format = ChapterForm.Exported.json

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  func run(in environment: Environment) throws {
    try end(ChapterJob(inputs: inputs, form: format.form).run(in: environment))
  }
}

extension ChapterForm {
  /// The formats for `chapters export` and `chapters import`, as values of `--format`.
  enum Exported: String, OptionWord {
    case json, ffmetadata, mp4chaps, webvtt

    var form: ChapterForm {
      switch self {
      case .json: .json
      case .ffmetadata: .ffmetadata
      case .mp4chaps: .mp4chaps
      case .webvtt: .webvtt
      }
    }
  }
}
