internal import ArgumentParser
internal import MetaCore

struct Chapters: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, export and change chapters.",
    subcommands: [
      ChaptersList.self, ChaptersExport.self, ChaptersImport.self, ChaptersClear.self,
    ])
}

struct ChaptersList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the chapters of files.")

  @OptionGroup var input: InputOptions

  @Option(help: "text or json.")
  var format = Tree.Format.text

  func run() throws {
    let form: ChapterForm = format == .json ? .json : .list
    try end(ChapterJob(inputs: input.inputs, form: form).run())
  }
}

struct ChaptersExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the chapters of files in a form that other tools read.")

  @OptionGroup var input: InputOptions

  @Option(help: "json, ffmetadata, mp4chaps (text lines) or webvtt.")
  var format = ChapterForm.Exported.json

  func run() throws {
    try end(ChapterJob(inputs: input.inputs, form: format.form).run())
  }
}

extension ChapterForm {
  /// The forms that `export` offers.
  enum Exported: String, CaseIterable, ExpressibleByArgument {
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
