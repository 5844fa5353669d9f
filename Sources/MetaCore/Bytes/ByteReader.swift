/// A cursor that reads numbers and bytes from a ``ByteSlice`` in sequence.
///
/// Every read is checked, and errors contain the file offset.
///
/// Integers are big-endian unless a function is named otherwise. ``bytes(_:)`` returns a slice that
/// ends where the requested range ends, so a reader for it can never read beyond that range.
struct ByteReader {
  private let storage: [UInt8]
  private var position: Int
  private let end: Int
  private let origin: Int64

  init(_ slice: ByteSlice) {
    storage = slice.storage
    position = slice.lower
    end = slice.upper
    origin = slice.origin
  }

  /// The number of remaining bytes.
  var remaining: Int { end - position }

  var isAtEnd: Bool { position >= end }

  /// The file offset of the next byte.
  var fileOffset: Int64 { origin + Int64(position) }

  /// Returns the error for a read past the end.
  @inline(never)
  private func truncated(_ needed: Int) -> ParseError {
    ParseError(
      .truncated, at: fileOffset,
      "needs \(needed.counted("byte")), but only \(remaining) remain")
  }

  mutating func u8() throws(ParseError) -> UInt8 {
    guard position < end else { throw truncated(1) }
    defer { position += 1 }
    return storage[position]
  }

  mutating func u16() throws(ParseError) -> UInt16 {
    guard remaining >= 2, let value = BigEndian.u16(storage, at: position) else {
      throw truncated(2)
    }
    position += 2
    return value
  }

  mutating func u24() throws(ParseError) -> UInt32 {
    guard remaining >= 3 else { throw truncated(3) }
    defer { position += 3 }
    return UInt32(storage[position]) << 16 | UInt32(storage[position + 1]) << 8
      | UInt32(storage[position + 2])
  }

  mutating func u32() throws(ParseError) -> UInt32 {
    guard remaining >= 4, let value = BigEndian.u32(storage, at: position) else {
      throw truncated(4)
    }
    position += 4
    return value
  }

  mutating func u64() throws(ParseError) -> UInt64 {
    guard remaining >= 8, let value = BigEndian.u64(storage, at: position) else {
      throw truncated(8)
    }
    position += 8
    return value
  }

  mutating func i16() throws(ParseError) -> Int16 { Int16(bitPattern: try u16()) }
  mutating func i32() throws(ParseError) -> Int32 { Int32(bitPattern: try u32()) }
  mutating func i64() throws(ParseError) -> Int64 { Int64(bitPattern: try u64()) }

  mutating func littleU16() throws(ParseError) -> UInt16 { try u16().byteSwapped }
  mutating func littleU24() throws(ParseError) -> UInt32 { try u24().byteSwapped >> 8 }
  mutating func littleU32() throws(ParseError) -> UInt32 { try u32().byteSwapped }
  mutating func littleU64() throws(ParseError) -> UInt64 { try u64().byteSwapped }

  mutating func fourCC() throws(ParseError) -> FourCC { FourCC(rawValue: try u32()) }

  /// Reads a big-endian unsigned number of up to 8 bytes.
  mutating func unsigned(width: Int) throws(ParseError) -> UInt64 {
    guard width >= 0, width <= 8, remaining >= width else { throw truncated(width) }
    if width == 4 { return UInt64(try u32()) }
    if width == 8 { return try u64() }
    var value: UInt64 = 0
    for index in position..<(position + width) { value = value << 8 | UInt64(storage[index]) }
    position += width
    return value
  }

  mutating func skip(_ count: Int) throws(ParseError) {
    guard count >= 0, remaining >= count else { throw truncated(count) }
    position += count
  }

  /// Reads the next `count` bytes.
  mutating func bytes(_ count: Int) throws(ParseError) -> ByteSlice {
    guard count >= 0, remaining >= count else { throw truncated(count) }
    defer { position += count }
    return ByteSlice(storage: storage, lower: position, upper: position + count, origin: origin)
  }

  /// Reads the remaining bytes.
  mutating func takeRest() -> ByteSlice {
    defer { position = end }
    return ByteSlice(storage: storage, lower: position, upper: end, origin: origin)
  }

  /// The remaining bytes, without consuming them.
  var rest: ByteSlice {
    ByteSlice(storage: storage, lower: position, upper: end, origin: origin)
  }

  /// Reads the bytes up to `terminator` and skips it; if it is missing, reads nothing and returns
  /// nil.
  mutating func bytes(until terminator: UInt8) -> ByteSlice? {
    var index = position
    while index < end, storage[index] != terminator { index += 1 }
    guard index < end else { return nil }
    defer { position = index + 1 }
    return ByteSlice(storage: storage, lower: position, upper: index, origin: origin)
  }
}
