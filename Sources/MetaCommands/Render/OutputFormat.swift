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

  typealias Renderer = @Sendable (Result<Reading, Failure>, InputPath) -> [UInt8]

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

  /// How one file becomes its part of the output.
  func renderer(_ document: DocumentJSON) -> Renderer {
    switch self {
    case .json: { JSONWriter.bytes(.lines(depth: 3), depth: 1, $0, $1, document) }
    case .ndjson: { JSONWriter.bytes(.compact, depth: 0, $0, $1, document) + [0x0A] }
    case .yaml: { YAMLReport.bytes(JSONWriter.bytes(.compact, depth: 0, $0, $1, document)) }
    case .text: { TextReport.bytes($0, $1) }
    }
  }
}

extension JSONWriter {
  fileprivate static func bytes(
    _ layout: Layout, depth: Int, _ result: Result<Reading, Failure>, _ path: InputPath,
    _ document: DocumentJSON
  ) -> [UInt8] {
    var json = JSONWriter(layout, depth: depth)
    switch result {
    case .success(let reading):
      document.write(reading.document, at: path, from: reading.source, to: &json)
    case .failure(let failure):
      json.failure(failure, at: path)
    }
    return json.bytes
  }
}
