internal import ArgumentParser
internal import MetaCore

struct Fields: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List every field, and its key in each key space.")

  @Option(help: "text or json.")
  var format = Tree.Format.text

  @Flag(help: "List every identifier constant of AVFoundation instead.")
  var identifiers = false

  func run() throws {
    var output = Output()
    switch (identifiers, format) {
    case (false, .text): try output.write(FieldReport.text())
    case (false, .json): try output.write(FieldReport.json())
    case (true, .text): try output.write(FieldReport.identifierText())
    case (true, .json): try output.write(FieldReport.identifierJSON())
    }
    try output.flush()
  }
}
