/// The version byte and the three flag bytes with which the payload of a full atom (ISO: FullBox)
/// starts (ISO/IEC 14496-12 §4.2).
///
/// In many atoms, version 1 has 64-bit instead of 32-bit times.
struct FullAtomHeader: Sendable, Hashable {
  var version: UInt8 = 0
  var flags: UInt32 = 0

  init(version: UInt8 = 0, flags: UInt32 = 0) {
    self.version = version
    self.flags = flags & 0xFF_FFFF
  }

  init(parsing reader: inout ByteReader) throws(ParseError) {
    let word = try reader.u32()
    version = UInt8(truncatingIfNeeded: word >> 24)
    flags = word & 0xFF_FFFF
  }

  func encode(into writer: inout ByteWriter) { writer.u32(UInt32(version) << 24 | flags) }
}

extension FullAtomHeader {
  /// Whether times have 64 bits.
  var isWide: Bool { version == 1 }

  /// Reads a date or duration of 32 or 64 bits.
  func time(_ reader: inout ByteReader) throws(ParseError) -> UInt64 {
    isWide ? try reader.u64() : UInt64(try reader.u32())
  }

  /// Writes a date or duration in the form that ``time(_:)`` reads.
  func write(_ time: UInt64, into writer: inout ByteWriter) {
    writer.unsigned(time, width: isWide ? 8 : 4)
  }

  /// Returns a duration; nil if all its bits are set, which means unknown.
  func known(_ duration: UInt64) -> UInt64? {
    duration == (isWide ? UInt64.max : UInt64(UInt32.max)) ? nil : duration
  }
}
