/// `hvcC`: profile, level, bit depth and colours in the H.265 configuration record of a sample
/// description (ISO/IEC 14496-15 §8.3.3).
///
/// The record is parsed, but never encoded.
///
///     u8 version (1)
///     2 bits profile space, 1 bit tier, 5 bits profile
///     u32 compatibility, u48 constraints, u8 level
///     u16 segmentation, u8 parallelism, u8 chroma, u8 luma depth minus eight, u8 chroma depth minus eight,
///     u16 frame rate, u8 layers and length size, u8 count of arrays, { u8 type of units, u16 count, { u16 length, unit } }
struct HEVCConfiguration: Sendable, Hashable {
  let profileSpace: UInt8
  let isHighTier: Bool
  let profile: UInt8
  let compatibility: UInt32
  let constraints: UInt64
  let level: UInt8
  /// The number of bits of the luma component; nil if the record is truncated.
  let bitDepth: Int?
  /// The colour description of the first sequence parameter set.
  let usability: BitstreamColor?

  static func parse(_ record: ByteSlice) throws(ParseError) -> HEVCConfiguration {
    var reader = ByteReader(record)
    try reader.skip(1)
    let first = try reader.u8()
    return HEVCConfiguration(
      profileSpace: first >> 6, isHighTier: first & 0x20 != 0, profile: first & 0x1F,
      compatibility: try reader.u32(), constraints: try reader.unsigned(width: 6),
      level: try reader.u8(), bitDepth: record[17].map { Int($0 & 7) + 8 },
      usability: (try? firstSequenceSet(record)).flatMap { unit in
        unit.flatMap { try? BitstreamColor.h265($0) }
      })
  }

  /// The NAL unit type of sequence parameter sets (ITU-T H.265 table 7-1).
  private static let sequenceSet: UInt8 = 33

  /// Returns the first unit of that type in the arrays of the record.
  private static func firstSequenceSet(_ record: ByteSlice) throws(ParseError) -> ByteSlice? {
    var reader = ByteReader(record)
    try reader.skip(22)
    for _ in 0..<(try reader.u8()) {
      let type = try reader.u8() & 0x3F
      for _ in 0..<(try reader.u16()) {
        let unit = try reader.bytes(Int(try reader.u16()))
        if type == sequenceSet { return unit }
      }
    }
    return nil
  }

  /// Returns a string such as `hvc1.1.6.L93.B0` (ISO/IEC 14496-15 §E.3).
  func codecString(_ format: FourCC) -> String {
    let space = ["", "A", "B", "C"][Int(profileSpace & 3)]
    var text = CodecText.plain(format) + ".\(space)\(profile)."
    text += CodecText.hexadecimal(reversed(compatibility))
    text += (isHighTier ? ".H" : ".L") + "\(level)"
    var rest = constraints << 16
    while rest != 0 {
      text += "." + CodecText.hexadecimal(rest >> 56)
      rest <<= 8
    }
    return text
  }

  /// Returns the compatibility flags with the first flag as the lowest bit, as in codec strings.
  private func reversed(_ flags: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0..<UInt32(32) where flags >> bit & 1 != 0 { result |= 1 << (31 - bit) }
    return result
  }
}
