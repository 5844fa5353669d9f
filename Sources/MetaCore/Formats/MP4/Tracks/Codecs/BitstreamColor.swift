/// The colour description in the video usability information (VUI) of an H.264 or H.265 sequence
/// parameter set, or in an AV1 sequence header (ITU-T H.264 annex E, H.265 annex E).
///
/// It supplements the colour description in the container, which may be missing.
///
///     aspect flag [u8 aspect, 255: u16 width, u16 height], overscan flag [flag],
///     signal flag [3 bits format, flag full range, flag colours [u8 primaries, u8 transfer, u8 matrix]], …
struct BitstreamColor: Sendable, Hashable {
  /// The codes of ISO/IEC 23091-2; nil for unspecified values.
  private(set) var primaries: Int?
  private(set) var transfer: Int?
  private(set) var matrix: Int?
  private(set) var isFullRange: Bool?

  /// The code for unspecified values.
  private static let unspecified = 2
  /// The aspect ratio code that is followed by two numbers.
  private static let extendedAspect: UInt32 = 255
  /// The maximum number of bytes that are read from a parameter set.
  private static let longest = 4096

  /// The colour description in the model; nil if the stream has none.
  var color: ColorDescription? {
    guard primaries != nil || transfer != nil || matrix != nil || isFullRange != nil else {
      return nil
    }
    var color = ColorDescription(kind: "bitstream")
    (color.primaries, color.transfer, color.matrix) = (primaries, transfer, matrix)
    color.isFullRange = isFullRange
    return color
  }

  /// Creates a description from the codes of primaries, transfer function and matrix.
  init(codes: [Int], isFullRange: Bool) {
    func known(_ index: Int) -> Int? {
      codes.indices.contains(index) && codes[index] != BitstreamColor.unspecified
        ? codes[index] : nil
    }
    (primaries, transfer, matrix) = (known(0), known(1), known(2))
    self.isFullRange = isFullRange
  }

  /// Reads the usability information up to the colours.
  private init(_ reader: inout BitReader) throws(ParseError) {
    if try reader.flag(), try reader.bits(8) == BitstreamColor.extendedAspect {
      try reader.skip(32)
    }
    if try reader.flag() { try reader.skip(1) }
    guard try reader.flag() else { return }
    try reader.skip(3)
    isFullRange = try reader.flag()
    guard try reader.flag() else { return }
    func code() throws(ParseError) -> Int? {
      let code = Int(try reader.bits(8))
      return code == BitstreamColor.unspecified || code == 0 ? nil : code
    }
    primaries = try code()
    transfer = try code()
    // Zero is the identity: the components are red, green and blue.
    let last = Int(try reader.bits(8))
    matrix = last == BitstreamColor.unspecified ? nil : last
  }

  // MARK: H.264

  /// Returns whether the parameter sets of a profile also describe the sample format (ITU-T H.264
  /// §7.3.2.1.1).
  private static func isHigh(_ profile: UInt32) -> Bool {
    switch profile {
    case 44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244: true
    default: false
    }
  }

  /// Reads a sequence parameter set with its header; returns nil if it has no usability
  /// information.
  ///
  /// - Throws: ``ParseError`` if it is truncated.
  static func h264(_ unit: ByteSlice) throws(ParseError) -> BitstreamColor? {
    var reader = BitReader(payload(of: unit))
    try reader.skip(8)
    let profile = try reader.bits(8)
    try reader.skip(16)
    _ = try reader.exponential()
    if isHigh(profile) { try skipSamples(&reader) }
    _ = try reader.exponential()
    try skipPictureOrder(&reader)
    _ = try reader.exponential()
    try reader.skip(1)
    for _ in 0..<2 { _ = try reader.exponential() }
    // Interlaced video has one more flag.
    if try !reader.flag() { try reader.skip(1) }
    try reader.skip(1)
    if try reader.flag() { for _ in 0..<4 { _ = try reader.exponential() } }
    return try reader.flag() ? BitstreamColor(&reader) : nil
  }

  /// Skips chroma format, bit depths and scaling lists of a high profile (ITU-T H.264 §7.3.2.1.1).
  private static func skipSamples(_ reader: inout BitReader) throws(ParseError) {
    let chroma = try reader.exponential()
    if chroma == 3 { try reader.skip(1) }
    for _ in 0..<2 { _ = try reader.exponential() }
    try reader.skip(1)
    guard try reader.flag() else { return }
    for list in 0..<(chroma == 3 ? 12 : 8) where try reader.flag() {
      try skipScaling(&reader, count: list < 6 ? 16 : 64)
    }
  }

  /// Skips a scaling list, which may end early (ITU-T H.264 §7.3.2.1.1.1).
  private static func skipScaling(
    _ reader: inout BitReader, count: Int
  ) throws(ParseError) {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 { next = (last + (try reader.signedExponential()) + 256) % 256 }
      last = next == 0 ? last : next
    }
  }

  /// Skips the fields of the picture order count type (ITU-T H.264 §7.3.2.1.1).
  private static func skipPictureOrder(_ reader: inout BitReader) throws(ParseError) {
    switch try reader.exponential() {
    case 0: _ = try reader.exponential()
    case 1:
      try reader.skip(1)
      for _ in 0..<2 { _ = try reader.exponential() }
      let count = try reader.exponential()
      // There are at most 255 (ITU-T H.264 §7.4.2.1.1); damaged data must not cause long loops.
      for _ in 0..<min(count, 255) { _ = try reader.exponential() }
    default: break
    }
  }

  // MARK: H.265

  /// Reads a sequence parameter set with its header; returns nil if it has no usability
  /// information.
  ///
  /// - Throws: ``ParseError`` if it is truncated.
  static func h265(_ unit: ByteSlice) throws(ParseError) -> BitstreamColor? {
    var reader = BitReader(payload(of: unit))
    try reader.skip(16 + 4)
    let layers = Int(try reader.bits(3))
    try reader.skip(1)
    try skipProfiles(&reader, layers)
    _ = try reader.exponential()
    if try reader.exponential() == 3 { try reader.skip(1) }
    for _ in 0..<2 { _ = try reader.exponential() }
    if try reader.flag() { for _ in 0..<4 { _ = try reader.exponential() } }
    for _ in 0..<2 { _ = try reader.exponential() }
    let orderBits = Int(try reader.exponential()) + 4
    let first = try reader.flag() ? 0 : layers
    for _ in first...layers { for _ in 0..<3 { _ = try reader.exponential() } }
    for _ in 0..<6 { _ = try reader.exponential() }
    if try reader.flag(), try reader.flag() { try skipScalingLists(&reader) }
    try reader.skip(2)
    if try reader.flag() {
      try reader.skip(8)
      for _ in 0..<2 { _ = try reader.exponential() }
      try reader.skip(1)
    }
    try skipReferenceSets(&reader)
    if try reader.flag() {
      let count = try reader.exponential()
      // There are at most 32 (ITU-T H.265 §7.4.3.2.1).
      for _ in 0..<min(count, 33) { try reader.skip(orderBits + 1) }
    }
    try reader.skip(2)
    return try reader.flag() ? BitstreamColor(&reader) : nil
  }

  /// Skips profile, tier and level (ITU-T H.265 §7.3.3).
  private static func skipProfiles(
    _ reader: inout BitReader, _ layers: Int
  ) throws(ParseError) {
    try reader.skip(88 + 8)
    var sizes: [Int] = []
    for _ in 0..<layers {
      sizes.append((try reader.flag() ? 88 : 0) + (try reader.flag() ? 8 : 0))
    }
    if layers > 0 { try reader.skip(2 * (8 - layers)) }
    for size in sizes { try reader.skip(size) }
  }

  /// Skips scaling lists (§7.3.4).
  private static func skipScalingLists(_ reader: inout BitReader) throws(ParseError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try reader.flag() else {
          _ = try reader.exponential()
          continue
        }
        if size > 1 { _ = try reader.signedExponential() }
        for _ in 0..<min(64, 1 << (4 + (size << 1))) { _ = try reader.signedExponential() }
      }
    }
  }

  /// Skips short-term reference picture sets (§7.3.7).
  private static func skipReferenceSets(_ reader: inout BitReader) throws(ParseError) {
    let count = Int(try reader.exponential())
    var sizes: [Int] = []
    // There are at most 64 sets (ITU-T H.265 §7.4.3.2.1) of 16 pictures.
    for index in 0..<min(count, 64) {
      if index > 0, try reader.flag() {
        try reader.skip(1)
        _ = try reader.exponential()
        var size = 0
        for _ in 0...(sizes.last ?? 0) {
          var counts = try reader.flag()
          if !counts { counts = try reader.flag() }
          if counts { size += 1 }
        }
        sizes.append(size)
      } else {
        let (before, after) = (try reader.exponential(), try reader.exponential())
        let size = Int(min(before, 16)) + Int(min(after, 16))
        for _ in 0..<size {
          _ = try reader.exponential()
          try reader.skip(1)
        }
        sizes.append(size)
      }
    }
  }

  /// Returns the start of a unit, including its header, without emulation prevention bytes, which
  /// are the third byte of each 0, 0, 3.
  private static func payload(of unit: ByteSlice) -> ByteSlice {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit.bytes.prefix(longest) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return ByteSlice(bytes)
  }
}

extension BitReader {
  /// Reads an unsigned Exp-Golomb code (ITU-T H.264 §9.1).
  mutating func exponential() throws(ParseError) -> UInt32 {
    var zeros = 0
    while zeros < 32, try !flag() { zeros += 1 }
    guard zeros < 32 else {
      throw ParseError(.malformed, at: 0, "an Exp-Golomb code of more than 32 bits")
    }
    return (1 << UInt32(zeros)) - 1 + (try bits(zeros))
  }

  /// Reads a signed Exp-Golomb code.
  fileprivate mutating func signedExponential() throws(ParseError) -> Int {
    let code = Int(try exponential())
    return code % 2 == 1 ? (code + 1) / 2 : -(code / 2)
  }
}
