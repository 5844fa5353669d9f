internal import ArgumentParser
internal import MetaCore

struct Fields: Verb {
  static let configuration = CommandConfiguration(
    commandName: "fields",
    abstract: "List every field, and its key in each key space.")

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @Flag(help: "List every identifier constant of AVFoundation instead.")
  var identifiers = false

  func run(in environment: Environment) throws {
    try environment.print(format.form(.values(depth: 1))) { (results) throws(Failure) in
      switch (identifiers, format) {
      case (false, .text): try results.text(FieldReport.text())
      case (false, .json): try results.value(FieldReport.write)
      case (true, .text): try results.text(FieldReport.identifierText())
      case (true, .json): try results.value(FieldReport.writeIdentifiers)
      }
    }
  }
}
