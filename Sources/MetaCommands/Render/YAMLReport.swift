internal import Yams

/// The same dump as YAML: one entry of a list for each file.
enum YAMLReport {
  static func bytes(_ json: [UInt8]) -> [UInt8] {
    do {
      // JSON is YAML already; reading it as such and writing it in block style keeps the order of keys.
      let text = "[" + String(decoding: json, as: UTF8.self) + "]"
      guard let node = try Yams.compose(yaml: text) else { return [] }
      return Array(try Yams.serialize(node: inBlocks(node), width: -1, allowUnicode: true).utf8)
    } catch {
      return Array("# \(error)\n".utf8)
    }
  }

  /// The node with every collection in block style, and quotes only where a text would be read as something else.
  private static func inBlocks(_ node: Node) -> Node {
    switch node {
    case .mapping(let mapping):
      return Node(mapping.map { (inBlocks($0.key), inBlocks($0.value)) }, .implicit, .block)
    case .sequence(let sequence):
      return Node(sequence.map(inBlocks), .implicit, .block)
    case .scalar(let scalar) where scalar.style == .doubleQuoted && isPlain(scalar.string):
      return Node(scalar.string)
    default:
      return node
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter else { return false }
    return Resolver.default.resolveTag(of: Node(text)) == .str
  }
}
