internal import ArgumentParser
internal import MetaCore

/// The verb `fields`, which prints the table of fields with their keys in each key space, or only
/// the named fields.
struct Fields: Verb {
  static let configuration = CommandConfiguration(
    commandName: "fields",
    abstract: "List fields and their keys in each key space.",
    discussion: """
      Lists all fields. For fields named as arguments, shows aliases, the type of the JSON value, the key in each \
      key space, and an example; a key (TIT2, itsk/%A9nam) shows the field that it maps to.

        metatool fields
        metatool fields albumArtist TPE2
      """)

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @Flag(help: "List all identifier constants of AVFoundation instead.")
  var identifiers = false

  @Argument(
    help: ArgumentHelp("Fields to show.", valueName: "field"),
    completion: .list(FieldWords.names), transform: PlainText.read)
  var names: [String] = []

  func validate() throws {
    guard !identifiers || names.isEmpty else {
      throw ValidationError("--identifiers lists all constants and takes no fields.")
    }
  }

  func run(in environment: Environment) throws {
    if !names.isEmpty { return try show(in: environment) }
    try environment.print(format.form(.values(depth: 1))) { (results) throws(Failure) in
      switch (identifiers, format) {
      case (false, .text): try results.text(FieldReport.text())
      case (false, .json): try results.value(FieldReport.write)
      case (true, .text): try results.text(FieldReport.identifierText())
      case (true, .json): try results.value(FieldReport.writeIdentifiers)
      }
    }
  }

  /// Prints the named fields.
  private func show(in environment: Environment) throws {
    let fields = try names.map { name in try environment.orEnd { try FieldReport.field(name) } }
    try environment.print(format.form(.values(depth: 1))) { (results) throws(Failure) in
      switch format {
      case .text:
        try results.text(fields.map(FieldReport.page).joined(separator: "\n"))
      case .json: try results.value { FieldReport.write(fields, withExamples: true, to: &$0) }
      }
    }
  }
}
