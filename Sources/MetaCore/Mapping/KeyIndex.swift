/// Finds numbers by key: four-byte codes as numbers, texts by their bytes without regard to ASCII case.
///
/// One table for all key spaces, built once from row text. A look-up makes no string and allocates nothing.
struct KeyIndex: Sendable {
  /// What a key leads to; several entries of one key are a chain.
  struct Entry: Sendable {
    /// Key space and code, or a hash of key space and text.
    let hash: UInt64
    /// Where the text of the key stands in the row text; empty for codes.
    let text: Range<Int>
    /// The number that the key leads to.
    let target: UInt16
    /// How far behind in the order of belief the key stands: 0 comes first.
    let rank: UInt8
    /// Which part of a value it is about; what that means is up to the owner of the index.
    let part: UInt8
    /// The next entry of the same key, or -1.
    var next: Int32
  }

  private(set) var entries: [Entry] = []
  private var slots: [Int32]
  private let mask: Int
  private let source: [UInt8]

  /// An empty index over row text, for up to `capacity` keys.
  init(_ source: [UInt8], capacity: Int) {
    self.source = source
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    mask = size - 1
    entries.reserveCapacity(capacity)
  }

  static func hash(_ space: UInt8, _ code: UInt32) -> UInt64 { UInt64(space) << 32 | UInt64(code) }

  static func hash(_ space: UInt8, _ text: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(space)
    // FNV-1a; the wrap-around of the product is part of it.
    for byte in text { hash = (hash ^ UInt64(lowercased(byte))) &* 0x100_0000_01B3 }
    // The top bit tells hashes of texts from codes.
    return hash | 1 << 63
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  private func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 40) & mask
  }

  /// Adds an entry, behind those of the same key.
  mutating func insert(_ entry: Entry) {
    let new = Int32(entries.count)
    entries.append(entry)
    var place = slot(entry.hash)
    while slots[place] >= 0 {
      var last = Int(slots[place])
      if entries[last].hash == entry.hash, equal(entries[last].text, entry.text) {
        while entries[last].next >= 0 { last = Int(entries[last].next) }
        entries[last].next = new
        return
      }
      place = (place + 1) & mask
    }
    slots[place] = new
  }

  private func equal(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    matches(left, source[right])
  }

  /// The first entry of a code, or -1.
  func first(_ space: UInt8, _ code: UInt32) -> Int {
    let hash = KeyIndex.hash(space, code)
    var place = slot(hash)
    while slots[place] >= 0 {
      let entry = Int(slots[place])
      if entries[entry].hash == hash { return entry }
      place = (place + 1) & mask
    }
    return -1
  }

  /// The first entry of a text, or -1.
  func first(_ space: UInt8, _ text: some Sequence<UInt8>) -> Int {
    let hash = KeyIndex.hash(space, text)
    var place = slot(hash)
    while slots[place] >= 0 {
      let entry = Int(slots[place])
      if entries[entry].hash == hash, matches(entries[entry].text, text) { return entry }
      place = (place + 1) & mask
    }
    return -1
  }

  private func matches(_ range: Range<Int>, _ text: some Sequence<UInt8>) -> Bool {
    var position = range.lowerBound
    for byte in text {
      guard position < range.upperBound,
        KeyIndex.lowercased(source[position]) == KeyIndex.lowercased(byte)
      else { return false }
      position += 1
    }
    return position == range.upperBound
  }
}
