internal import MetaCore

/// The structure of a file, for people and as JSON.
enum TreeReport {
  /// One line for each structure: offset, size, name by depth, value.
  static func text(_ nodes: [StructureNode], fileSize: Int64) -> [UInt8] {
    let width = String(fileSize).count
    var text = ""
    func append(_ nodes: [StructureNode], depth: Int) {
      for node in nodes {
        text += padded(node.offset, to: width) + "  " + padded(node.size, to: width) + "  "
        text += String(repeating: "  ", count: depth) + printable(node.name)
        if let summary = node.summary { text += "  " + printable(summary) }
        text += "\n"
        append(node.children, depth: depth + 1)
      }
    }
    append(nodes, depth: 0)
    return Array(text.utf8)
  }

  /// The same as nested objects.
  static func json(_ nodes: [StructureNode]) -> [UInt8] {
    var json = JSONWriter(.lines(depth: 12))
    array(nodes, to: &json)
    return json.bytes + [0x0A]
  }

  private static func array(_ nodes: [StructureNode], to json: inout JSONWriter) {
    json.beginArray()
    for node in nodes {
      json.element()
      json.beginObject()
      json.member("name", node.name)
      json.member("offset", node.offset)
      json.member("size", node.size)
      json.member("headerSize", node.headerSize)
      json.member("value", node.summary)
      if !node.children.isEmpty {
        json.key("children")
        array(node.children, to: &json)
      }
      json.endObject()
    }
    json.endArray()
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }

  /// The text without control characters, which could command a terminal.
  static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control: result.unicodeScalars.append("·")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
