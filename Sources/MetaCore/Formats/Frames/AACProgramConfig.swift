/// An AAC program config element: object type, sample rate and channels of a stream whose header
/// has no channel configuration, in ADIF, ADTS and MP4 (ISO/IEC 14496-3 §4.4.1.1).
///
/// The number after each field is its size in bits.
///
///     tag 4  object type - 1: 2  sample rate 4  front 4  side 4  back 4  LFE 2  data 3  coupling 4
///     mono mix-down 1 [4]  stereo mix-down 1 [4]  matrix mix-down 1 [3]  elements: front, side, back: pair 1, tag 4; LFE: tag 4
struct AACProgramConfig: Sendable, Hashable {
  /// The object type: 1 main, 2 low complexity, 3 scalable sample rate, 4 long-term prediction.
  let objectType: Int
  /// The index of the sample rate (14496-3 table 1.18).
  let rateIndex: Int
  let channels: Int

  init(_ bits: inout BitReader) throws(ParseError) {
    try bits.skip(4)
    objectType = Int(try bits.bits(2)) + 1
    rateIndex = Int(try bits.bits(4))
    let elements = try bits.bits(4) + bits.bits(4) + bits.bits(4)
    var count = Int(try bits.bits(2))
    try bits.skip(3 + 4)
    if try bits.flag() { try bits.skip(4) }
    if try bits.flag() { try bits.skip(4) }
    if try bits.flag() { try bits.skip(3) }
    for _ in 0..<elements {
      count += try bits.flag() ? 2 : 1
      try bits.skip(4)
    }
    channels = count
  }

  /// Parses the element at the start of an AAC block, with its three-bit type (14496-3 table 4.85);
  /// nil when the block begins with a different element, or the element is incomplete or has no
  /// channels.
  init?(ofBlock bytes: ByteSlice) {
    var bits = BitReader(bytes)
    guard (try? bits.bits(3)) == 5, let config = try? AACProgramConfig(&bits), config.channels > 0
    else { return nil }
    self = config
  }
}
