/// A structure such as an atom, frame or chunk in the tree of a file's structures, which
/// ``Asset/structure()`` returns and the verb `tree` shows.
public struct StructureNode: Sendable, Hashable {
  /// The name, such as `moov`, `TIT2` or `LIST`.
  public var name: String
  /// The offset in the file.
  public var offset: Int64
  /// The size in bytes, including the header.
  public var size: Int64
  /// The size of the header in bytes.
  public var headerSize: Int
  /// A short description of the value, or nil.
  public var summary: String?
  /// The children, in file order.
  public var children: [StructureNode]

  /// Creates a node.
  package init(
    name: String, offset: Int64, size: Int64, headerSize: Int, summary: String? = nil,
    children: [StructureNode] = []
  ) {
    self.name = name
    self.offset = offset
    self.size = size
    self.headerSize = headerSize
    self.summary = summary
    self.children = children
  }

  /// Returns the node that represents structures omitted because of a limit, according to the
  /// findings; nil if nothing was omitted.
  static func leftOut(_ log: DiagnosticLog) -> StructureNode? {
    guard let finding = log.diagnostics.first(where: { $0.code == .limitExceeded }) else {
      return nil
    }
    return StructureNode(
      name: "…", offset: finding.offset ?? 0, size: 0, headerSize: 0, summary: finding.message)
  }
}
