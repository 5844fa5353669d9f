/// The part of one MPEG audio stream that is played, as a range of decoded samples counted from the
/// first frame with audio.
struct MPEGPlayedPart: Sendable, Hashable {
  /// The number of samples that a layer III decoder outputs before the encoded samples; it is not
  /// included in the encoder's count (LAME's technical FAQ, "decoder delay").
  static let decoderDelay: Int64 = 529

  /// The samples to play; if there is a LAME tag of a known encoder, without the encoder delay and
  /// padding.
  private(set) var samples: Range<Int64>
  let samplesPerFrame: Int64

  /// Creates the played part of a stream with this number of frames.
  init(_ stream: MPEGStream, frameCount: Int64) {
    samplesPerFrame = Int64(stream.first.header.samplesPerFrame)
    samples = 0..<(frameCount * samplesPerFrame)
    guard let (delay, padding) = stream.xing?.lame?.removedParts else { return }
    let start = delay + MPEGPlayedPart.decoderDelay
    // A file that was truncated or extended does not end with the padding.
    let isWhole = stream.xing?.frameCount.map(Int64.init) == frameCount
    let following = isWhole ? padding - MPEGPlayedPart.decoderDelay : 0
    let end = samples.upperBound - following
    if start < end { samples = start..<end }
  }

  /// Returns the part in a time range, whose times are relative to the start of the played samples;
  /// nil when it is empty.
  func part(_ range: MediaTimeRange, sampleRate: Int) -> MPEGPlayedPart? {
    let rate = UInt32(clamping: sampleRate)
    func sample(_ time: MediaTime) -> Int64 {
      let units = max(0, ExactTime(time).units(rate, .nearest))
      return samples.lowerBound + min(units, samples.upperBound - samples.lowerBound)
    }
    let (start, end) = (sample(range.start), sample(range.end))
    guard start < end else { return nil }
    var part = self
    part.samples = start..<end
    return part
  }

  /// Returns the frames needed to decode the part, except for bytes to which they refer in previous
  /// frames (layer III).
  ///
  /// The output of a granule depends on the two before it: its transform overlaps with the previous
  /// granule, the synthesis filter also needs the output of that granule, and the transform of that
  /// granule overlaps with the one before it.
  func frames(of count: Int64) -> Range<Int64> {
    let granule: Int64 = 576
    let first = max(0, samples.lowerBound / granule - 2) * granule / samplesPerFrame
    let end = (samples.upperBound + samplesPerFrame - 1) / samplesPerFrame
    return first..<max(first, min(count, end))
  }

  /// Returns the frames whose boundaries are nearest to the ends of the part.
  func nearestFrames(of count: Int64) -> Range<Int64> {
    let half = samplesPerFrame / 2
    let first = min(count - 1, (samples.lowerBound + half) / samplesPerFrame)
    return first..<max(first + 1, min(count, (samples.upperBound + half) / samplesPerFrame))
  }
}
