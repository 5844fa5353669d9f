internal import MetaCore

/// The members of an item that its key alone decides: identifier, key space, key, common key.
///
/// They are the same in every file of a format, and mostly come in the same order, so they are spelled once and looked for
/// first where the last one was found.
struct ItemHeads: Sendable {
  private struct Head {
    let keySpace: KeySpace
    let key: MetadataKey
    let members: [UInt8]
  }

  private var heads: [Head] = []
  private var next = 0
  /// More would take longer to look through than to spell.
  private static let most = 64

  /// Writes the members of the object that is open; they are its first.
  mutating func write(_ item: MetadataItem, to json: inout JSONWriter) {
    if let index = index(of: item) {
      next = index + 1
      return json.firstMembers(heads[index].members)
    }
    var part = JSONWriter(like: json)
    part.member("identifier", item.identifier.rawValue)
    part.member("keySpace", item.keySpace.rawValue)
    part.member("key", item.key.description)
    part.member("commonKey", item.commonKey?.rawValue)
    let members = part.bytes
    json.firstMembers(members)
    guard heads.count < ItemHeads.most else { return }
    heads.append(Head(keySpace: item.keySpace, key: item.key, members: members))
    next = heads.count
  }

  private func index(of item: MetadataItem) -> Int? {
    for step in heads.indices {
      let index = next + step < heads.count ? next + step : (next + step) % heads.count
      if heads[index].key == item.key, heads[index].keySpace == item.keySpace { return index }
    }
    return nil
  }
}
