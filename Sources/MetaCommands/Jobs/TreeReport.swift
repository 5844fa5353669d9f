internal import MetaCore

/// The output of `tree`: the atoms, frames or chunks of a file, nested, with offset and size in
/// bytes, as text and JSON.
enum TreeReport {
  /// Returns one line per structure: offset, size, name indented by depth, value.
  static func text(_ nodes: [StructureNode], fileSize: Int64) -> String {
    let width = String(fileSize).count
    var text = ""
    func append(_ nodes: [StructureNode], depth: Int) {
      for node in nodes {
        text +=
          String(node.offset).padded(before: width) + "  " + String(node.size).padded(before: width)
          + "  "
        text += String(repeating: "  ", count: depth) + TerminalText.printable(node.name)
        if let summary = node.summary { text += "  " + TerminalText.printable(summary) }
        text += "\n"
        append(node.children, depth: depth + 1)
      }
    }
    append(nodes, depth: 0)
    return text
  }

  /// Writes the structures as nested objects.
  static func write(_ nodes: [StructureNode], to json: inout JSONWriter) {
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
        write(node.children, to: &json)
      }
      json.endObject()
    }
    json.endArray()
  }
}
