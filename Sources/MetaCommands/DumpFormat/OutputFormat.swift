internal import MetaCore

/// The output formats of `dump`, which `--format` selects.
///
/// Each format renders the metadata of one file, and defines how the results for several files are
/// joined.
enum OutputFormat: String, CaseIterable, Sendable {
  /// One array with one object per file.
  case json
  /// One object per line.
  case ndjson
  /// One YAML document with a list of files.
  case yaml
  /// Human-readable text, whose format may change.
  case text

  /// How the results for several files are framed.
  var form: ResultSequence {
    switch self {
    case .json: .list(depth: 3)
    case .ndjson: .lines
    case .yaml: .text(ifEmpty: "[]\n")
    case .text: .text(between: "\n")
    }
  }

  /// Appends the result for one file.
  func render(
    _ result: InspectionResult, _ path: InputPath, _ document: inout DocumentJSON,
    to output: inout JSONWriter
  ) {
    switch self {
    case .json, .ndjson: document.write(result, at: path, to: &output)
    case .yaml:
      var json = JSONWriter(.compact)
      document.write(result, at: path, to: &json)
      output.raw(YAMLReport.bytes(json.bytes))
    case .text: output.raw(TextReport.bytes(result, path))
    }
  }
}
