internal import ArgumentParser
internal import MetaCore

/// The verb `tree`, which prints the atoms, frames or chunks of a file with offset and size.
struct Tree: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Show the atoms, frames or chunks of a file.",
    discussion: """
      Prints offset, size and name per line, and a short value where it can be decoded.

        metatool tree song.mp3
        metatool tree film.mp4 --format json
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .input, completion: .file()) var path: String

  func run(in environment: Environment) throws {
    let path = InputPath(text: path)
    try environment.orEnd(path) {
      let source = try SourceOpener.open(path, in: environment)
      let nodes = try structure(of: source)
      try environment.print(format.form(.values(depth: 12))) { (results) throws(Failure) in
        switch format {
        case .text: try results.text(TreeReport.text(nodes, fileSize: source.length))
        case .json: try results.value { TreeReport.write(nodes, to: &$0) }
        }
      }
    }
  }

  /// Returns the structure of the file.
  private func structure(of source: any ByteSource) throws(Failure) -> [StructureNode] {
    do { return try Inspector.structure(of: source) } catch { throw Failure(error) }
  }
}

extension ReportFormat: OptionWord {}

extension RowFormat: OptionWord {}
