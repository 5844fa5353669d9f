/// What of a stream is played, in samples that a decoder gives, counted from the first frame that makes sound.
struct MPEGPlayedPart: Sendable, Hashable {
  /// A decoder of layer III gives so many samples before those that went into the encoder.
  static let decoderDelay: Int64 = 529

  /// The samples that are played; where a table says so, without those that encoder and decoder put around them.
  private(set) var samples: Range<Int64>
  let samplesPerFrame: Int64

  /// All of a stream of so many frames.
  init(_ stream: MPEGStream, frameCount: Int64) {
    samplesPerFrame = Int64(stream.first.header.samplesPerFrame)
    samples = 0..<(frameCount * samplesPerFrame)
    guard let lame = stream.xing?.lame, let delay = lame.delay, let padding = lame.padding,
      XingFrame.believedEncoders.contains(where: lame.encoder.hasPrefix)
    else { return }
    let start = Int64(delay) + MPEGPlayedPart.decoderDelay
    // A file that was cut off, or added to, does not end with the padding.
    let isWhole = stream.xing?.frameCount.map(Int64.init) == frameCount
    let behind = isWhole ? Int64(padding) - MPEGPlayedPart.decoderDelay : 0
    let end = samples.upperBound - behind
    if start < end { samples = start..<end }
  }

  /// The part of it from one time to another; nil where that is nothing.
  func part(_ range: MediaTimeRange, sampleRate: Int) -> MPEGPlayedPart? {
    let rate = UInt32(clamping: sampleRate)
    func place(_ time: MediaTime) -> Int64 {
      let units = max(0, ExactTime(time).units(rate, .nearest))
      return samples.lowerBound + min(units, samples.upperBound - samples.lowerBound)
    }
    let (start, end) = (place(range.start), place(range.end))
    guard start < end else { return nil }
    var part = self
    part.samples = start..<end
    return part
  }

  /// The frames that are needed to decode the part, but for the bytes that they borrow from those before (layer III).
  ///
  /// What comes out of one granule depends on the two before it: one overlaps with it, and is filtered together with it, which overlaps with
  /// another.
  func frames(of count: Int64) -> Range<Int64> {
    let granule: Int64 = 576
    let first = max(0, samples.lowerBound / granule - 2) * granule / samplesPerFrame
    let end = (samples.upperBound + samplesPerFrame - 1) / samplesPerFrame
    return first..<max(first, min(count, end))
  }

  /// The frames whose borders lie nearest to the ends of the part.
  func nearestFrames(of count: Int64) -> Range<Int64> {
    let half = samplesPerFrame / 2
    let first = min(count - 1, (samples.lowerBound + half) / samplesPerFrame)
    return first..<max(first + 1, min(count, (samples.upperBound + half) / samplesPerFrame))
  }
}
