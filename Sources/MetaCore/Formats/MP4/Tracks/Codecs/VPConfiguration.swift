/// `vpcC`: profile, level, bit depth and colours in the VP8 or VP9 configuration record of a sample
/// description (VP Codec ISO Media File Format Binding, "VP Codec Configuration Box").
///
/// The record is parsed, but never encoded.
///
///     u8 version, u24 flags
///     u8 profile, level; 4 bits depth, 3 bits chroma, 1 bit full range
///     u8 primaries, transfer, matrix (ISO/IEC 23091-2)
struct VPConfiguration: Sendable, Hashable {
  let profile: UInt8
  let level: UInt8
  let bitDepth: Int
  let color: ColorDescription

  static func parse(_ record: ByteSlice) throws(ParseError) -> VPConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4)
    let profile = try reader.u8()
    let level = try reader.u8()
    let depth = try reader.u8()
    var color = ColorDescription(kind: "vpcC")
    color.primaries = Int(try reader.u8())
    color.transfer = Int(try reader.u8())
    color.matrix = Int(try reader.u8())
    color.isFullRange = depth & 1 == 1
    return VPConfiguration(
      profile: profile, level: level, bitDepth: Int(depth >> 4), color: color)
  }

  /// Returns a string such as `vp09.00.10.08`, in the form without colours ("Codecs Parameter
  /// String").
  func codecString(_ format: FourCC) -> String {
    CodecText.plain(format) + "." + CodecText.decimal(profile) + "." + CodecText.decimal(level)
      + "." + CodecText.decimal(bitDepth)
  }
}
