/// The optional extended header of an ID3v2 tag, between the tag header and the first frame: CRC,
/// padding size, restrictions.
///
/// Numbers in parentheses are sizes in bytes.
///
///     2.3  size (4, plain, not including itself) | flags (2) | padding size (4) | CRC (4, with flag 8000)
///     2.4  size (4, syncsafe, including itself) | 1 | flags (1) | for each flag set: length (1) and data
struct ID3ExtendedHeader: Sendable, Hashable {
  /// The name in findings.
  static let name = "extended header"

  /// The size of the header, including the size field.
  var size: Int
  /// The padding size declared in a 2.3 header.
  var paddingSize: UInt32?
  /// The CRC-32 of the frames (2.3, §3.2), or of the frames and the padding (2.4, §3.2).
  var crc: UInt32?
  /// The restrictions byte in 2.4.
  var restrictions: UInt8?
  /// Whether the tag updates an earlier tag (2.4).
  var isUpdate = false

  /// Parses an extended header at the start of `slice`.
  ///
  /// - Throws: `truncated` or `malformed`.
  static func parse(_ slice: ByteSlice, version: ID3Version) throws(ParseError) -> ID3ExtendedHeader
  {
    try version == .v24 ? parseSyncsafe(slice) : parsePlain(slice)
  }

  /// Parses a 2.3 header.
  private static func parsePlain(_ slice: ByteSlice) throws(ParseError) -> ID3ExtendedHeader {
    var reader = ByteReader(slice)
    let declared = try reader.u32()
    guard declared >= 6, declared <= 64 else {
      throw ParseError(
        .malformed, at: slice.fileOffset, "invalid size of the extended header: \(declared) bytes")
    }
    var header = ID3ExtendedHeader(size: Int(declared) + 4)
    let flags = try reader.u16()
    header.paddingSize = try reader.u32()
    if flags & 0x8000 != 0, declared >= 10 { header.crc = try reader.u32() }
    return header
  }

  /// Parses a 2.4 header.
  private static func parseSyncsafe(_ slice: ByteSlice) throws(ParseError) -> ID3ExtendedHeader {
    var reader = ByteReader(slice)
    let stored = try reader.u32()
    guard let declared = SyncsafeInteger.decode(stored), declared >= 6, declared <= 4096 else {
      throw ParseError(
        .malformed, at: slice.fileOffset, "invalid size of the extended header: \(stored)")
    }
    var header = ID3ExtendedHeader(size: Int(declared))
    var body = ByteReader(try reader.bytes(Int(declared) - 4))
    let flagBytes = try body.u8()
    let flags = try body.u8()
    try body.skip(max(0, Int(flagBytes) - 1))
    header.isUpdate = flags & 0x40 != 0
    if header.isUpdate { try body.skip(Int(try body.u8())) }
    if flags & 0x20 != 0 {
      let length = Int(try body.u8())
      header.crc = try parseCRC(try body.bytes(length))
    }
    if flags & 0x10 != 0, try body.u8() == 1 { header.restrictions = try body.u8() }
    return header
  }

  /// Parses a 2.4 CRC: 35 bits, seven per byte, of which the highest three are unused.
  private static func parseCRC(_ slice: ByteSlice) throws(ParseError) -> UInt32 {
    var value: UInt64 = 0
    for byte in slice.bytes.suffix(5) { value = value << 7 | UInt64(byte & 0x7F) }
    return UInt32(truncatingIfNeeded: value)
  }

  /// Encodes the header.
  func encode(version: ID3Version) -> [UInt8] {
    version == .v24 ? encodeSyncsafe() : encodePlain()
  }

  /// Encodes a 2.3 header.
  private func encodePlain() -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(crc == nil ? 6 : 10)
    writer.u16(crc == nil ? 0 : 0x8000)
    writer.u32(paddingSize ?? 0)
    if let crc { writer.u32(crc) }
    return writer.bytes
  }

  /// Encodes a 2.4 header.
  private func encodeSyncsafe() -> [UInt8] {
    var body = ByteWriter()
    body.u8(1)
    body.u8((isUpdate ? 0x40 : 0) | (crc == nil ? 0 : 0x20) | (restrictions == nil ? 0 : 0x10))
    if isUpdate { body.u8(0) }
    if let crc {
      body.u8(5)
      for shift in [28, 21, 14, 7, 0] {
        body.u8(UInt8(truncatingIfNeeded: crc >> UInt32(shift)) & 0x7F)
      }
    }
    if let restrictions {
      body.u8(1)
      body.u8(restrictions)
    }
    var writer = ByteWriter()
    writer.u32(SyncsafeInteger.encode(UInt32(body.count + 4)) ?? 0)
    writer.append(body.bytes)
    return writer.bytes
  }
}
