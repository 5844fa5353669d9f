/// `dac3` or `dec3`: sample rate, channels and bit rate in the configuration record of an AC-3 or
/// Enhanced AC-3 track (ETSI TS 102 366 annex F).
///
///     dac3: 2 bits rate, 5 bits stream ID, 3 bits service, 3 bits channels, 1 bit LFE, 5 bits bit rate
///     dec3: 13 bits kbit/s, 3 bits count minus one, then for each: 2 bits rate, 5 bits stream ID, 1 bit reserved,
///           1 bit associated, 3 bits service, 3 bits channels, 1 bit LFE, 3 bits reserved,
///           4 bits count of dependent streams, [9 bits channel locations, or 1 bit reserved]
struct DolbyAudioConfiguration: Sendable, Hashable {
  /// The sample rate in Hz; nil if the code is reserved.
  let sampleRate: UInt32?
  let channels: Int
  /// The channel mode of the main stream (ETSI TS 102 366 table 4.3), which does not include the
  /// LFE channel.
  let mode: Int
  let hasLowFrequencies: Bool
  /// Whether dependent streams add channels.
  var hasDependentStreams = false
  /// The bit rate in bits per second; nil if unspecified.
  let bitRate: Int64?

  /// Reads `dac3`.
  static func parseAC3(_ record: ByteSlice) throws(ParseError) -> DolbyAudioConfiguration {
    var reader = BitReader(record)
    let rate = Int(try reader.bits(2))
    try reader.skip(8)
    let mode = Int(try reader.bits(3) & 7)
    let hasLow = try reader.flag()
    let code = Int(try reader.bits(5))
    return DolbyAudioConfiguration(
      sampleRate: sampleRate(rate),
      channels: DolbyFrame.channelCounts[mode] + (hasLow ? 1 : 0), mode: mode,
      hasLowFrequencies: hasLow,
      bitRate: code < DolbyFrame.rates.count ? Int64(DolbyFrame.rates[code]) * 1000 : nil)
  }

  /// Reads `dec3`: the first independent stream, with the channels that dependent streams add.
  static func parseEnhanced(_ record: ByteSlice) throws(ParseError) -> DolbyAudioConfiguration {
    var reader = BitReader(record)
    let bitRate = Int64(try reader.bits(13)) * 1000
    try reader.skip(3)
    let rate = Int(try reader.bits(2))
    try reader.skip(5 + 1 + 1 + 3)
    let mode = Int(try reader.bits(3) & 7)
    let hasLow = try reader.flag()
    try reader.skip(3)
    let isExtended = try reader.bits(4) > 0
    let more = isExtended ? added(try reader.bits(9)) : 0
    return DolbyAudioConfiguration(
      sampleRate: sampleRate(rate),
      channels: DolbyFrame.channelCounts[mode] + (hasLow ? 1 : 0) + more, mode: mode,
      hasLowFrequencies: hasLow, hasDependentStreams: isExtended,
      bitRate: bitRate > 0 ? bitRate : nil)
  }

  private static func sampleRate(_ number: Int) -> UInt32? {
    DolbyFrame.sampleRates.indices.contains(number) ? DolbyFrame.sampleRates[number] : nil
  }

  /// Returns the number of channels in dependent streams: locations are single channels or pairs
  /// (table F.6.1).
  private static func added(_ places: UInt32) -> Int {
    // From the lowest bit: Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2.
    let pairs: UInt32 = 0b0_0111_0011
    return (places & 0x1FF).nonzeroBitCount + (places & pairs).nonzeroBitCount
  }
}
