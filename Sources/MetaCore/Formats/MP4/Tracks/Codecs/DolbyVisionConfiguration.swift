/// `dvcC`, `dvvC` or `dvwC`: the Dolby Vision configuration record of a video track: profile,
/// level, and the parts of the stream (Dolby Vision Streams Within the ISO Base Media File Format
/// §3.1).
///
///     u8 major, u8 minor version
///     7 bits profile, 6 bits level, 1 bit each: metadata, enhancement layer, base layer
///     4 bits compatibility, …
struct DolbyVisionConfiguration: Sendable, Hashable {
  let major: UInt32
  let minor: UInt32
  let profile: UInt32
  let level: UInt32
  let hasMetadata: Bool
  let hasEnhancementLayer: Bool
  let hasBaseLayer: Bool
  let compatibility: UInt32

  static func parse(_ record: ByteSlice) throws(ParseError) -> DolbyVisionConfiguration {
    var reader = BitReader(record)
    return DolbyVisionConfiguration(
      major: try reader.bits(8), minor: try reader.bits(8), profile: try reader.bits(7),
      level: try reader.bits(6), hasMetadata: try reader.flag(),
      hasEnhancementLayer: try reader.flag(), hasBaseLayer: try reader.flag(),
      compatibility: try reader.bits(4))
  }

  /// Returns a string such as `dvh1.05.06` (annex A).
  func codecString(_ format: FourCC) -> String {
    CodecText.plain(format) + "." + CodecText.decimal(profile) + "." + CodecText.decimal(level)
  }

  /// The record as parts of the model.
  var parts: [MetadataValue.Part] {
    [
      MetadataValue.Part("version", .string("\(major).\(minor)")),
      MetadataValue.Part("profile", .integer(Int64(profile))),
      MetadataValue.Part("level", .integer(Int64(level))),
      MetadataValue.Part("metadata", .boolean(hasMetadata)),
      MetadataValue.Part("enhancementLayer", .boolean(hasEnhancementLayer)),
      MetadataValue.Part("baseLayer", .boolean(hasBaseLayer)),
      MetadataValue.Part("compatibility", .integer(Int64(compatibility))),
    ]
  }
}
