/// The header of one AC-3 or E-AC-3 frame, with its size, rate and channels (ETSI TS 102 366
/// §4.4.1, E.1.2), in any container.
///
///     AC-3     u16 0B77, u16 crc1, 2 bits rate, 6 bits size, 5 bits bsid …; crc1 covers the first 5/8 after the sync word, crc2 all of it
///     E-AC-3   u16 0B77, 2 bits type, 3 bits substream, 11 bits size in words minus 1 … bsid at bit 40; the checksum covers all of it
package struct DolbyFrame: Sendable, Hashable {
  /// The size in bytes.
  package let size: Int
  /// Samples per second; nil if the code is reserved.
  package let sampleRate: UInt32?
  /// Samples per channel.
  package let sampleCount: Int
  /// The bit rate of AC-3 in bits per second; nil for E-AC-3, whose frames may have any size.
  package let bitRate: Int64?
  /// The channel mode, which does not include the LFE channel (`acmod`, ETSI TS 102 366 table 4.3).
  package let mode: Int
  /// Whether there is an LFE channel (`lfeon`).
  package let hasLowFrequencies: Bool
  /// Whether the frame adds channels to the preceding frame or belongs to another program, so that
  /// it has the same time as that frame.
  package let isFurther: Bool
  private let hasEarlyChecksum: Bool

  /// The maximum size of a frame in bytes.
  package static let longest = 4096

  /// Kilobits per second, for each pair of size codes.
  static let rates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  /// Samples per second by code; in E-AC-3, a fourth code indicates half of these rates.
  static let sampleRates: [UInt32] = [48_000, 44_100, 32_000]
  /// Channel counts by mode.
  static let channelCounts = [2, 1, 2, 3, 3, 4, 4, 5]
  /// The number of blocks of 256 samples, by code.
  private static let blockCounts = [1, 2, 3, 6]

  /// Parses the frame at the start of `bytes`, which must have at least eight bytes; nil if they
  /// are not a frame.
  package init?(_ bytes: ByteSlice) {
    guard bytes[0] == 0x0B, bytes[1] == 0x77, let identification = bytes[5].map({ $0 >> 3 }),
      identification <= 16
    else { return nil }
    var reader = BitReader(bytes.clamped(from: 2))
    do {
      self =
        identification <= 10
        ? try DolbyFrame(plain: &reader, identification: Int(identification))
        : try DolbyFrame(enhanced: &reader)
    } catch { return nil }
  }

  /// Parses the fields of AC-3 after the sync word.
  private init(plain reader: inout BitReader, identification: Int) throws(ParseError) {
    try reader.skip(16)
    let (rate, code) = (Int(try reader.bits(2)), Int(try reader.bits(6)))
    guard rate < 3, code / 2 < DolbyFrame.rates.count else {
      throw ParseError(.malformed, at: 0, "reserved sample or bit rate code")
    }
    let kilobits = DolbyFrame.rates[code / 2]
    // The size is a number of words per 1536 samples, which is not an integer at 44.1 kHz.
    switch rate {
    case 0: size = kilobits * 4
    case 1: size = (kilobits * 1536 * 1000 / 44_100 / 16 + code % 2) * 2
    default: size = kilobits * 6
    }
    // Codes above 8 denote half and a quarter of the rate.
    let halvings = max(0, identification - 8)
    sampleRate = DolbyFrame.sampleRates[rate] >> UInt32(halvings)
    bitRate = Int64(kilobits * 1000) >> Int64(halvings)
    sampleCount = 1536
    try reader.skip(5 + 3)
    mode = Int(try reader.bits(3) & 7)
    if mode & 1 != 0, mode != 1 { try reader.skip(2) }
    if mode & 4 != 0 { try reader.skip(2) }
    if mode == 2 { try reader.skip(2) }
    hasLowFrequencies = try reader.flag()
    isFurther = false
    hasEarlyChecksum = true
  }

  /// Parses the fields of E-AC-3 after the sync word.
  private init(enhanced reader: inout BitReader) throws(ParseError) {
    let type = try reader.bits(2)
    let stream = try reader.bits(3)
    size = Int(try reader.bits(11)) * 2 + 2
    let rate = Int(try reader.bits(2) & 3)
    let second = Int(try reader.bits(2) & 3)
    if rate == 3 {
      sampleRate = second == 3 ? nil : DolbyFrame.sampleRates[second] / 2
    } else {
      sampleRate = DolbyFrame.sampleRates[rate]
    }
    sampleCount = 256 * (rate == 3 ? 6 : DolbyFrame.blockCounts[second])
    mode = Int(try reader.bits(3) & 7)
    hasLowFrequencies = try reader.flag()
    bitRate = nil
    isFurther = type == 1 || stream != 0
    hasEarlyChecksum = false
  }

  /// The speakers for each mode, as a WAVEFORMATEXTENSIBLE bit mask: 1+1, C, L R, L C R, L R S, L C
  /// R S, L R Ls Rs, L C R Ls Rs.
  private static let modeSpeakers: [UInt32] = [
    0x003, 0x004, 0x003, 0x007, 0x103, 0x107, 0x603, 0x607,
  ]

  /// Returns the speakers of a mode, with or without LFE.
  static func speakers(mode: Int, hasLowFrequencies: Bool) -> UInt32 {
    modeSpeakers[mode & 7] | (hasLowFrequencies ? 0x008 : 0)
  }

  /// Whether the frame is E-AC-3 rather than AC-3.
  package var isEnhanced: Bool { !hasEarlyChecksum }

  /// The number of channels.
  package var channels: Int {
    DolbyFrame.channelCounts[mode & 7] + (hasLowFrequencies ? 1 : 0)
  }

  /// Whether `bytes` begins with the complete frame and the checksums match.
  package func hasValidChecksums(_ bytes: ByteSlice) -> Bool {
    guard bytes.count >= size, size >= 6 else { return false }
    let checksum = CyclicChecksum.polynomial8005
    let frame = bytes.clamped(from: 0, count: size)
    if hasEarlyChecksum {
      let words = size / 2
      let early = (words / 2 + words / 8) * 2
      guard checksum.of(frame.clamped(from: 2, count: early - 2).bytes) == 0 else { return false }
    }
    return checksum.of(frame.clamped(from: 2).bytes) == 0
  }
}

extension DolbyFrame {
  /// The maximum number of bytes to load at a time for a search.
  private static let longestSearch = 1 << 16

  /// Whether `bytes` contains the complete frame.
  fileprivate func isComplete(in bytes: ByteSlice) -> Bool { size >= 6 && size <= bytes.count }

  /// Returns the end of this frame or, if bytes are missing from it, the start of the next one in
  /// it.
  fileprivate func end(
    from position: Int64, _ bytes: ByteSlice, of stream: Range<Int64>, _ window: SourceWindow
  ) throws(ParseError) -> Int64 {
    let end = position + Int64(size)
    guard end < stream.upperBound,
      DolbyFrame(try window.bytes(at: end, upTo: 8, in: stream)) == nil, !hasValidChecksums(bytes)
    else { return end }
    return try DolbyFrame.next(in: (position + 2)..<end, of: stream, window) ?? end
  }

  /// Returns the start of the first frame that begins in a range of a stream, and is followed by
  /// another frame or ends with the stream; nil when there is none.
  fileprivate static func next(
    in range: Range<Int64>, of stream: Range<Int64>, _ window: SourceWindow
  ) throws(ParseError) -> Int64? {
    var position = range.lowerBound
    // Short searches use the bytes that the window already contains.
    var size = 2 * longest
    while position < range.upperBound {
      let count = Int(min(Int64(size), stream.upperBound - position))
      let bytes = try window.bytes(at: position, upTo: count)
      let isLast = bytes.count < count || position + Int64(count) == stream.upperBound
      // The rest of the piece is searched with the next one, so that every frame is complete.
      let usable = isLast ? bytes.count : bytes.count - longest - 8
      let end = Int(min(Int64(usable), range.upperBound - position))
      var index = 0
      while let found = bytes.firstIndex(of: 0x0B, from: index), found < end {
        if isFollowed(bytes.clamped(from: found)) { return position + Int64(found) }
        index = found + 1
      }
      position += Int64(max(1, end))
      size = min(size * 2, longestSearch)
    }
    return nil
  }

  /// Whether `bytes` begins with a frame that is followed by another one or by nothing.
  private static func isFollowed(_ bytes: ByteSlice) -> Bool {
    guard let frame = DolbyFrame(bytes), frame.isComplete(in: bytes) else { return false }
    return frame.size == bytes.count || DolbyFrame(bytes.clamped(from: frame.size)) != nil
  }
}

extension IntegrityReport {
  /// Checks a stream of AC-3 or E-AC-3 frames, one at a time.
  package mutating func checkDolbyStream(
    _ window: SourceWindow, in stream: Range<Int64>, _ path: StructurePath
  ) throws(ParseError) {
    var position = stream.lowerBound
    while position < stream.upperBound {
      let remaining = Int(min(Int64(DolbyFrame.longest), stream.upperBound - position))
      let head = try window.bytes(at: position, upTo: remaining)
      guard let frame = DolbyFrame(head), frame.isComplete(in: head) else {
        let range = (position + 1)..<stream.upperBound
        let next = try DolbyFrame.next(in: range, of: stream, window) ?? stream.upperBound
        fail(
          .dolbyFrames, path, at: position,
          "\(next - position) bytes do not form a complete frame")
        position = next
        continue
      }
      checkDolbyFrames(head.clamped(from: 0, count: frame.size), path, at: position)
      position = try frame.end(from: position, head, of: stream, window)
    }
  }

  /// Checks consecutive AC-3 or E-AC-3 frames that fill `bytes`.
  package mutating func checkDolbyFrames(
    _ bytes: ByteSlice, _ path: StructurePath, at offset: Int64
  ) {
    var place = 0
    while place < bytes.count {
      let rest = bytes.clamped(from: place)
      guard let frame = DolbyFrame(rest), frame.size <= rest.count, frame.size >= 6 else {
        return fail(
          .dolbyFrames, path, at: offset + Int64(place),
          "\(rest.count) bytes do not form a complete frame")
      }
      addResult(
        .dolbyFrames, path, at: offset + Int64(place),
        frame.hasValidChecksums(rest) ? nil : "a checksum of the frame does not match its bytes")
      place += frame.size
    }
  }
}
