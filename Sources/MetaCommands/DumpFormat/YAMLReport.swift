internal import YAMLText

/// The same dump as YAML: one entry of a list for each file.
enum YAMLReport {
  static func bytes(_ json: [UInt8]) -> [UInt8] {
    do {
      return try BlockYAML.text(ofJSON: [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")])
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }
}
