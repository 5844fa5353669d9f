internal import MetaCore

/// The members of an item before its value: identifier, key space, key, common key, data type, language and track.
///
/// They are the same in every file of a kind, and mostly come in the same order, so they are spelled once, and each is looked for
/// first where it was found behind the one before it.
struct ItemHeads: Sendable {
  /// What these members are made of.
  struct Head {
    let keySpace: KeySpace
    let key: MetadataKey
    let dataType: DataType
    let language: LanguageTag?
    let trackID: UInt32?
  }

  private var spellings: [Spelling] = []
  /// Where the one was found that followed each of them; the first is what follows at the beginning.
  private var followers = [0]
  private var last = 0
  /// More would take longer to look through than to spell.
  private static let most = 64

  /// Writes the members of the object that is open up to the key of the value; they are its first.
  mutating func write(_ head: Head, to json: inout JSONWriter) {
    if let index = index(of: head) {
      followers[last] = index
      last = index + 1
      return json.firstMembers(spellings[index].members)
    }
    let members = ItemHeads.members(head, like: json)
    json.firstMembers(members)
    if let spelling = Spelling(head, members) { learn(spelling) }
  }

  private mutating func learn(_ spelling: Spelling) {
    if spellings.count == ItemHeads.most {
      // Files of another kind have come; theirs are learned then.
      spellings.removeAll(keepingCapacity: true)
      followers = [0]
      last = 0
    }
    followers[last] = spellings.count
    spellings.append(spelling)
    followers.append(spellings.count)
    last = spellings.count
  }

  private func index(of head: Head) -> Int? {
    let likely = followers[last]
    if likely < spellings.count, spellings[likely].isOf(head) { return likely }
    for step in spellings.indices {
      let index = last + step < spellings.count ? last + step : last + step - spellings.count
      if spellings[index].isOf(head) { return index }
    }
    return nil
  }

  private static func members(_ head: Head, like json: borrowing JSONWriter) -> [UInt8] {
    let item = MetadataItem(
      keySpace: head.keySpace, key: head.key, value: .list([]), dataType: head.dataType)
    var part = JSONWriter(like: json)
    part.member("identifier", item.identifier.rawValue)
    part.member("keySpace", head.keySpace.rawValue)
    part.member("key", head.key.description)
    part.member("commonKey", item.commonKey?.rawValue)
    part.member("dataType", head.dataType.name)
    part.member("language", (head.language ?? .undetermined).code)
    part.member("track", head.trackID)
    part.key("value")
    return part.bytes
  }
}

/// A head, in parts that are quick to compare, with its members.
///
/// Not a struct: what is only looked at would be copied.
private final class Spelling: Sendable {
  let members: [UInt8]
  private let keySpace: KeySpace
  private let dataType: DataType
  private let code: FourCC?
  private let text: String
  private let language: String?
  private let trackID: UInt32?
  private let length: Int

  /// Nil when a text in it that comes from a file is not ASCII: texts of other bytes may equal it.
  init?(_ head: ItemHeads.Head, _ members: [UInt8]) {
    self.members = members
    keySpace = head.keySpace
    dataType = head.dataType
    trackID = head.trackID
    language = head.language?.rawValue
    switch head.key {
    case .code(let code): (self.code, text) = (code, "")
    case .text(let text): (code, self.text) = (nil, text)
    }
    length = text.utf8.count + (language?.utf8.count ?? 0)
    let isPlain = (text + (language ?? "")).utf8.allSatisfy { $0 < 0x80 }
    guard isPlain else { return nil }
  }

  func isOf(_ head: ItemHeads.Head) -> Bool {
    var length = 0
    switch head.key {
    case .code(let code): if code != self.code { return false }
    case .text(let text):
      if code != nil || text != self.text { return false }
      length = text.utf8.count
    }
    if let language = head.language?.rawValue {
      if language != self.language { return false }
      length += language.utf8.count
    } else if language != nil {
      return false
    }
    // What equals a text in ASCII but is none is longer.
    return keySpace == head.keySpace && dataType == head.dataType && trackID == head.trackID
      && length == self.length
  }
}
