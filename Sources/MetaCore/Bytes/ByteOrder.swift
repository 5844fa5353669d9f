/// The byte order of numbers in a file, for formats with two variants that differ only in byte
/// order: RIFF and RIFX.
enum ByteOrder: Sendable, Hashable {
  /// The least significant byte is first.
  case little
  /// The most significant byte is first.
  case big
}

extension ByteReader {
  mutating func u16(_ order: ByteOrder) throws(ParseError) -> UInt16 {
    order == .little ? try littleU16() : try u16()
  }

  mutating func u32(_ order: ByteOrder) throws(ParseError) -> UInt32 {
    order == .little ? try littleU32() : try u32()
  }

  mutating func u64(_ order: ByteOrder) throws(ParseError) -> UInt64 {
    order == .little ? try littleU64() : try u64()
  }
}

extension ByteWriter {
  mutating func u16(_ value: UInt16, _ order: ByteOrder) {
    u16(order == .little ? value.byteSwapped : value)
  }

  mutating func u32(_ value: UInt32, _ order: ByteOrder) {
    u32(order == .little ? value.byteSwapped : value)
  }

  mutating func u64(_ value: UInt64, _ order: ByteOrder) {
    u64(order == .little ? value.byteSwapped : value)
  }
}
