internal import MetaCore

/// A cache of the formatted beginnings (prefixes) of items in JSON, for dumps of many files.
///
/// A prefix contains the members before the value of an item: identifier, key space, key, common
/// key, data type, language and track.
///
/// Files of the same kind have the same prefixes, usually in the same order. Therefore, each prefix
/// is formatted once, and the prefix that followed last time is tried first.
struct ItemPrefixCache: Sendable {
  private var prefixes: [Prefix] = []
  /// The hash of the key of each prefix.
  private var marks: [UInt64] = []
  /// The prefixes that followed each prefix; the first element is for an empty cache, in which no
  /// prefix precedes an item.
  private var followers = [SuccessorIndices()]
  private var last = 0
  /// The maximum number of prefixes; searching more would take longer than formatting.
  private static let most = 64

  /// Writes the first members of an item's object, up to the key of its value.
  ///
  /// The item is accessed in its array, because copying it would cost more than writing it.
  mutating func write(
    _ place: Int, of items: [MetadataItem], _ annotations: MetadataAnnotations?,
    to json: inout JSONWriter
  ) {
    if let index = index(of: place, items, annotations) {
      followers[last].note(index)
      last = index + 1
      return json.firstMembers(prefixes[index].members)
    }
    let members = ItemPrefixCache.members(items[place], like: json)
    json.firstMembers(members)
    if let prefix = Prefix(items[place], members) { learn(prefix, items[place].key.mark) }
  }

  /// Adds a prefix as the successor of the last one.
  private mutating func learn(_ prefix: Prefix, _ mark: UInt64) {
    if prefixes.count == ItemPrefixCache.most {
      // Files of another kind have begun; their prefixes are learned next.
      prefixes.removeAll(keepingCapacity: true)
      marks.removeAll(keepingCapacity: true)
      followers = [SuccessorIndices()]
      last = 0
    }
    followers[last].note(prefixes.count)
    prefixes.append(prefix)
    marks.append(mark)
    followers.append(SuccessorIndices(latest: prefixes.count, other: prefixes.count))
    last = prefixes.count
  }

  /// Returns the index of the prefix of an item; the likely prefixes are tried first, then all
  /// prefixes whose key has the same hash.
  private func index(
    of place: Int, _ items: [MetadataItem], _ annotations: MetadataAnnotations?
  ) -> Int? {
    let likely = followers[last]
    if likely.latest < prefixes.count, isMatching(likely.latest, place, items, annotations) {
      return likely.latest
    }
    if likely.other < prefixes.count, isMatching(likely.other, place, items, annotations) {
      return likely.other
    }
    let mark = items[place].key.mark
    // The search begins after the last prefix, because items usually have the same order.
    for step in marks.indices {
      let index = last + step < marks.count ? last + step : last + step - marks.count
      if marks[index] == mark, isMatching(index, place, items, annotations) { return index }
    }
    return nil
  }

  /// Returns whether a prefix matches an item.
  ///
  /// Numbers are compared first, because most other items differ in one of them.
  private func isMatching(
    _ index: Int, _ place: Int, _ items: [MetadataItem], _ annotations: MetadataAnnotations?
  ) -> Bool {
    guard items[place].keySpace == prefixes[index].keySpace,
      items[place].dataType == prefixes[index].dataType,
      annotations?.trackID == prefixes[index].trackID
    else { return false }
    var length = 0
    switch items[place].key {
    case .code(let code): if code != prefixes[index].code { return false }
    case .text(let text):
      if prefixes[index].code != nil || text != prefixes[index].text { return false }
      length = text.utf8.count
    }
    let language = annotations?.language?.rawValue
    guard language == prefixes[index].language else { return false }
    // A string can equal an ASCII string and still have more bytes.
    return length + (language?.utf8.count ?? 0) == prefixes[index].length
  }

  /// Formats the members before the value of an item.
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
  /// A hash of the key: equal for equal keys, and mostly different for different keys.
  fileprivate var mark: UInt64 {
    switch self {
    case .code(let code): UInt64(code.rawValue)
    case .text(let text): 1 << 32 | UInt64(text.utf8.count)
    }
  }
}

/// The indices of the last two different prefixes that followed a prefix, because files of two
/// kinds may alternate.
private struct SuccessorIndices: Sendable {
  var latest = 0
  var other = 0

  /// Records the prefix that followed.
  mutating func note(_ index: Int) {
    if index != latest { (latest, other) = (index, latest) }
  }
}

/// A formatted prefix of items in the ``ItemPrefixCache``, with the key space, key, data type,
/// language and track by which it is recognised without formatting an item.
private struct Prefix: Sendable {
  let members: [UInt8]
  let keySpace: KeySpace
  let dataType: DataType
  let code: FourCC?
  let text: String
  let language: String?
  let trackID: UInt32?
  let length: Int

  /// Returns nil if a string from the file is not ASCII, because strings with different bytes may
  /// be equal.
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
