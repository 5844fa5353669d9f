/// Counts the samples or frames in consecutive packets of one logical stream, from the first bytes
/// of each packet.
struct OggPacketCounter: Sendable {
  /// The maximum number of bytes at the start of a packet that are needed.
  static let headSize = FLACFrame.longestHeader

  private enum Rule: Sendable {
    case opus, flac
    case vorbis(VorbisBlocks)
    /// Every packet has the same count: Speex and Theora.
    case fixed(Int64)
  }

  private let rule: Rule
  /// The block size of the previous Vorbis packet.
  private var previous: Int64?
  /// The sum of all counts, in the units of the positions of pages.
  private(set) var total: Int64 = 0

  /// Creates a counter; nil if the headers do not determine the counts.
  init?(_ stream: OggHead.Stream) {
    guard stream.isComplete else { return nil }
    switch stream.codec.kind {
    case .opus: rule = .opus
    case .flac: rule = .flac
    case .theora: rule = .fixed(1)
    case .speex:
      guard let count = stream.codec.packetDuration else { return nil }
      rule = .fixed(count)
    case .vorbis:
      guard stream.packets.count > 2,
        let blocks = VorbisBlocks(
          identification: stream.packets[0].bytes, setup: stream.packets[2].bytes)
      else { return nil }
      rule = .vorbis(blocks)
    case .other: return nil
    }
  }

  /// Counts a packet that begins with these bytes; damaged packets count as empty.
  mutating func add(_ head: ByteSlice) {
    switch rule {
    case .opus: total = total.plus(OggPacketCounter.opusSamples(head))
    case .flac: total = total.plus(Int64(clamping: (try? FLACFrame.parse(head))?.blockSize ?? 0))
    case .fixed(let count): total = total.plus(count)
    case .vorbis(let blocks):
      guard let size = blocks.size(head) else { return }
      // The first block only provides the overlap for the second one (Vorbis I §4.3.8).
      total = total.plus(previous.map { ($0 + size) / 4 } ?? 0)
      previous = size
    }
  }

  /// The frame sizes of the SILK and hybrid modes in samples at 48 kHz, by configuration (RFC 6716
  /// §3.1).
  private static let opusFrames: [Int64] =
    [480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 480, 960]

  /// Returns the number of samples of an Opus packet at 48 kHz; 0 if it is damaged.
  private static func opusSamples(_ packet: ByteSlice) -> Int64 {
    guard let first = packet[0] else { return 0 }
    let configuration = Int(first >> 3)
    let frame =
      configuration < opusFrames.count ? opusFrames[configuration] : 120 << Int64(configuration & 3)
    let count: Int64
    switch first & 3 {
    case 0: count = 1
    case 3: count = Int64((packet[1] ?? 0) & 63)
    default: count = 2
    }
    // A packet has at most 120 ms.
    return frame * count <= 5760 ? frame * count : 0
  }
}

/// The block sizes of one Vorbis stream for each mode (Vorbis I §4.2.2, §4.2.4).
///
/// The modes are at the end of the setup header, and everything before them has variable size, so
/// they are read backwards:
///
///     … 6 bits number of modes minus 1, then for each: 1 bit block size, 16 bits window type 0, 16 bits transform type 0, 8 bits mapping
///     1 bit set, zeros up to the end of the byte
private struct VorbisBlocks: Sendable {
  /// The block size of each mode in samples.
  private let sizes: [Int64]
  private static let modeSize = 41

  /// Reads the block sizes from two header packets; nil if they are damaged.
  init?(identification: ByteSlice, setup: ByteSlice) {
    guard let exponents = identification[28] else { return nil }
    let (short, long) = (Int64(1) << Int64(exponents & 15), Int64(1) << Int64(exponents >> 4))
    guard (64...8192).contains(short), (short...8192).contains(long),
      let last = setup.bytes.last, last != 0
    else { return nil }
    let end = setup.count * 8 - 1 - last.leadingZeroBitCount
    // The end of a mode may look like the number of modes, so the largest number is correct.
    var flags: [Bool] = []
    var count = 0
    while flags.count < 64,
      let flag = VorbisBlocks.mode(setup, at: end - (flags.count + 1) * VorbisBlocks.modeSize)
    {
      flags.append(flag)
      let start = end - flags.count * VorbisBlocks.modeSize - 6
      if VorbisBlocks.bits(setup, 6, at: start) == flags.count - 1 { count = flags.count }
    }
    guard count > 0 else { return nil }
    sizes = flags.prefix(count).reversed().map { $0 ? long : short }
  }

  /// Returns whether the mode at a bit position has long blocks; nil if it is not a mode.
  private static func mode(_ setup: ByteSlice, at position: Int) -> Bool? {
    guard let flag = bits(setup, 1, at: position), bits(setup, 32, at: position + 1) == 0,
      let mapping = bits(setup, 8, at: position + 33), mapping < 64
    else { return nil }
    return flag == 1
  }

  /// Returns a number at a bit position, the least significant bit of each byte first.
  private static func bits(_ bytes: ByteSlice, _ count: Int, at position: Int) -> Int? {
    guard position >= 0 else { return nil }
    var value = 0
    for index in 0..<count {
      guard let byte = bytes[(position + index) / 8] else { return nil }
      value |= Int(byte >> UInt8((position + index) % 8) & 1) << index
    }
    return value
  }

  /// Returns the block size of an audio packet; nil if it is damaged or not audio.
  func size(_ packet: ByteSlice) -> Int64? {
    guard let first = packet[0], first & 1 == 0 else { return nil }
    let width = Int.bitWidth - (sizes.count - 1).leadingZeroBitCount
    let mode = Int(first >> 1) & (1 << width - 1)
    return mode < sizes.count ? sizes[mode] : nil
  }
}
