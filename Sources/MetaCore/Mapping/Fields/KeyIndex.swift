/// A hash table from keys to numbers: four-byte codes are hashed as integers, strings by their
/// bytes, ignoring ASCII case.
///
/// ``FieldTable`` uses it to find the fields for a key, ``CommonKeyMap`` to find the common key.
///
/// The arrays are generated constants (`…Tables+Generated.swift`), so that startup is cheap. A
/// look-up creates no string and allocates no memory.
struct KeyIndex: Sendable {
  /// The hashes of the keys, in ascending order; the entries for one key are adjacent, in the order
  /// of the rows.
  let hashes: [UInt64]
  /// The entries for the keys (``Entry``), in the same order.
  let values: [UInt32]
  /// The locations of the keys in the row text: section, offset and length; 0 for codes.
  let texts: [UInt32]
  /// The index of the first entry for each value of the highest bits of the hash, followed by the
  /// end index.
  let starts: [UInt16]
  /// The row text.
  let sections: [String]

  /// The result for a key, packed into 32 bits: target (16 bits), rank (8 bits), part (8 bits).
  struct Entry: Sendable, Hashable {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    init(target: UInt16, rank: UInt8 = 0, part: UInt8 = 0) {
      bits = UInt32(target) << 16 | UInt32(rank) << 8 | UInt32(part)
    }

    /// The number found for the key.
    var target: Int { Int(bits >> 16) }
    /// The priority rank of the key; 0 is the highest.
    var rank: UInt32 { bits >> 8 & 0xFF }
    /// The part of the value.
    var part: UInt8 { UInt8(truncatingIfNeeded: bits) }
  }

  /// The number of hash bits that select a bucket.
  static let bucketBits = 11

  // MARK: Hashes

  /// Returns the hash of a code; the mapping is one-to-one, so that equal hashes mean equal keys.
  static func hash(_ space: UInt8, _ code: UInt32) -> UInt64 {
    spread(UInt64(space) << 32 | UInt64(code))
  }

  /// Returns the hash of a string: FNV-1a of its bytes in lower case.
  static func hash(_ space: UInt8, _ text: Span<UInt8>) -> UInt64 {
    var hash = FNV1a(seed: UInt64(space))
    for index in text.indices { hash.add(lowercased(text[index])) }
    return spread(hash.value)
  }

  /// Spreads the bits of a number, because the highest bits select the bucket; the mapping is
  /// one-to-one.
  ///
  /// The factor is 2 to the 64th, divided by the golden ratio (Fibonacci hashing).
  private static func spread(_ number: UInt64) -> UInt64 {
    wrapping(number ^ number >> 31, 0x9E37_79B9_7F4A_7C15)
  }

  /// Multiplies without trapping on overflow.
  private static func wrapping(_ left: UInt64, _ right: UInt64) -> UInt64 {
    left.multipliedReportingOverflow(by: right).partialValue
  }

  /// Returns a byte with ASCII letters converted to lower case.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  // MARK: Look-up

  /// The entry at an index.
  subscript(index: Int) -> Entry { Entry(bits: values[index]) }

  /// Returns the first entry with a hash, or -1.
  private func first(_ hash: UInt64) -> Int {
    let bucket = Int(hash >> UInt64(64 - KeyIndex.bucketBits))
    var index = Int(starts[bucket])
    let end = Int(starts[bucket + 1])
    while index < end {
      if hashes[index] == hash { return index }
      index += 1
    }
    return -1
  }

  /// Returns the first entry for a code, or -1.
  func first(_ space: UInt8, _ code: UInt32) -> Int { first(KeyIndex.hash(space, code)) }

  /// Returns the first entry for a string, or -1.
  func first(_ space: UInt8, _ text: Span<UInt8>) -> Int {
    let index = first(KeyIndex.hash(space, text))
    return index >= 0 && matches(texts[index], text) ? index : -1
  }

  /// Returns the next entry for the same key, or -1.
  func next(after index: Int) -> Int {
    index + 1 < hashes.count && hashes[index + 1] == hashes[index] ? index + 1 : -1
  }

  /// Whether the key of an entry equals a string; two strings may have the same hash.
  private func matches(_ place: UInt32, _ text: Span<UInt8>) -> Bool {
    let section = sections[Int(place >> 24)].utf8.span
    let (start, count) = (Int(place >> 8 & 0xFFFF), Int(place & 0xFF))
    guard text.count == count, start + count <= section.count else { return false }
    for index in text.indices
    where KeyIndex.lowercased(section[start + index]) != KeyIndex.lowercased(text[index]) {
      return false
    }
    return true
  }
}
