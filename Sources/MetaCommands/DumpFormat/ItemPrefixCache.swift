internal import MetaCore

/// The members of an item before its value: identifier, key space, key, common key, data type,
/// language and track.
///
/// They are the same in every file of a kind, and usually in the same order, so they are formatted
/// once, and the one that followed last time is tried first.
struct ItemPrefixCache: Sendable {
  private var spellings: [Spelling] = []
  /// The mark of the key of each of them.
  private var marks: [UInt64] = []
  /// Which followed each of them; the first is what follows at the beginning.
  private var followers = [Followers()]
  private var last = 0
  /// More would take longer to look through than to spell.
  private static let most = 64

  /// Writes the members of the object that is open up to the key of the value of an item; they are
  /// its first.
  ///
  /// The item is looked at in its list, since a copy of it would cost more than to write it.
  mutating func write(
    _ place: Int, of items: [MetadataItem], _ annotations: MetadataAnnotations?,
    to json: inout JSONWriter
  ) {
    if let index = index(of: place, items, annotations) {
      followers[last].note(index)
      last = index + 1
      return json.firstMembers(spellings[index].members)
    }
    let members = ItemPrefixCache.members(items[place], like: json)
    json.firstMembers(members)
    if let spelling = Spelling(items[place], members) { learn(spelling, items[place].key.mark) }
  }

  private mutating func learn(_ spelling: Spelling, _ mark: UInt64) {
    if spellings.count == ItemPrefixCache.most {
      // Files of another kind have come; theirs are learned then.
      spellings.removeAll(keepingCapacity: true)
      marks.removeAll(keepingCapacity: true)
      followers = [Followers()]
      last = 0
    }
    followers[last].note(spellings.count)
    spellings.append(spelling)
    marks.append(mark)
    followers.append(Followers(latest: spellings.count, other: spellings.count))
    last = spellings.count
  }

  private func index(
    of place: Int, _ items: [MetadataItem], _ annotations: MetadataAnnotations?
  ) -> Int? {
    let likely = followers[last]
    if likely.latest < spellings.count, isSpelled(likely.latest, place, items, annotations) {
      return likely.latest
    }
    if likely.other < spellings.count, isSpelled(likely.other, place, items, annotations) {
      return likely.other
    }
    let mark = items[place].key.mark
    for step in marks.indices {
      let index = last + step < marks.count ? last + step : last + step - marks.count
      if marks[index] == mark, isSpelled(index, place, items, annotations) { return index }
    }
    return nil
  }

  /// Whether a spelling is that of an item; numbers first, since most others differ in one of them.
  private func isSpelled(
    _ index: Int, _ place: Int, _ items: [MetadataItem], _ annotations: MetadataAnnotations?
  ) -> Bool {
    guard items[place].keySpace == spellings[index].keySpace,
      items[place].dataType == spellings[index].dataType,
      annotations?.trackID == spellings[index].trackID
    else { return false }
    var length = 0
    switch items[place].key {
    case .code(let code): if code != spellings[index].code { return false }
    case .text(let text):
      if spellings[index].code != nil || text != spellings[index].text { return false }
      length = text.utf8.count
    }
    let language = annotations?.language?.rawValue
    guard language == spellings[index].language else { return false }
    // A text that equals the other in ASCII but differs is longer.
    return length + (language?.utf8.count ?? 0) == spellings[index].length
  }

  private static func members(_ item: MetadataItem, like json: borrowing JSONWriter) -> [UInt8] {
    var part = JSONWriter(like: json)
    part.member("identifier", item.identifier.rawValue)
    part.member("keySpace", item.keySpace.rawValue)
    part.member("key", item.key.description)
    part.member("commonKey", item.commonKey?.rawValue)
    part.member("dataType", item.dataType.name)
    part.member("language", (item.language ?? .undetermined).code)
    part.member("track", item.trackID)
    part.key("value")
    return part.bytes
  }
}

extension MetadataKey {
  /// A number that is the same for equal keys, and mostly another one for others.
  fileprivate var mark: UInt64 {
    switch self {
    case .code(let code): UInt64(code.rawValue)
    case .text(let text): 1 << 32 | UInt64(text.utf8.count)
    }
  }
}

/// Where those were found that followed one head: the latest, and the latest of others, since files
/// of two kinds may take turns.
private struct Followers: Sendable {
  var latest = 0
  var other = 0

  mutating func note(_ index: Int) {
    if index != latest { (latest, other) = (index, latest) }
  }
}

/// The head of an item, in parts that are quick to compare, with its members.
private struct Spelling: Sendable {
  let members: [UInt8]
  let keySpace: KeySpace
  let dataType: DataType
  let code: FourCC?
  let text: String
  let language: String?
  let trackID: UInt32?
  let length: Int

  /// Nil when a text in it that comes from a file is not ASCII: texts of other bytes may equal it.
  init?(_ item: MetadataItem, _ members: [UInt8]) {
    self.members = members
    keySpace = item.keySpace
    dataType = item.dataType
    trackID = item.trackID
    language = item.language?.rawValue
    switch item.key {
    case .code(let code): (self.code, text) = (code, "")
    case .text(let text): (code, self.text) = (nil, text)
    }
    length = text.utf8.count + (language?.utf8.count ?? 0)
    let isPlain = (text + (language ?? "")).utf8.allSatisfy { $0 < 0x80 }
    guard isPlain else { return nil }
  }
}
