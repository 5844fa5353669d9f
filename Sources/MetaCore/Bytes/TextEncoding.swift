/// An encoding of text in files.
///
/// The single-byte and Shift-JIS tables are ours: Foundation's are missing or wrong in a static executable.
public enum TextEncoding: Sendable, Hashable, CaseIterable {
  /// ISO 8859-1: each byte is the code point of that value.
  case latin1
  /// UTF-8.
  case utf8
  /// UTF-16 with a byte order mark; without one, little-endian (what writers that forget it mean).
  case utf16
  /// UTF-16, most significant byte first.
  case utf16BigEndian
  /// UTF-16, least significant byte first.
  case utf16LittleEndian

  /// The text, with U+FFFD for what is not legal in this encoding.
  public func decode(_ bytes: ByteSlice) -> String {
    switch self {
    case .utf8: String(decoding: bytes.bytes, as: UTF8.self)
    case .latin1: TextEncoding.decodeLatin1(bytes)
    case .utf16: TextEncoding.decodeMarkedUTF16(bytes)
    case .utf16BigEndian: TextEncoding.decodeUTF16(bytes, bigEndian: true)
    case .utf16LittleEndian: TextEncoding.decodeUTF16(bytes, bigEndian: false)
    }
  }

  private static func decodeLatin1(_ slice: ByteSlice) -> String {
    if slice.bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: slice.bytes, as: UTF8.self) }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(slice.count + slice.count / 4)
    for byte in slice.bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func decodeMarkedUTF16(_ slice: ByteSlice) -> String {
    switch (slice[0], slice[1]) {
    case (0xFE, 0xFF): decodeUTF16(slice.clamped(from: 2), bigEndian: true)
    case (0xFF, 0xFE): decodeUTF16(slice.clamped(from: 2), bigEndian: false)
    default: decodeUTF16(slice, bigEndian: false)
    }
  }

  private static func decodeUTF16(_ slice: ByteSlice, bigEndian: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(slice.count / 2)
    var high: UInt8?
    for byte in slice.bytes {
      guard let first = high else {
        high = byte
        continue
      }
      units.append(
        bigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
      high = nil
    }
    return String(decoding: units, as: UTF16.self)
  }
}
