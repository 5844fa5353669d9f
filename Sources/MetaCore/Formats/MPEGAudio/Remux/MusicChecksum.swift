/// CRC-16 as LAME counts it over its tag and over the sound: polynomial 8005, lowest bit first, from zero.
struct MusicChecksum: Sendable, Hashable {
  private(set) var value: UInt16 = 0

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
  }

  /// Counts more bytes in.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    let table = MusicChecksum.table
    var sum = value
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    value = sum
  }

  /// Counts a stretch of a file in, piece by piece.
  ///
  /// - Throws: `truncated` where the file is shorter, and what reading throws.
  mutating func append(
    _ range: Range<Int64>, of source: any ByteSource
  ) throws(ParseError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let count = Int(min(range.upperBound - position, 1 << 18))
      let bytes = try source.read(at: position, count: count)
      guard bytes.count == count else {
        throw ParseError(.truncated, at: position, "the file has become shorter")
      }
      append(bytes)
      position += Int64(count)
    }
  }
}
