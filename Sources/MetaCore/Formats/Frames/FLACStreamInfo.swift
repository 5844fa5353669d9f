/// STREAMINFO, the first metadata block of every FLAC stream, with the properties of its audio (RFC
/// 9639 §8.2); the minimum block size is not kept.
///
/// The stored block, with the offset and size of each field in bytes:
///
///     0  2  minimum block size           2  2  maximum    4  3  minimum frame size    7  3  maximum
///    10  8  sample rate (20 bits), channels minus 1 (3), bits per sample minus 1 (5), samples (36; 0 when unknown)
///    18 16  MD5 of the audio
struct FLACStreamInfo: Sendable, Hashable {
  /// The maximum block size in samples; with fixed block size, the size of all blocks but the last.
  var blockSize: UInt16
  /// The minimum size of a frame in bytes; 0 when unknown.
  var smallestFrame: UInt32
  /// The maximum size of a frame in bytes; 0 when unknown.
  var largestFrame: UInt32
  var sampleRate: UInt32
  var channels: Int
  var bitsPerSample: Int
  /// The number of samples per channel; nil when unknown.
  var sampleCount: UInt64?
  /// The MD5 of the decoded audio; nil when the encoder stored none (all zeros).
  var decodedMD5: ByteSlice?

  static func parse(_ content: ByteSlice) throws(ParseError) -> FLACStreamInfo {
    var reader = ByteReader(content)
    try reader.skip(2)
    let blockSize = try reader.u16()
    let smallestFrame = try reader.u24()
    let largestFrame = try reader.u24()
    let word = try reader.u64()
    let samples = word & (1 << 36 - 1)
    let sum = reader.remaining >= 16 ? try reader.bytes(16) : .empty
    return FLACStreamInfo(
      blockSize: blockSize, smallestFrame: smallestFrame, largestFrame: largestFrame,
      sampleRate: UInt32(truncatingIfNeeded: word >> 44),
      channels: Int(word >> 41 & 7) + 1, bitsPerSample: Int(word >> 36 & 31) + 1,
      sampleCount: samples > 0 ? samples : nil,
      decodedMD5: sum.bytes.contains { $0 != 0 } ? sum : nil)
  }

  /// The size, in bytes, of the block without its header.
  static let size = 34

  /// The properties of the stream.
  var properties: AudioProperties {
    AudioProperties(
      codec: "flac", codecString: "flac", sampleRate: sampleRate, channels: channels,
      bitsPerSample: bitsPerSample, sampleCount: sampleCount.map { Int64(clamping: $0) },
      bitRateMode: smallestFrame > 0 && smallestFrame < largestFrame ? .variable : nil,
      decodedMD5: decodedMD5?.bytes.hexadecimal)
  }
}
