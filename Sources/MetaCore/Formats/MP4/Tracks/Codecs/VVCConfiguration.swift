/// `vvcC`: profile, level, constraints and bit depth in the H.266 configuration record of a sample
/// description (ISO/IEC 14496-15 §11.2.4.2).
///
/// The record is parsed, but never encoded.
///
///     u8 version, u24 flags
///     5 bits reserved, 2 bits length size minus one, 1 bit: profile follows
///     9 bits output layers, 3 bits sublayers, 2 bits constant rate, 2 bits chroma, 3 bits depth minus eight, 5 reserved
///     2 bits reserved, 6 bits count of constraint bytes; 7 bits profile, 1 bit tier; u8 level
///     constraint bytes, whose first two bits are separate flags
struct VVCConfiguration: Sendable, Hashable {
  let profile: UInt32
  let isHighTier: Bool
  let level: UInt32
  let constraints: ByteSlice
  /// The number of bits per component.
  let bitDepth: Int

  /// Reads the record; returns nil if it has no profile.
  static func parse(_ record: ByteSlice) throws(ParseError) -> VVCConfiguration? {
    var reader = ByteReader(record)
    try reader.skip(4)
    guard try reader.u8() & 1 == 1 else { return nil }
    try reader.skip(2)
    let depth = Int(try reader.u8() >> 5) + 8
    let count = Int(try reader.u8() & 0x3F)
    let profile = try reader.u8()
    return VVCConfiguration(
      profile: UInt32(profile >> 1), isHighTier: profile & 1 == 1, level: UInt32(try reader.u8()),
      constraints: try reader.bytes(count), bitDepth: depth)
  }

  /// Returns a string such as `vvc1.1.L51.CQA` (ISO/IEC 14496-15 §E.6).
  func codecString(_ format: FourCC) -> String {
    let text = CodecText.plain(format) + ".\(profile)" + (isHighTier ? ".H" : ".L") + "\(level)"
    let bytes = constraints.withoutTrailingZeros
    return bytes.isEmpty ? text : text + ".C" + base32(bytes)
  }

  /// Encodes bytes in base 32 without padding (RFC 4648 §6).
  private func base32(_ bytes: ByteSlice) -> String {
    var text = ""
    var bits: UInt32 = 0
    var count: UInt32 = 0
    func add(_ digit: UInt32) {
      let letter = UInt8(digit & 31)
      text.unicodeScalars.append(
        Unicode.Scalar(letter < 26 ? UInt8(ascii: "A") + letter : UInt8(ascii: "2") + letter - 26))
    }
    for byte in bytes.bytes {
      bits = (bits << 8 | UInt32(byte)) & 0xFFFF
      count += 8
      while count >= 5 {
        count -= 5
        add(bits >> count)
      }
    }
    if count > 0 { add(bits << (5 - count)) }
    return text
  }
}
