internal import MetaCore

/// The forms in which a dump can be printed.
enum OutputFormat: String, CaseIterable, Sendable {
  /// One array with an object for each file.
  case json
  /// One object a line.
  case ndjson
  /// One YAML document with a list of files.
  case yaml
  /// For people; it may change.
  case text

  /// What stands before all files.
  var opening: String { self == .json ? "[" : "" }

  /// What stands before the first file.
  var beforeFirst: String { self == .json ? "\n  " : "" }

  /// What stands between two files.
  var between: String {
    switch self {
    case .json: ",\n  "
    case .ndjson, .yaml: ""
    case .text: "\n"
    }
  }

  /// What stands behind all files.
  func closing(isEmpty: Bool) -> String {
    switch self {
    case .json: isEmpty ? "]\n" : "\n]\n"
    case .yaml: isEmpty ? "[]\n" : ""
    case .ndjson, .text: ""
    }
  }

  /// A writer for several files of this format.
  func writer() -> JSONWriter {
    switch self {
    case .json: JSONWriter(.lines(depth: 3), capacity: 1 << 16)
    default: JSONWriter(.compact, capacity: 1 << 16)
    }
  }

  /// Appends what one file came to.
  func render(
    _ result: ReadingResult, _ path: InputPath, _ document: inout DocumentJSON,
    to output: inout JSONWriter
  ) {
    switch self {
    case .json:
      output.begin(depth: 1)
      document.write(result, at: path, to: &output)
    case .ndjson:
      output.begin(depth: 0)
      document.write(result, at: path, to: &output)
      output.raw("\n")
    case .yaml:
      var json = JSONWriter(.compact)
      document.write(result, at: path, to: &json)
      output.raw(YAMLReport.bytes(json.bytes))
    case .text:
      output.raw(TextReport.bytes(result, path))
    }
  }
}
