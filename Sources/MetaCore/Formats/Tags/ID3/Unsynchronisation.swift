/// Unsynchronisation: a zero byte after each FF that could begin MPEG sync (ID3v2.4 §6.1).
///
///     plain     FF E0  ->  FF 00 E0        FF 00  ->  FF 00 00        FF at the end  ->  FF 00
package enum Unsynchronisation {
  /// Bytes from which the inserted zeros were taken out.
  package struct Decoded {
    /// The plain bytes.
    package let bytes: [UInt8]
    /// How many plain bytes stand before each zero that was taken out, in rising order.
    let removals: [Int]

    /// The index in the stored bytes of a byte that stands at `index` in the plain ones.
    func storedIndex(of index: Int) -> Int {
      index + removals.partitioningIndex { $0 > index }
    }
  }

  /// The plain bytes, or nil when the stored ones hold sync and so were never unsynchronised.
  ///
  /// Some writers set the flag and store plain bytes; FF followed by E0 or above tells them apart, but for readers that do not know it.
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

  /// The bytes with zeros put in where they are needed.
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
