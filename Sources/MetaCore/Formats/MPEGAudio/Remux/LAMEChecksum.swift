/// The CRC-16 that a LAME tag stores for itself and for the audio: polynomial 8005, least
/// significant bit first, initially zero.
struct LAMEChecksum: Sendable, Hashable {
  private(set) var value: UInt16 = 0

  /// Adds bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    let sum = CyclicChecksum.lame.of(Array(bytes)[...], after: UInt32(value))
    value = UInt16(truncatingIfNeeded: sum)
  }

  /// Adds a range of a file, piece by piece.
  ///
  /// - Throws: `truncated` when the file is shorter, and read errors.
  mutating func append(
    _ range: Range<Int64>, of source: any ByteSource
  ) throws(ParseError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let count = Int(min(range.upperBound - position, 1 << 18))
      let bytes = try source.read(at: position, count: count)
      guard bytes.count == count else {
        throw ParseError(.truncated, at: position, "the file has been truncated")
      }
      append(bytes)
      position += Int64(count)
    }
  }
}
