internal import MetaCore

/// The members of an item that its key alone decides: identifier, key space, key, common key.
///
/// They are the same in every file of a format, so they are spelled once and copied from then on.
struct ItemHeads: Sendable {
  private struct Key: Hashable {
    let keySpace: KeySpace
    let key: MetadataKey

    func hash(into hasher: inout Hasher) {
      switch key {
      case .code(let code): hasher.combine(code.rawValue)
      case .text(let text): hasher.combine(text)
      }
    }
  }

  private var heads: [Key: [UInt8]] = [:]
  /// Files with more keys than any format has do not fill memory.
  private static let most = 1024

  /// Writes the members of the object that is open; they are its first.
  mutating func write(_ item: MetadataItem, to json: inout JSONWriter) {
    let key = Key(keySpace: item.keySpace, key: item.key)
    if let head = heads[key] { return json.firstMembers(head) }
    var part = JSONWriter(like: json)
    part.member("identifier", item.identifier.rawValue)
    part.member("keySpace", item.keySpace.rawValue)
    part.member("key", item.key.description)
    part.member("commonKey", item.commonKey?.rawValue)
    let head = part.bytes
    if heads.count < ItemHeads.most { heads[key] = head }
    json.firstMembers(head)
  }
}
