/// The colour description in an AV1 sequence header OBU, which follows the fields of `av1C` ("AV1
/// Bitstream & Decoding Process Specification" §5.5).
///
/// All earlier fields are skipped.
///
///     1 bit, 4 bits type (1: sequence header), 1 bit extension, 1 bit size, 1 bit; [u8 extension], [size as LEB128]
struct AV1SequenceHeader: Sendable, Hashable {
  /// The colour description.
  let usability: BitstreamColor

  /// The type of the unit: OBU_SEQUENCE_HEADER.
  private static let type: UInt8 = 1
  /// Standard RGB: primaries, transfer function and matrix; it always has full range.
  private static let standardRGB = [1, 13, 0]

  /// Returns the first sequence header in open bitstream units; nil if it is missing or truncated.
  static func first(in units: ByteSlice) -> AV1SequenceHeader? {
    var reader = ByteReader(units)
    while let (type, payload) = try? unit(&reader) {
      guard type == AV1SequenceHeader.type else { continue }
      var bits = BitReader(payload)
      return (try? usability(&bits)).map(AV1SequenceHeader.init)
    }
    return nil
  }

  /// Reads the header and the payload of the next unit (§5.3); without a size field, the payload
  /// extends to the end.
  private static func unit(
    _ reader: inout ByteReader
  ) throws(ParseError) -> (type: UInt8, payload: ByteSlice) {
    let head = try reader.u8()
    if head & 4 != 0 { try reader.skip(1) }
    guard head & 2 != 0 else { return (head >> 3 & 15, reader.takeRest()) }
    var size = 0
    for shift in stride(from: 0, to: 28, by: 7) {
      let byte = try reader.u8()
      size |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { break }
    }
    return (head >> 3 & 15, try reader.bytes(size))
  }

  /// Reads a sequence header (§5.5.1) up to its colours.
  private static func usability(
    _ reader: inout BitReader
  ) throws(ParseError) -> BitstreamColor {
    let profile = try reader.bits(3)
    try reader.skip(1)
    let isReduced = try reader.flag()
    if isReduced { try reader.skip(5) } else { try skipOperatingPoints(&reader) }
    let (width, height) = (Int(try reader.bits(4)) + 1, Int(try reader.bits(4)) + 1)
    try reader.skip(width + height)
    if !isReduced, try reader.flag() { try reader.skip(7) }
    try reader.skip(3)
    if !isReduced { try skipTools(&reader) }
    try reader.skip(3)
    return try colors(&reader, profile)
  }

  /// Skips timing, decoder model and operating points (§5.5.1, §5.5.3, §5.5.4).
  private static func skipOperatingPoints(_ reader: inout BitReader) throws(ParseError) {
    var delayBits: Int?
    if try reader.flag() {
      try reader.skip(64)
      if try reader.flag() { _ = try reader.exponential() }
      if try reader.flag() {
        delayBits = Int(try reader.bits(5)) + 1
        try reader.skip(32 + 5 + 5)
      }
    }
    let hasDisplayDelay = try reader.flag()
    for _ in 0...(try reader.bits(5)) {
      try reader.skip(12)
      if try reader.bits(5) > 7 { try reader.skip(1) }
      if let delayBits, try reader.flag() { try reader.skip(2 * delayBits + 1) }
      if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
    }
  }

  /// Skips the flags of coding tools, which a reduced header lacks (§5.5.1).
  private static func skipTools(_ reader: inout BitReader) throws(ParseError) {
    try reader.skip(4)
    let hasOrder = try reader.flag()
    if hasOrder { try reader.skip(2) }
    // Screen content tools are chosen either for each frame or for all frames.
    var isForced = try reader.flag()
    if !isForced { isForced = try reader.flag() }
    if isForced, try !reader.flag() { try reader.skip(1) }
    if hasOrder { try reader.skip(3) }
  }

  /// Reads the colour configuration (§5.5.2) up to the range.
  private static func colors(
    _ reader: inout BitReader, _ profile: UInt32
  ) throws(ParseError) -> BitstreamColor {
    let isDeep = try reader.flag()
    if profile == 2, isDeep { try reader.skip(1) }
    let isMonochrome = profile == 1 ? false : try reader.flag()
    var codes = [2, 2, 2]
    if try reader.flag() {
      for index in codes.indices { codes[index] = Int(try reader.bits(8)) }
    }
    let isRGB = !isMonochrome && codes == standardRGB
    return BitstreamColor(codes: codes, isFullRange: isRGB ? true : try reader.flag())
  }
}
