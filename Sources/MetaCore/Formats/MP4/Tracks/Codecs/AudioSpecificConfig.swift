/// AudioSpecificConfig: the configuration of an MPEG-4 audio (AAC) decoder, parsed from `esds` or
/// from Matroska (ISO/IEC 14496-3 §1.6.2.1).
///
///     5 bits object type          31: 6 more bits follow
///     4 bits rate                 15: 24 bits follow
///     4 bits channels
///     object types 5 (SBR) and 29 (PS): output rate, then the object type of the core
///     fields of the object type
///     11 bits 0x2B7, 5 bits 5: backward-compatible SBR: 1 bit, rate; 11 bits 0x548: 1 bit PS
struct AudioSpecificConfig: Sendable, Hashable {
  /// The first object type, which is part of the codec string.
  let objectType: UInt32
  /// The output sample rate in Hz; nil if the code is reserved.
  private(set) var sampleRate: UInt32?
  /// The number of output channels; nil if the configuration is reserved, or only the stream
  /// specifies it.
  private(set) var channels: Int?
  /// The channel configuration (ISO/IEC 23001-8 table 8); 0 if the stream specifies it.
  let channelConfiguration: UInt32

  private static let rates: [UInt32] = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]
  /// The number of channels by configuration (ISO/IEC 23001-8 table 8); 0 if the configuration is
  /// reserved, or the stream specifies it.
  private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 3, 4, 7, 8, 24, 8]

  static func parse(_ bytes: ByteSlice) throws(ParseError) -> AudioSpecificConfig {
    var reader = BitReader(bytes)
    let first = try objectType(&reader)
    var rate = try rate(&reader)
    let configuration = Int(try reader.bits(4))
    var hasStereo = first == 29
    if first == 5 || first == 29 {
      rate = try AudioSpecificConfig.rate(&reader)
    } else if let added = try? hidden(&reader, first, configuration) {
      rate = added.rate ?? rate
      hasStereo = added.hasStereo
    }
    let counts = AudioSpecificConfig.channelCounts
    var count = configuration < counts.count ? counts[configuration] : 0
    if configuration == 0 { count = (try? described(&reader, first)) ?? 0 }
    return AudioSpecificConfig(
      objectType: first, sampleRate: rate,
      channels: count == 1 && hasStereo ? 2 : count == 0 ? nil : count,
      channelConfiguration: UInt32(clamping: configuration))
  }

  private static func objectType(_ reader: inout BitReader) throws(ParseError) -> UInt32 {
    let type = try reader.bits(5)
    return type == 31 ? 32 + (try reader.bits(6)) : type
  }

  private static func rate(_ reader: inout BitReader) throws(ParseError) -> UInt32? {
    let index = Int(try reader.bits(4))
    if index == 15 { return try reader.bits(24) }
    return index < rates.count ? rates[index] : nil
  }

  /// Reads the channels of a program config element, which follows the fields of plain AAC without
  /// a channel configuration (§4.4.1); returns nil for other object types.
  private static func described(
    _ reader: inout BitReader, _ type: UInt32
  ) throws(ParseError) -> Int? {
    // With SBR or PS, the object type of the core comes first.
    let core = type == 5 || type == 29 ? try objectType(&reader) : type
    guard (1...4).contains(core) else { return nil }
    try reader.skip(1)
    if try reader.flag() { try reader.skip(14) }
    try reader.skip(1)
    return try AACProgramConfig(&reader).channels
  }

  /// Reads SBR and PS after the fields of AAC, for the plain object types with a channel
  /// configuration; returns nil if there is no SBR.
  private static func hidden(
    _ reader: inout BitReader, _ type: UInt32, _ configuration: Int
  ) throws(ParseError) -> (rate: UInt32?, hasStereo: Bool)? {
    guard (1...4).contains(type), configuration != 0 else { return nil }
    try reader.skip(1)
    if try reader.flag() { try reader.skip(14) }
    try reader.skip(1)
    guard reader.remaining >= 16, try reader.bits(11) == 0x2B7, try reader.bits(5) == 5,
      try reader.flag()
    else { return nil }
    let rate = try rate(&reader)
    guard reader.remaining >= 12, try reader.bits(11) == 0x548 else { return (rate, false) }
    return (rate, try reader.flag())
  }
}
