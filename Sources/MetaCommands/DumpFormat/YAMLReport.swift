internal import YAMLText

/// A dump in YAML, one list element per file.
enum YAMLReport {
  static func bytes(_ json: [UInt8]) -> [UInt8] {
    do {
      return try BlockYAML.text(ofJSON: [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")])
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }
}
