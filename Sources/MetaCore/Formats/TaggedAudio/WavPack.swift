/// Reads the blocks of a WavPack stream, and checks their sequence and checksums, for
/// ``TaggedAudioKind`` ("WavPack 4 & 5 Binary File / Block Format").
///
/// Offset and size of each field in bytes; numbers are little-endian:
///
///      0  4  "wvpk"     4  4  remaining size       8  2  version     10  1  block index, bits 32 and up
///     11  1  samples of the file, bits 32 and up  12  4  samples of the file; all ones: unknown
///     16  4  block index                          20  4  samples of the block; 0 for metadata only
///     24  4  flags                                28  4  checksum
///
/// Flags: 0-1 bytes per sample minus 1, 2 mono, 12 the last block of several for all channels,
/// 13-17 unused bits of a sample, 23-26 sample rate (15: in metadata), 31 DSD.
enum WavPack {
  /// The size of a block header in bytes.
  static let headerSize: Int64 = 32
  private static let rates: [UInt32] = [
    6000, 8000, 9600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000,
    88_200, 96_000, 192_000,
  ]

  /// The header of one block; index and samples count samples per channel.
  struct Block {
    var size: Int64
    var version: UInt16
    /// The number of samples in the whole file; nil when unknown.
    var total: Int64?
    var index: Int64
    var samples: Int64
    var flags: UInt32

    var isMono: Bool { flags & 4 != 0 }
    var isLast: Bool { flags & 1 << 12 != 0 }
    var isDSD: Bool { flags & 1 << 31 != 0 }

    init?(_ head: ByteSlice) throws(ParseError) {
      guard head.starts(with: "wvpk".utf8) else { return nil }
      var reader = ByteReader(head)
      try reader.skip(4)
      size = Int64(try reader.littleU32()) + 8
      version = try reader.littleU16()
      let indexHigh = Int64(try reader.u8())
      let totalHigh = Int64(try reader.u8())
      let totalLow = try reader.littleU32()
      index = indexHigh << 32 | Int64(try reader.littleU32())
      samples = Int64(try reader.littleU32())
      flags = try reader.littleU32()
      // The lower 32 bits are never all ones, so each wraparound is one short.
      total = totalLow == .max ? nil : (totalHigh << 32 | Int64(totalLow)) - totalHigh
    }
  }

  /// Adds up the channels of the blocks for the first samples, and describes the audio; nil when
  /// there is no such block.
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    var position = stream.lowerBound
    var properties: AudioProperties?
    var channels = 0
    for _ in 0..<64 where position < stream.upperBound {
      let head = try window.bytes(at: position, upTo: Int(headerSize), in: stream)
      guard let block = try Block(head), block.size >= headerSize else { break }
      if block.samples > 0 {
        if properties == nil {
          properties = try self.properties(of: block, at: position, in: window)
        }
        channels += block.isMono ? 1 : 2
        if block.isLast { break }
      }
      position += block.size
    }
    guard var properties else { return nil }
    properties.channels = channels
    if properties.sampleCount == nil { properties.sampleCount = try end(of: stream, in: window) }
    return properties
  }

  /// Visits the blocks.
  static func pieces(
    in window: SourceWindow, _ stream: Range<Int64>, _ visit: TaggedAudioKind.PieceVisitor
  ) throws(ParseError) {
    var position = stream.lowerBound
    while stream.upperBound - position >= headerSize,
      let block = try Block(try window.bytes(at: position, count: Int(headerSize))),
      block.size >= headerSize
    {
      try visit(block.size)
      position += block.size
    }
  }

  /// Returns the properties stated by the header of a block.
  private static func properties(
    of block: Block, at position: Int64, in window: SourceWindow
  ) throws(ParseError) -> AudioProperties {
    let row = Int(block.flags >> 23 & 15)
    var rate: UInt32 = rates.indices.contains(row) ? rates[row] : 0
    var factor: Int64 = 1
    if rate == 0 || block.isDSD {
      let stored = try ownRate(of: block, at: position, in: window)
      if let storedRate = stored.rate { rate = storedRate }
      // Each byte contains eight one-bit samples.
      if block.isDSD {
        factor = 8
        rate = UInt32(clamping: Int64(rate) * factor << stored.power)
      }
    }
    let unused = Int(block.flags >> 13 & 31)
    let bits = (Int(block.flags & 3) + 1) * 8 - unused
    return AudioProperties(
      codec: "wavpack", sampleRate: rate, bitsPerSample: block.isDSD ? 1 : max(0, bits),
      sampleCount: block.total.map { $0 * factor },
      details: [MetadataValue.Part("version", .integer(Int64(block.version)))])
  }

  /// Returns the sample rate in the metadata of a block (ID 0x27; the lowest three of three or four
  /// bytes), and the binary logarithm of the factor for DSD (ID 0x0E, the first byte).
  private static func ownRate(
    of block: Block, at position: Int64, in window: SourceWindow
  ) throws(ParseError) -> (rate: UInt32?, power: UInt8) {
    var result: (rate: UInt32?, power: UInt8) = (nil, 0)
    let end = position + block.size
    var offset = position + headerSize
    for _ in 0..<32 where end - offset >= 2 {
      var reader = ByteReader(try window.bytes(at: offset, upTo: 8))
      let id = try reader.u8()
      let isLarge = id & 0x80 != 0
      let words = Int64(isLarge ? try reader.littleU24() : UInt32(try reader.u8()))
      if id & 0x3F == 0x27 { result.rate = try reader.littleU24() }
      if id & 0x3F == 0x0E { result.power = min(8, try reader.u8()) }
      offset += (isLarge ? 4 : 2) + words * 2
    }
    return result
  }

  /// Returns the number of samples up to the end of the last block, for a file whose writer did not
  /// store it; nil when no block with samples is found.
  private static func end(
    of stream: Range<Int64>, in window: SourceWindow
  ) throws(ParseError) -> Int64? {
    // Blocks contain about half a second, so one begins within the last megabyte.
    let reach = min(Int64(stream.count), 1 << 20)
    let tail = try window.bytes(at: stream.upperBound - reach, count: Int(reach))
    var index = tail.count - Int(headerSize)
    while index >= 0 {
      let head = tail.clamped(from: index, count: Int(headerSize))
      if tail[index] == 0x77, let block = try Block(head), block.samples > 0,
        stream.upperBound - reach + Int64(index) + block.size <= stream.upperBound
      {
        return block.index + block.samples
      }
      index -= 1
    }
    return nil
  }
}
