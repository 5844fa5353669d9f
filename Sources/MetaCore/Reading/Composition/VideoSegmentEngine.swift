/// The ``SampleEngine`` for a composition's video track: delivers the frames of consecutive
/// segments, with one segment open at a time; it also delivers stored samples, from segments that
/// keep the times of their asset.
final class VideoSegmentEngine: SampleEngine {
  private let segments: [CompositionSegment]
  private let source: SegmentSource
  private let settings: ReadSettings?
  private var index = 0
  private var engine: (any SampleEngine)?

  init(_ segments: [CompositionSegment], _ source: SegmentSource, _ settings: ReadSettings?) {
    self.segments = segments
    self.source = source
    self.settings = settings
  }

  func next() throws(MetaError) -> SampleBuffer? {
    while index < segments.count {
      if engine == nil { engine = try source.engine(of: segments[index], settings) }
      if let sample = try engine?.next() { return sample }
      engine = nil
      index += 1
    }
    return nil
  }
}

/// The ``SampleEngine`` for a composition's audio track: delivers the decoded audio of consecutive
/// segments without gaps.
///
/// Each segment begins and ends at the sample nearest to its times, and missing audio is silent.
///
/// If the settings specify a format, all segments are converted to it. Otherwise, each segment has
/// its decoder's format, and an empty segment has the format of the audio before it, or of the
/// first audio; without any audio, nothing is delivered.
final class AudioSegmentEngine: SampleEngine {
  private let segments: [CompositionSegment]
  private let source: SegmentSource
  private var settings: ReadSettings
  private var index = 0
  private var engine: (any SampleEngine)?
  private var isOpen = false
  /// The number of samples delivered so far from the segment.
  private var delivered: Int64 = 0
  /// Audio that was read but not delivered yet.
  private var pending: SampleBuffer?
  private var format: AudioFormat?
  /// The first segment with audio, which was opened to determine the format.
  private var first: (index: Int, engine: ReadAheadEngine)?

  /// Creates an engine for consecutive segments.
  ///
  /// - Throws: ``MetaError`` if an asset cannot be read.
  init(
    _ segments: [CompositionSegment], _ source: SegmentSource, _ settings: ReadSettings
  ) throws(MetaError) {
    self.segments = segments
    self.source = source
    self.settings = settings
    if case .pcm(let pcm, let rate?, let channels?) = settings {
      format = AudioFormat(pcm: pcm, sampleRate: rate, channels: channels)
      return
    }
    first = try AudioSegmentEngine.first(of: segments, source, settings)
    format = first?.engine.format
    guard case .pcm(let pcm, let rate, let channels) = settings else { return }
    // All segments have the sample rate and channel count of the first one, unless the settings
    // specify them.
    self.settings = .pcm(
      pcm, sampleRate: rate ?? format?.sampleRate, channels: channels ?? format?.channels)
  }

  /// Returns the first segment that begins with audio; nil if no segment does.
  private static func first(
    of segments: [CompositionSegment], _ source: SegmentSource, _ settings: ReadSettings
  ) throws(MetaError) -> (index: Int, engine: ReadAheadEngine)? {
    for (index, segment) in segments.enumerated() {
      guard let engine = try source.engine(of: segment, settings) else { continue }
      let ahead = try ReadAheadEngine(engine)
      if ahead.format != nil { return (index, ahead) }
    }
    return nil
  }

  func next() throws(MetaError) -> SampleBuffer? {
    while index < segments.count, let known = format {
      let segment = segments[index]
      if !isOpen {
        let isFirst = first?.index == index
        engine = isFirst ? first?.engine : try source.engine(of: segment, settings)
        if isFirst { first = nil }
        isOpen = true
      }
      let sample = try takeSample()
      let format = sample?.audio?.format ?? known
      self.format = format
      let rate = UInt32(clamping: format.sampleRate)
      let start = ExactTime(segment.timeRange.start).units(rate, .nearest)
      let left = ExactTime(segment.timeRange.end).units(rate, .nearest).minus(start.plus(delivered))
      if left > 0 {
        return fitted(sample, at: start.plus(delivered), left, format)
      }
      index += 1
      (engine, isOpen, delivered, pending) = (nil, false, 0, nil)
    }
    return nil
  }

  private func takeSample() throws(MetaError) -> SampleBuffer? {
    if let sample = pending {
      pending = nil
      return sample
    }
    return try engine?.next()
  }

  /// Returns the part of a sample at and after the given position; if the sample begins later, or
  /// there are no more samples, returns silence and keeps the sample for the next call.
  private func fitted(
    _ sample: SampleBuffer?, at position: Int64, _ left: Int64, _ format: AudioFormat
  ) -> SampleBuffer {
    let rate = UInt32(clamping: format.sampleRate)
    guard let sample, let audio = sample.audio else { return silence(left, at: position, format) }
    let begin = ExactTime(sample.presentationTime).units(rate, .nearest)
    if begin > position {
      pending = sample
      return silence(min(left, begin.minus(position)), at: position, format)
    }
    let skipped = Int(min(position.minus(begin), Int64(audio.frameCount)))
    let count = Int(min(left, Int64(audio.frameCount - skipped)))
    return delivering(audio[skipped..<(skipped + count)], at: position, sample.damage)
  }

  /// Returns silence, or the first part of it; the rest follows with the next call.
  private func silence(_ count: Int64, at position: Int64, _ format: AudioFormat) -> SampleBuffer {
    let count = Int(min(count, AudioBuffer.longestSilence))
    return delivering(AudioBuffer(silence: count, format), at: position, nil)
  }

  private func delivering(
    _ audio: AudioBuffer, at position: Int64, _ damage: Diagnostic?
  ) -> SampleBuffer {
    delivered = delivered.plus(Int64(audio.frameCount))
    return SampleBuffer(audio, atSample: position, damage: damage)
  }
}
