/// What the smaller records of sound codecs say; all of them lead to this.
struct SoundConfiguration: Sendable, Hashable {
  var sampleRate: Double?
  var channels: Int?
  var bits: Int?
  var bitRate: Int64?
  /// Samples to drop at the start.
  var encoderDelay: Int?
  /// The MD5 of the decoded sound in hexadecimal.
  var decodedMD5: String?
  /// What stands behind the format in a codec string.
  var suffix = ""

  /// `dOps` (Encapsulation of Opus in ISO Base Media File Format §4.3.2): u8 version, u8 channels, u16 skip, u32 rate of the
  /// input, i16 gain, u8 mapping, … Opus always comes out at 48 kHz.
  static func parseOpus(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = ByteReader(record)
    try reader.skip(1)
    let channels = Int(try reader.u8())
    return SoundConfiguration(
      sampleRate: 48000, channels: channels, encoderDelay: Int(try reader.u16()))
  }

  /// `dfLa` (Encapsulation of FLAC in ISO Base Media File Format §3.3.2): u8 version, u24 flags, then metadata blocks, each
  /// u8 type, u24 length, content; the first is STREAMINFO.
  static func parseFLAC(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4 + 4)
    let info = try FLACStreamInfo.parse(try reader.take(min(FLACStreamInfo.size, reader.remaining)))
    return SoundConfiguration(
      sampleRate: Double(info.sampleRate), channels: info.channels, bits: info.bitsPerSample,
      decodedMD5: info.decodedMD5?.bytes.hexadecimal)
  }

  /// `alac` (Apple Lossless format description, "ALACSpecificConfig"): u8 version, u24 flags; u32 frame length, u8 version,
  /// u8 depth, u8[3] tuning, u8 channels, u16 run, u32 largest frame, u32 average bit rate, u32 rate.
  static func parseLossless(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4 + 4 + 1)
    let bits = Int(try reader.u8())
    try reader.skip(3)
    let channels = Int(try reader.u8())
    try reader.skip(2 + 4)
    let bitRate = Int64(try reader.u32())
    return SoundConfiguration(
      sampleRate: Double(try reader.u32()), channels: channels, bits: bits,
      bitRate: bitRate > 0 ? bitRate : nil)
  }

  /// `pcmC` (ISO/IEC 23003-5 §4.3): u8 version, u24 flags, u8 byte order, u8 depth.
  static func parsePCM(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4 + 1)
    return SoundConfiguration(bits: Int(try reader.u8()))
  }

  /// `mhaC` (ISO/IEC 23008-3 §20.4): u8 version, u8 profile and level, u8 channel layout, ….
  static func parseMPEGH(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = ByteReader(record)
    try reader.skip(1)
    let profile = try reader.u8()
    let layout = Int(try reader.u8())
    let count = layout < layoutChannels.count ? layoutChannels[layout] : 0
    return SoundConfiguration(
      channels: count > 0 ? count : nil, suffix: ".0x" + hexPair(profile))
  }

  /// Channels by layout number (ISO/IEC 23091-3 table 2); zero where the stream says it.
  private static let layoutChannels = [
    0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14,
  ]

  /// `ddts` (ETSI TS 102 114 annex E): u32 rate, u32 highest and u32 average bit rate, u8 depth, ….
  static func parseDTS(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = ByteReader(record)
    let rate = try reader.u32()
    try reader.skip(4)
    let bitRate = Int64(try reader.u32())
    return SoundConfiguration(
      sampleRate: rate > 0 ? Double(rate) : nil, bits: Int(try reader.u8()),
      bitRate: bitRate > 0 ? bitRate : nil)
  }

  /// `dac4` (ETSI TS 103 190-2 annex E): 3 bits version, 7 bits of the stream's, 1 bit rate, 4 bits frame rate, 9 bits count
  /// of presentations; a programme ID and bit rates; for each presentation u8 version, u8 length, 5 bits configuration,
  /// 3 bits compatibility, ….
  static func parseAC4(_ record: ByteSlice) throws(ParseError) -> SoundConfiguration {
    var reader = BitReader(record)
    guard try reader.bits(3) == 1 else { return SoundConfiguration() }
    let version = try reader.bits(7)
    let rate: Double = try reader.flag() ? 48000 : 44100
    try reader.skip(4 + 9)
    if version > 1, try reader.flag() {
      try reader.skip(16)
      if try reader.flag() { try reader.skip(128) }
    }
    try reader.skip(2 + 32 + 32)
    reader.align()
    let presentation = try reader.bits(8)
    if try reader.bits(8) == 255 { try reader.skip(16) }
    guard try reader.bits(5) != 6 else { return SoundConfiguration(sampleRate: rate) }
    let parts = [version, presentation, try reader.bits(3)]
    return SoundConfiguration(
      sampleRate: rate, suffix: parts.map { "." + CodecText.decimal($0) }.joined())
  }
}
