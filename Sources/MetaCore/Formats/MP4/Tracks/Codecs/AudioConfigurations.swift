/// The audio properties in the configuration record of Opus, FLAC, Apple Lossless, PCM, MPEG-H,
/// DTS, TrueHD or AC-4: one `parse…` function per record.
///
/// Properties that a record lacks, or that are not read from it, are nil. AAC, AC-3 and E-AC-3 have
/// their own types.
struct AudioConfiguration: Sendable, Hashable {
  var sampleRate: Double?
  var channels: Int?
  /// The speaker positions of the channels as bits of WAVEFORMATEXTENSIBLE, for DTS and TrueHD; nil
  /// if one of the positions has no such bit, or two share one.
  var speakers: UInt32?
  var bits: Int?
  var bitRate: Int64?
  /// The number of samples to drop at the start.
  var encoderDelay: Int?
  /// The MD5 of the decoded audio in hexadecimal.
  var decodedMD5: String?
  /// The part of a codec string after the format.
  var suffix = ""

  /// Reads `dOps` (Encapsulation of Opus in ISO Base Media File Format §4.3.2): u8 version, u8
  /// channels, u16 pre-skip, u32 input rate, i16 gain, u8 mapping, … The output rate of Opus is
  /// always 48 kHz.
  static func parseOpus(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = ByteReader(record)
    try reader.skip(1)
    let channels = Int(try reader.u8())
    return AudioConfiguration(
      sampleRate: 48000, channels: channels, encoderDelay: Int(try reader.u16()))
  }

  /// Reads `dfLa` (Encapsulation of FLAC in ISO Base Media File Format §3.3.2): u8 version, u24
  /// flags, then metadata blocks, each u8 type, u24 length, content; the first is STREAMINFO.
  static func parseFLAC(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4 + 4)
    let info = try FLACStreamInfo.parse(
      try reader.bytes(min(FLACStreamInfo.size, reader.remaining)))
    return AudioConfiguration(
      sampleRate: Double(info.sampleRate), channels: info.channels, bits: info.bitsPerSample,
      decodedMD5: info.decodedMD5?.bytes.hexadecimal)
  }

  /// Reads `alac` (Apple Lossless format description, "ALACSpecificConfig"): u8 version, u24 flags;
  /// u32 frame length, u8 version, u8 depth, u8[3] tuning, u8 channels, u16 run, u32 largest frame,
  /// u32 average bit rate, u32 rate.
  static func parseLossless(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4 + 4 + 1)
    let bits = Int(try reader.u8())
    try reader.skip(3)
    let channels = Int(try reader.u8())
    try reader.skip(2 + 4)
    let bitRate = Int64(try reader.u32())
    return AudioConfiguration(
      sampleRate: Double(try reader.u32()), channels: channels, bits: bits,
      bitRate: bitRate > 0 ? bitRate : nil)
  }

  /// Reads `pcmC` (ISO/IEC 23003-5 §4.3): u8 version, u24 flags, u8 byte order, u8 depth.
  static func parsePCM(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = ByteReader(record)
    try reader.skip(4 + 1)
    return AudioConfiguration(bits: Int(try reader.u8()))
  }

  /// Reads `mhaC` (ISO/IEC 23008-3 §20.4): u8 version, u8 profile and level, u8 channel layout, ….
  static func parseMPEGH(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = ByteReader(record)
    try reader.skip(1)
    let profile = try reader.u8()
    let layout = Int(try reader.u8())
    let count = layout < layoutChannels.count ? layoutChannels[layout] : 0
    return AudioConfiguration(
      channels: count > 0 ? count : nil, suffix: ".0x" + hexPair(profile))
  }

  /// The number of channels by layout (ISO/IEC 23091-3 table 2); 0 if the stream specifies it.
  private static let layoutChannels = [
    0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14,
  ]

  /// Reads `ddts` (ETSI TS 102 114 annex E): u32 rate, u32 maximum and u32 average bit rate, u8
  /// depth, 32 bits of frames, core and extensions, u16 channels, ….
  static func parseDTS(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = ByteReader(record)
    let rate = try reader.u32()
    try reader.skip(4)
    let bitRate = Int64(try reader.u32())
    let bits = Int(try reader.u8())
    var configuration = AudioConfiguration(
      sampleRate: rate > 0 ? Double(rate) : nil, bits: bits, bitRate: bitRate > 0 ? bitRate : nil)
    guard reader.remaining >= 6 else { return configuration }
    try reader.skip(4)
    configuration.setSpeakers(UInt32(try reader.u16()), of: dtsSpeakers)
    return configuration
  }

  /// The speakers for the bits in `ddts` (ETSI TS 102 114 table 7-10): C, L R, Ls Rs, LFE, Cs, Lh
  /// Rh, Lsr Rsr, Ch, Oh, Lc Rc, Lw Rw, Lss Rss, LFE2, Lhs Rhs, Chr, Lhr Rhr.
  private static let dtsSpeakers: [(count: Int, mask: UInt32)] = [
    (1, 0x4), (2, 0x3), (2, 0x600), (1, 0x8), (1, 0x100), (2, 0x5000), (2, 0x30), (1, 0x2000),
    (1, 0x800), (2, 0xC0), (2, 0), (2, 0x600), (1, 0), (2, 0), (1, 0x1_0000), (2, 0x2_8000),
  ]

  /// Reads `dmlp` (Dolby, "TrueHD (MLP) bitstreams within the ISO base media file format" §4.2): 4
  /// bits rate, 8 bits modifiers, 5 bits channels of the six-channel presentation, 2 bits modifier,
  /// 13 bits channels of the eight-channel presentation.
  static func parseTrueHD(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = BitReader(record)
    let number = Int(try reader.bits(4))
    try reader.skip(8)
    let six = try reader.bits(5)
    try reader.skip(2)
    let eight = try reader.bits(13)
    // The rates are 48 and 44.1 kHz, multiplied by one, two and four.
    var configuration = AudioConfiguration()
    if number & 7 < 3 {
      configuration.sampleRate = (number < 8 ? 48000 : 44100) * Double(1 << (number & 7))
    }
    configuration.setSpeakers(eight != 0 ? eight : six, of: trueHDSpeakers)
    return configuration
  }

  /// The speakers for the bits in `dmlp`: L R, C, LFE, Ls Rs, Lvh Rvh, Lc Rc, Lrs Rrs, Cs, Ts, Lsd
  /// Rsd, Lw Rw, Cvh, LFE2.
  private static let trueHDSpeakers: [(count: Int, mask: UInt32)] = [
    (2, 0x3), (1, 0x4), (1, 0x8), (2, 0x600), (2, 0x5000), (2, 0xC0), (2, 0x30), (1, 0x100),
    (1, 0x800), (2, 0), (2, 0), (1, 0x2000), (1, 0),
  ]

  /// Sets the speaker positions for the given bits; WAVEFORMATEXTENSIBLE has no equivalent for some
  /// of them.
  private mutating func setSpeakers(_ bits: UInt32, of table: [(count: Int, mask: UInt32)]) {
    var (count, mask) = (0, UInt32(0))
    for index in table.indices where bits >> UInt32(index) & 1 != 0 {
      count += table[index].count
      mask |= table[index].mask
    }
    guard count > 0 else { return }
    channels = count
    speakers = mask.nonzeroBitCount == count ? mask : nil
  }

  /// Reads `dac4` (ETSI TS 103 190-2 annex E): 3 bits version, 7 bits stream version, 1 bit rate, 4
  /// bits frame rate, 9 bits count of presentations; a programme ID and bit rates; for each
  /// presentation u8 version, u8 length, 5 bits configuration, 3 bits compatibility, ….
  static func parseAC4(_ record: ByteSlice) throws(ParseError) -> AudioConfiguration {
    var reader = BitReader(record)
    guard try reader.bits(3) == 1 else { return AudioConfiguration() }
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
    guard try reader.bits(5) != 6 else { return AudioConfiguration(sampleRate: rate) }
    let parts = [version, presentation, try reader.bits(3)]
    return AudioConfiguration(
      sampleRate: rate, suffix: parts.map { "." + CodecText.decimal($0) }.joined())
  }
}
