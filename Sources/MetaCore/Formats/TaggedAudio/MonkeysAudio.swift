/// Reads the header of Monkey's Audio and the sizes of its parts, and checks its MD5, for
/// ``TaggedAudioKind`` (`APEHeader.h` and `MACLib.h` of its source).
///
/// Offset and size of each field in bytes; numbers are little-endian:
///
///     3.98 and later                                  earlier
///      0  4  "MAC "      4  2  version, times 1000     0  4  "MAC "     4  2  version
///      8  4  size of the descriptor                    6  2  compression
///     then, after the descriptor                       8  2  flags: 1 8 bits, 8 24 bits
///      0  2  compression 2  2  flags                  10  2  channels  12  4  sample rate
///      4  4  samples per frame                        24  4  frames    28  4  samples of the last frame
///      8  4  samples of the last frame
///     12  4  frames     16  2  bits per sample
///     18  2  channels   20  4  sample rate
enum MonkeysAudio {
  /// Reads the descriptor and the header; in early versions, the header alone.
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    var reader = ByteReader(try window.bytes(at: stream.lowerBound, upTo: 32, in: stream))
    try reader.skip(4)
    let version = try reader.littleU16()
    guard version >= 3980 else { return try early(&reader, version) }
    try reader.skip(2)
    let descriptor = try reader.littleU32()
    reader = ByteReader(
      try window.bytes(at: stream.lowerBound + Int64(descriptor), upTo: 24, in: stream))
    let compression = try reader.littleU16()
    try reader.skip(2)
    let frameSize = try reader.littleU32()
    let last = try reader.littleU32()
    let frames = try reader.littleU32()
    let bits = try reader.littleU16()
    let channels = try reader.littleU16()
    return properties(
      version, compression, rate: try reader.littleU32(), channels, bits: Int(bits),
      count(frames, frameSize, last))
  }

  /// Visits the sizes in 3.98 and later: the descriptor, the header, the seek table and the header
  /// of the original audio file as one piece, then the frames, then the trailing data of that file.
  static func pieces(
    in window: SourceWindow, _ stream: Range<Int64>, _ visit: TaggedAudioKind.PieceVisitor
  ) throws(ParseError) {
    var reader = ByteReader(try window.bytes(at: stream.lowerBound, upTo: 36, in: stream))
    try reader.skip(4)
    guard try reader.littleU16() >= 3980, reader.remaining == 30 else { return }
    try reader.skip(2)
    var head: Int64 = 0
    for _ in 0..<4 { head += Int64(try reader.littleU32()) }
    let low = UInt64(try reader.littleU32())
    let high = UInt64(try reader.littleU32())
    try visit(head)
    try visit(Int64(clamping: high << 32 | low))
    try visit(Int64(try reader.littleU32()))
  }

  /// Reads the rest of the header in a version before 3.98.
  private static func early(
    _ reader: inout ByteReader, _ version: UInt16
  ) throws(ParseError) -> AudioProperties {
    let compression = try reader.littleU16()
    let flags = try reader.littleU16()
    let channels = try reader.littleU16()
    let rate = try reader.littleU32()
    try reader.skip(8)
    let frames = try reader.littleU32()
    let last = try reader.littleU32()
    let bits = flags & 1 != 0 ? 8 : flags & 8 != 0 ? 24 : 16
    return properties(
      version, compression, rate: rate, channels, bits: bits,
      count(frames, frameSize(version, compression), last))
  }

  /// Returns the number of samples in a frame of an early version.
  private static func frameSize(_ version: UInt16, _ compression: UInt16) -> UInt32 {
    if version >= 3950 { return 73_728 * 4 }
    return version >= 3900 || (version >= 3800 && compression == 4000) ? 73_728 : 9216
  }

  private static func count(_ frames: UInt32, _ frameSize: UInt32, _ last: UInt32) -> Int64 {
    guard frames > 0 else { return 0 }
    return Int64(clamping: (UInt64(frames) - 1) * UInt64(frameSize) + UInt64(last))
  }

  private static func properties(
    _ version: UInt16, _ compression: UInt16, rate: UInt32, _ channels: UInt16, bits: Int,
    _ count: Int64
  ) -> AudioProperties {
    AudioProperties(
      codec: "ape", sampleRate: rate, channels: Int(channels), bitsPerSample: bits,
      sampleCount: count,
      details: [
        MetadataValue.Part("version", .integer(Int64(version))),
        MetadataValue.Part("compression", .integer(Int64(compression))),
      ])
  }
}
