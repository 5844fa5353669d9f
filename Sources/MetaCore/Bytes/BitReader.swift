/// A cursor that reads individual bits from bytes in memory, the most significant bit of each byte
/// first.
///
/// Every read is checked, and errors contain the file offset.
struct BitReader {
  private let bytes: ByteSlice
  private var position = 0

  init(_ slice: ByteSlice) { bytes = slice }

  /// The number of remaining bits.
  var remaining: Int { bytes.count * 8 - position }

  /// Reads an unsigned number of up to 32 bits.
  mutating func bits(_ count: Int) throws(ParseError) -> UInt32 {
    guard count >= 0, count <= 32, remaining >= count else {
      throw ParseError(
        .truncated, at: bytes.fileOffset + Int64(position / 8),
        "needs \(count) bits, but only \(remaining) remain")
    }
    var value: UInt32 = 0
    var left = count
    while left > 0 {
      // The remaining bits of this byte.
      let (byte, available) = (bytes[position / 8] ?? 0, 8 - position % 8)
      let consumed = min(left, available)
      let part = UInt32(byte) >> UInt32(available - consumed) & (1 << UInt32(consumed) - 1)
      value = value << UInt32(consumed) | part
      position += consumed
      left -= consumed
    }
    return value
  }

  /// Reads one bit.
  mutating func flag() throws(ParseError) -> Bool { try bits(1) == 1 }

  /// Skips the given number of bits.
  mutating func skip(_ count: Int) throws(ParseError) {
    guard count >= 0, remaining >= count else {
      throw ParseError(
        .truncated, at: bytes.fileOffset + Int64(position / 8),
        "needs \(count) bits, but only \(remaining) remain")
    }
    position += count
  }

  /// Skips to the next byte boundary.
  mutating func align() { position = (position + 7) / 8 * 8 }
}
