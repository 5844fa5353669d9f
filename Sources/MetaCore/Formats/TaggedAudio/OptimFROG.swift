/// Reads the header of OptimFROG and the sizes of its blocks, and checks their sequence, for
/// ``TaggedAudioKind`` (`OptimFROG.h` of its SDK; mutagen's `optimfrog.py` for the encoder).
///
/// Offset and size of each field in bytes; numbers are little-endian:
///
///      0  4  "OFR "    4  4  remaining size: 12, or 15 and more with the encoder
///      8  6  samples of all channels          14  1  sample format       15  1  channels minus 1   16  4  sample rate
///     20  2  the encoder: version in its upper 12 bits, as thousandths above 4.5
enum OptimFROG {
  /// Visits the blocks, each of which begins with four letters and the remaining size.
  static func pieces(
    in window: SourceWindow, _ stream: Range<Int64>, _ visit: TaggedAudioKind.PieceVisitor
  ) throws(ParseError) {
    var position = stream.lowerBound
    while stream.upperBound - position >= 8 {
      var reader = ByteReader(try window.bytes(at: position, count: 8))
      guard try reader.bytes(4).bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
      let size = Int64(try reader.littleU32()) + 8
      try visit(size)
      position += size
    }
  }

  /// Reads the first block, which is the header.
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    var reader = ByteReader(try window.bytes(at: stream.lowerBound, upTo: 22, in: stream))
    try reader.skip(4)
    let size = try reader.littleU32()
    guard size >= 12 else { return nil }
    let low = try reader.littleU32()
    let high = try reader.littleU16()
    let form = try reader.u8()
    let channels = Int64(try reader.u8()) + 1
    let rate = try reader.littleU32()
    var properties = AudioProperties(
      codec: "optimfrog", sampleRate: rate, channels: Int(channels),
      // The samples are signed or unsigned and have 8, 16, 24 or 32 bits.
      bitsPerSample: form < 8 ? (Int(form) / 2 + 1) * 8 : nil,
      sampleCount: (Int64(high) << 32 | Int64(low)) / channels)
    if size >= 15, let encoder = try? reader.littleU16() {
      properties.details = [
        MetadataValue.Part("version", .integer(Int64(encoder >> 4) + 4500))
      ]
    }
    return properties
  }
}
