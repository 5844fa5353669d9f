/// Reads the header of True Audio and the sizes of its frames, and checks their checksums, for
/// ``TaggedAudioKind`` (`TTA1`; "TTA lossless audio format").
///
/// Offset and size of each field in bytes; numbers are little-endian:
///
///      0  4  "TTA1"    4  2  format: 1 plain, 2 encrypted    6  2  channels    8  2  bits per sample
///     10  4  sample rate                                    14  4  samples per channel
///
/// These fields are followed by their checksum, the sizes of the frames (4 bytes each), the
/// checksum of the sizes, and the frames. TTA2, which was never released, has a different header;
/// only its tags are read.
enum TrueAudio {
  /// The size, in bytes, of the header with its checksum.
  static let headerSize: Int64 = 22

  /// Visits the header with the table, and the frames.
  static func pieces(
    in window: SourceWindow, _ stream: Range<Int64>, _ visit: TaggedAudioKind.PieceVisitor
  ) throws(ParseError) {
    guard let properties = try properties(in: window, stream),
      let count = frameCount(of: properties)
    else { return }
    let table = stream.lowerBound + headerSize
    try visit(headerSize + count * 4 + 4)
    var position = table + count * 4 + 4
    for frame in 0..<count where position < stream.upperBound {
      var reader = ByteReader(try window.bytes(at: table + frame * 4, count: 4))
      let size = Int64(try reader.littleU32())
      try visit(size)
      position += size
    }
  }

  /// Returns the number of frames, each of which lasts 256/245 seconds; nil when the sample rate is
  /// zero.
  static func frameCount(of properties: AudioProperties) -> Int64? {
    let length = Int64(properties.sampleRate) * 256 / 245
    guard length > 0, let samples = properties.sampleCount else { return nil }
    return (samples + length - 1) / length
  }

  /// Reads the header; nil if it is not that of TTA1.
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    let head = try window.bytes(at: stream.lowerBound, upTo: Int(headerSize), in: stream)
    guard head.starts(with: "TTA1".utf8) else { return nil }
    var reader = ByteReader(head)
    try reader.skip(6)
    let channels = try reader.littleU16()
    let bits = try reader.littleU16()
    let rate = try reader.littleU32()
    return AudioProperties(
      codec: "tta", sampleRate: rate, channels: Int(channels), bitsPerSample: Int(bits),
      sampleCount: Int64(try reader.littleU32()))
  }
}
