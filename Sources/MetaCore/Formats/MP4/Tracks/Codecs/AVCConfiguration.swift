/// `avcC`: profile, level, bit depth and colours in the H.264 configuration record of a sample
/// description (ISO/IEC 14496-15 §5.3.3).
///
/// The record is parsed, but never encoded: copies keep their bytes.
///
///     u8 version (1), profile, compatibility, level
///     6 bits reserved, 2 bits length size minus one
///     3 bits reserved, 5 bits count, { u16 length, sequence parameter set }
///     u8 count, { u16 length, picture parameter set }
///     high profiles: 6 bits reserved, 2 bits chroma; 5 + 3 bits luma depth minus eight; the same for chroma
struct AVCConfiguration: Sendable, Hashable {
  let profile: UInt8
  let compatibility: UInt8
  let level: UInt8
  /// The number of bits per component; nil if the profile allows more than eight, but the record
  /// does not specify it.
  let bitDepth: Int?
  /// The colour description of the first sequence parameter set.
  let usability: BitstreamColor?

  static func parse(_ record: ByteSlice) throws(ParseError) -> AVCConfiguration {
    var reader = ByteReader(record)
    try reader.skip(1)
    let profile = try reader.u8()
    return AVCConfiguration(
      profile: profile, compatibility: try reader.u8(), level: try reader.u8(),
      bitDepth: isHigh(profile) ? try? bitDepth(&reader) : 8,
      usability: (try? firstSequenceSet(record)).flatMap { try? BitstreamColor.h264($0) })
  }

  private static func firstSequenceSet(_ record: ByteSlice) throws(ParseError) -> ByteSlice {
    var reader = ByteReader(record)
    try reader.skip(6)
    return try reader.bytes(Int(try reader.u16()))
  }

  /// Returns whether a profile allows more than eight bits per component, so that the bit depth
  /// must be read from the record (ISO/IEC 14496-10 annex A).
  private static func isHigh(_ profile: UInt8) -> Bool {
    [44, 110, 122, 144, 244].contains(profile)
  }

  /// Skips both lists of parameter sets and the chroma format, and reads the luma bit depth.
  private static func bitDepth(_ reader: inout ByteReader) throws(ParseError) -> Int {
    try reader.skip(1)
    let sequenceSets = try reader.u8() & 0x1F
    for _ in 0..<sequenceSets { try reader.skip(Int(try reader.u16())) }
    let pictureSets = try reader.u8()
    for _ in 0..<pictureSets { try reader.skip(Int(try reader.u16())) }
    try reader.skip(1)
    return Int(try reader.u8() & 7) + 8
  }

  /// Returns a string such as `avc1.64001F`.
  func codecString(_ format: FourCC) -> String {
    CodecText.plain(format) + "." + hexPair(profile) + hexPair(compatibility) + hexPair(level)
  }
}
