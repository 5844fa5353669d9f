/// Encoding and decoding of ID3v2 unsynchronisation: a zero byte after each FF that old players
/// could take for MPEG sync (ID3v2.4 §6.1).
///
///     plain     FF E0  ->  FF 00 E0        FF 00  ->  FF 00 00        FF at the end  ->  FF 00
package enum Unsynchronisation {
  /// Decoded bytes, with the positions at which zeros were removed; these map a decoded byte to its
  /// offset in the file.
  package struct Decoded {
    /// The plain bytes.
    package let bytes: [UInt8]
    /// The number of decoded bytes before each removed zero, in ascending order.
    let removals: [Int]

    /// Returns the index in the stored bytes for the decoded byte at the given index.
    func storedIndex(of index: Int) -> Int {
      index + removals.partitioningIndex { $0 > index }
    }
  }

  /// Decodes bytes; unless `allowsSync` is true, returns nil when they contain sync patterns, which
  /// means that they were never unsynchronised.
  ///
  /// Some writers set the flag but do not encode the bytes; FF followed by E0 or above reveals
  /// this, although not all readers check for it.
  package static func decode(_ stored: ByteSlice, allowsSync: Bool = false) -> Decoded? {
    var plain: [UInt8] = []
    plain.reserveCapacity(stored.count)
    var removals: [Int] = []
    var previous: UInt8 = 0
    for byte in stored.bytes {
      if previous == 0xFF, byte >= 0xE0, !allowsSync { return nil }
      if previous == 0xFF, byte == 0 { removals.append(plain.count) } else { plain.append(byte) }
      previous = byte
    }
    return Decoded(bytes: plain, removals: removals)
  }

  /// Encodes bytes by inserting zeros where necessary.
  static func encode(_ plain: some Collection<UInt8>) -> [UInt8] {
    var stored: [UInt8] = []
    stored.reserveCapacity(plain.count)
    var previous: UInt8 = 0
    for byte in plain {
      if previous == 0xFF, byte >= 0xE0 || byte == 0 { stored.append(0) }
      stored.append(byte)
      previous = byte
    }
    if previous == 0xFF { stored.append(0) }
    return stored
  }
}
