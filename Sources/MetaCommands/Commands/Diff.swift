internal import ArgumentParser
internal import MetaCore

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the metadata of two files.",
    discussion: """
      Fields, pictures and chapters are compared in the converted view, so that files of different \
      formats can be compared; --items compares every item. Ends with 1 when they differ.
      """)

  @Flag(help: "Compare every item of every key space instead of the converted view.")
  var items = false

  @Option(help: "text or json.")
  var format = Tree.Format.text

  @OptionGroup var web: WebOptions

  @Argument(help: ArgumentHelp("The first file.", valueName: "a"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("The second file.", valueName: "b"), completion: .file())
  var second: String

  func run() throws {
    let left = try readOne(InputPath(text: first))
    let right = try readOne(InputPath(text: second))
    let differences = DocumentDiff(left, right, comparesItems: items).differences
    var output = Output()
    switch format {
    case .text: for each in differences { try output.write(each.text) }
    case .json: try output.write(DocumentDiff.json(differences))
    }
    try output.flush()
    if !differences.isEmpty { throw ExitCode(ExitStatus.partly.rawValue) }
  }
}
