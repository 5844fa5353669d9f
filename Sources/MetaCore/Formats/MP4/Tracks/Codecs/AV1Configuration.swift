/// `av1C`: profile, level, tier and bit depth in the AV1 configuration record of a sample
/// description (AV1 Codec ISO Media File Format Binding §2.3).
///
/// The record is parsed, but never encoded.
///
///     1 bit marker, 7 bits version
///     3 bits profile, 5 bits level
///     1 bit tier, high bit depth, twelve bits, monochrome; 4 bits chroma; …
struct AV1Configuration: Sendable, Hashable {
  let profile: UInt32
  let level: UInt32
  let isHighTier: Bool
  let bitDepth: Int

  static func parse(_ record: ByteSlice) throws(ParseError) -> AV1Configuration {
    var reader = BitReader(record)
    try reader.skip(8)
    let profile = try reader.bits(3)
    let level = try reader.bits(5)
    let isHighTier = try reader.flag()
    let isDeep = try reader.flag()
    let hasTwelve = try reader.flag()
    return AV1Configuration(
      profile: profile, level: level, isHighTier: isHighTier,
      bitDepth: isDeep ? (profile == 2 && hasTwelve ? 12 : 10) : 8)
  }

  /// Returns a string such as `av01.0.04M.08`, in the form without colours (§5).
  func codecString(_ format: FourCC) -> String {
    CodecText.plain(format) + ".\(profile)." + CodecText.decimal(level)
      + (isHighTier ? "H." : "M.") + CodecText.decimal(bitDepth)
  }
}
