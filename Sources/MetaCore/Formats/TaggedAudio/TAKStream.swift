/// Reads the metadata blocks at the start of a TAK stream, and checks the checksums of its blocks
/// and frames, for ``TaggedAudioKind`` ("TAK stream format" by Thomas Becker; FFmpeg's `tak.h`).
///
/// Offset and size of each field in bytes:
///
///     0  4  "tBaK", then blocks:  0  1  kind (7 bits)    1  3  size    4  …  content, the last three bytes a checksum
///     kind 1, the stream, in bits from the lowest: codec 6, profile 4, frame type 4, samples 35, data type 3,
///     sample rate minus 6000 18, bits per sample minus 8 5, channels minus 1 4
enum TAKStream {
  /// The kind of the block that describes the stream.
  private static let streamInfo: UInt8 = 1

  /// Finds the stream description in the first metadata blocks and reads it; nil if there is no
  /// such block.
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    var position = stream.lowerBound + 4
    for _ in 0..<16 where position < stream.upperBound {
      let head = try window.bytes(at: position, upTo: 16, in: stream)
      var reader = ByteReader(head)
      let kind = try reader.u8() & 0x7F
      let size = Int64(try reader.littleU24())
      if kind == streamInfo { return try info(&reader) }
      guard kind != 0 else { return nil }
      position += 4 + size
    }
    return nil
  }

  private static func info(_ reader: inout ByteReader) throws(ParseError) -> AudioProperties {
    // 79 bits; the first 14 are not needed.
    let low = try reader.littleU64()
    let high = UInt64(try reader.littleU16())
    let samples = (low >> 14) & (1 << 35 - 1)
    let rate = (low >> 52 | high << 12) & (1 << 18 - 1)
    let bits = high >> 6 & 31
    let channels = high >> 11 & 15
    return AudioProperties(
      codec: "tak", sampleRate: UInt32(truncatingIfNeeded: rate) + 6000,
      channels: Int(channels) + 1, bitsPerSample: Int(bits) + 8, sampleCount: Int64(samples))
  }
}
