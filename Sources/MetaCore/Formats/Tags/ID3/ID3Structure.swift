// The structure of a tag, as shown by `tree`: its frames, nested frames and padding.

extension ID3TagReader {
  /// Creates the node for a frame.
  func node(_ item: MetadataItem, _ children: [StructureNode]) -> StructureNode {
    StructureNode(
      name: item.key.description, offset: item.location.offset, size: item.location.size,
      headerSize: version.frameHeaderSize, summary: ID3TagReader.summary(of: item),
      children: children)
  }

  /// Returns a short description of the value for display.
  static func summary(of item: MetadataItem) -> String? {
    let about = item[extra: .info]?.stringValue ?? item[extra: .owner]?.stringValue
    let value = summary(of: item.value)
    return [about, value].compactMap { $0 }.joined(separator: ": ")
  }

  /// Returns a short description of a value; long strings, lists and records are shortened.
  private static func summary(of value: MetadataValue) -> String? {
    switch value {
    case .string(let text): text.count > 80 ? text.prefix(80) + "…" : text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .real(let number): String(number)
    case .data(let data): "\(data.count) bytes"
    case .list(let values):
      values.first?.stringValue == nil
        ? "\(values.count) entries"
        : values.prefix(8).compactMap { summary(of: $0) }.joined(separator: "; ")
    case .record(let parts):
      parts.filter { $0.name != "frames" }.prefix(8).compactMap { part in
        summary(of: part.value).map { "\(part.name) \($0)" }
      }.joined(separator: ", ")
    default: nil
    }
  }
}
