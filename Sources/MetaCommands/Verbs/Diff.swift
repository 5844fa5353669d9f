internal import ArgumentParser
internal import MetaCore

/// The verb `diff`, which compares the metadata of two files, and exits with status 1 if they
/// differ.
struct Diff: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the metadata of two files.",
    discussion: """
      Fields, pictures and chapters are compared in the converted view, so that files of different \
      formats can be compared; --items compares every item. Ends with 1 when they differ.

        metatool diff old.mp3 new.mp3
        metatool diff song.flac song.m4a --items
      """)

  @Flag(help: "Compare every item in every key space instead of the converted view.")
  var items = false

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: ArgumentHelp("The first file.", valueName: "a"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("The second file.", valueName: "b"), completion: .file())
  var second: String

  func run(in environment: Environment) throws {
    let left = try environment.read(InputPath(text: first))
    let right = try environment.read(InputPath(text: second))
    let differences = DocumentDiff(left, right, comparesItems: items).differences
    try environment.print(format.form(.values(depth: 1))) { (results) throws(Failure) in
      switch format {
      case .text: try results.text(differences.map(\.text).joined())
      case .json: try results.value { DocumentDiff.write(differences, to: &$0) }
      }
    }
    if !differences.isEmpty { throw ExitCode(ExitStatus.partly.rawValue) }
  }
}
