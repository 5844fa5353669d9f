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

  /// What stands around and between files.
  var frame: ListFrame {
    switch self {
    case .json: .json
    case .yaml: ListFrame(ifEmpty: "[]\n")
    case .ndjson: ListFrame()
    case .text: ListFrame(between: "\n")
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
