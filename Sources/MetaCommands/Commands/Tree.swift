internal import ArgumentParser
internal import MetaCore

struct Tree: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the atoms, frames or chunks of a file.",
    discussion: "Each line: offset, size, name, and a short value where one is known.")

  @Option(help: "text or json.")
  var format = Format.text

  @OptionGroup var web: WebOptions

  @Argument(
    help: ArgumentHelp("The file; - is standard input.", valueName: "path"), completion: .file())
  var path: String

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  func run() throws {
    let path = InputPath(text: path)
    try orEnd(path) {
      let source = try Sources.open(path)
      let nodes = try structure(of: source)
      var output = Output()
      switch format {
      case .text: try output.write(TreeReport.text(nodes, fileSize: source.length))
      case .json: try output.write(TreeReport.json(nodes))
      }
      try output.flush()
    }
  }

  private func structure(of source: any ByteSource) throws(Failure) -> [StructureNode] {
    do { return try Inspector.structure(of: source) } catch { throw Failure(error) }
  }
}
