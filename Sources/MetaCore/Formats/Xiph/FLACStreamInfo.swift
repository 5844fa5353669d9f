/// The block that every FLAC file begins with (RFC 9639 §8.2).
///
///     0  2  smallest block of samples    2  2  largest    4  3  smallest frame    7  3  largest
///    10  8  sample rate (20 bits), channels less 1 (3), bits per sample less 1 (5), samples (36; 0 where nobody knows)
///    18 16  MD5 of the sound
struct FLACStreamInfo: Sendable, Hashable {
  var sampleRate: UInt32
  var channels: Int
  var bitsPerSample: Int
  /// How many samples a channel has; nil where nobody knows.
  var sampleCount: UInt64?

  static func parse(_ content: ByteSlice) throws(ParseError) -> FLACStreamInfo {
    var reader = ByteReader(content)
    try reader.skip(10)
    let word = try reader.u64()
    let samples = word & (1 << 36 - 1)
    return FLACStreamInfo(
      sampleRate: UInt32(truncatingIfNeeded: word >> 44),
      channels: Int(word >> 41 & 7) + 1, bitsPerSample: Int(word >> 36 & 31) + 1,
      sampleCount: samples > 0 ? samples : nil)
  }

  static let size = 34

  /// How long the sound is.
  var duration: MediaTime? {
    guard let sampleCount, sampleRate > 0 else { return nil }
    return MediaTime(value: Int64(clamping: sampleCount), timescale: sampleRate)
  }

  /// The track of a stream that takes so many bytes.
  func track(bytes: Int64) -> TrackDescription {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = "flac"
    track.codecString = "flac"
    track.duration = duration
    track.timescale = sampleRate > 0 ? sampleRate : nil
    track.sampleCount = sampleCount.map { Int64(clamping: $0) }
    if let seconds = duration?.seconds, seconds > 0 {
      let rate = Double(bytes) * 8 / seconds
      track.bitRate = rate < 0x1p62 ? Int64(rate.rounded()) : nil
    }
    var audio = AudioDescription()
    audio.sampleRate = sampleRate > 0 ? Double(sampleRate) : nil
    audio.channels = channels
    audio.bitsPerSample = bitsPerSample
    track.audio = audio
    return track
  }
}
