internal import YAMLText

/// The YAML form of a dump: the JSON object of a file becomes one element of a list, so that the
/// elements of all files are one document.
enum YAMLReport {
  /// Converts the JSON object of a file; an error becomes a YAML comment.
  static func bytes(_ json: [UInt8]) -> [UInt8] {
    do {
      return try BlockYAML.text(ofJSON: [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")])
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }
}
