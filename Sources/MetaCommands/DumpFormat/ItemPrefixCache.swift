internal import MetaCore

/// The members of an item before its value: identifier, key space, key, common key, data type, language and track.
///
/// They are the same in every file of a kind, and mostly come in the same order, so they are spelled once, and each is looked for
/// first where it was found behind the one before it.
struct ItemPrefixCache: Sendable {
  private var spellings: [Spelling] = []
  /// Which followed each of them; the first is what follows at the beginning.
  private var followers = [Followers()]
  private var last = 0
  /// More would take longer to look through than to spell.
  private static let most = 64

  /// Writes the members of the object that is open up to the key of the value of an item; they are its first.
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
    if let spelling = Spelling(items[place], annotations, members) { learn(spelling) }
  }

  private mutating func learn(_ spelling: Spelling) {
    if spellings.count == ItemPrefixCache.most {
      // Files of another kind have come; theirs are learned then.
      spellings.removeAll(keepingCapacity: true)
      followers = [Followers()]
      last = 0
    }
    followers[last].note(spellings.count)
    spellings.append(spelling)
    followers.append(Followers(latest: spellings.count, other: spellings.count))
    last = spellings.count
  }

  private func index(
    of place: Int, _ items: [MetadataItem], _ annotations: MetadataAnnotations?
  ) -> Int? {
    let traits = Traits(items[place], annotations)
    let likely = followers[last]
    if isSpelled(likely.latest, traits, items[place], annotations) { return likely.latest }
    if isSpelled(likely.other, traits, items[place], annotations) { return likely.other }
    for step in spellings.indices {
      let index = last + step < spellings.count ? last + step : last + step - spellings.count
      if isSpelled(index, traits, items[place], annotations) { return index }
    }
    return nil
  }

  /// Whether a spelling is that of an item; numbers first, since most others differ in one of them.
  @inline(__always)
  private func isSpelled(
    _ index: Int, _ traits: Traits, _ item: @autoclosure () -> MetadataItem,
    _ annotations: MetadataAnnotations?
  ) -> Bool {
    guard index < spellings.count, spellings[index].traits == traits else { return false }
    if case .text(let text) = item().key, text != spellings[index].text { return false }
    return annotations?.language?.rawValue == spellings[index].language
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

/// Where those were found that followed one head: the latest, and the latest of others, since files of two kinds may take turns.
private struct Followers: Sendable {
  var latest = 0
  var other = 0

  mutating func note(_ index: Int) {
    if index != latest { (latest, other) = (index, latest) }
  }
}

/// The numbers of the head of an item.
private struct Traits: Sendable, Equatable {
  let keySpace: KeySpace
  let dataType: DataType
  let code: FourCC?
  let trackID: UInt32?
  /// Of its texts: what equals a text in ASCII but is not the same bytes is longer.
  let length: Int

  init(_ item: MetadataItem, _ annotations: MetadataAnnotations?) {
    keySpace = item.keySpace
    dataType = item.dataType
    trackID = annotations?.trackID
    let languageLength = annotations?.language?.rawValue.utf8.count ?? 0
    switch item.key {
    case .code(let code): (self.code, length) = (code, languageLength)
    case .text(let text): (code, length) = (nil, text.utf8.count + languageLength)
    }
  }
}

/// The head of an item, in parts that are quick to compare, with its members.
private struct Spelling: Sendable {
  let members: [UInt8]
  let traits: Traits
  let text: String
  let language: String?

  /// Nil when a text in it that comes from a file is not ASCII: texts of other bytes may equal it.
  init?(_ item: MetadataItem, _ annotations: MetadataAnnotations?, _ members: [UInt8]) {
    self.members = members
    traits = Traits(item, annotations)
    language = item.language?.rawValue
    text = if case .text(let text) = item.key { text } else { "" }
    let isPlain = (text + (language ?? "")).utf8.allSatisfy { $0 < 0x80 }
    guard isPlain else { return nil }
  }
}
