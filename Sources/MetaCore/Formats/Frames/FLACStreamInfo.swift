/// The block that every FLAC file begins with (RFC 9639 §8.2).
///
///     0  2  smallest block of samples    2  2  largest    4  3  smallest frame    7  3  largest
///    10  8  sample rate (20 bits), channels less 1 (3), bits per sample less 1 (5), samples (36; 0 where nobody knows)
///    18 16  MD5 of the sound
struct FLACStreamInfo: Sendable, Hashable {
  /// How many samples a block has at most; all but the last have as many where they do not differ.
  var blockSize: UInt16
  /// How many bytes a frame has at least; 0 where it is not known.
  var smallestFrame: UInt32
  /// How many bytes a frame has at most; 0 where nobody knows.
  var largestFrame: UInt32
  var sampleRate: UInt32
  var channels: Int
  var bitsPerSample: Int
  /// How many samples a channel has; nil where nobody knows.
  var sampleCount: UInt64?
  /// The MD5 of the decoded sound; nil where the encoder stored none, which is all zeros.
  var decodedMD5: ByteSlice?

  static func parse(_ content: ByteSlice) throws(ParseError) -> FLACStreamInfo {
    var reader = ByteReader(content)
    try reader.skip(2)
    let blockSize = try reader.u16()
    let smallestFrame = try reader.u24()
    let largestFrame = try reader.u24()
    let word = try reader.u64()
    let samples = word & (1 << 36 - 1)
    let sum = reader.remaining >= 16 ? try reader.take(16) : .empty
    return FLACStreamInfo(
      blockSize: blockSize, smallestFrame: smallestFrame, largestFrame: largestFrame,
      sampleRate: UInt32(truncatingIfNeeded: word >> 44),
      channels: Int(word >> 41 & 7) + 1, bitsPerSample: Int(word >> 36 & 31) + 1,
      sampleCount: samples > 0 ? samples : nil,
      decodedMD5: sum.bytes.contains { $0 != 0 } ? sum : nil)
  }

  static let size = 34

  /// What it says about the stream.
  var properties: SoundProperties {
    SoundProperties(
      codec: "flac", codecString: "flac", sampleRate: sampleRate, channels: channels,
      bitsPerSample: bitsPerSample, sampleCount: sampleCount.map { Int64(clamping: $0) },
      bitRateMode: smallestFrame > 0 && smallestFrame < largestFrame ? .variable : nil,
      decodedMD5: decodedMD5?.bytes.hexadecimal)
  }
}
