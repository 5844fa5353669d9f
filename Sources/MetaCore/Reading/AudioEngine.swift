internal import SystemPackage

/// The ``SampleEngine`` for decoded audio: takes audio from an ``AudioDecoder`` and delivers,
/// sample-accurately, what the ``Timeline`` presents.
///
/// Empty edits and missing audio become silence, except before the first audio of media presented
/// from its start and after the last audio of the last part. The only supported playback rates are
/// 1 and 0, which is silent.
final class AudioEngine: SampleEngine {
  private let decoder: any AudioDecoder
  private let timeline: Timeline
  private let file: FilePath?
  private var partIndex = 0
  /// The current part of the timeline, in samples; nil until it is needed.
  private var part: PartInSamples?
  /// The number of samples delivered so far from the part.
  private var delivered: Int64 = 0
  /// Audio that was decoded but not yet delivered completely.
  private var pending: DecodedAudio?
  private var format: AudioFormat?
  private var hasSought = false
  private var isFirst = true
  /// The number of silent bytes delivered in place of missing audio.
  private var silentBytes: Int64 = 0

  /// Creates an engine for a decoder; `first` is audio already decoded with it.
  init(
    _ decoder: any AudioDecoder, _ timeline: Timeline, file: FilePath?, first: DecodedAudio? = nil
  ) {
    self.decoder = decoder
    self.timeline = timeline
    self.file = file
    pending = first
    format = first?.audio.format
  }

  /// The pre-roll in seconds that decoders need for correct output.
  private static let preroll = 0.25
  /// The distance in seconds beyond which seeking is faster than decoding.
  private static let seekDistance: Int64 = 10
  /// The maximum number of bytes of silence, more than 6 hours of 32-bit stereo at 48 kHz; only a
  /// damaged file specifies more.
  private static let maxSilence: Int64 = 1 << 33

  func next() throws(MetaError) -> SampleBuffer? {
    do {
      guard let format = try knownFormat() else { return nil }
      let rate = UInt32(clamping: format.sampleRate)
      while partIndex < timeline.parts.count {
        if part == nil { part = try PartInSamples(timeline.parts[partIndex], rate) }
        if let part, let sample = try next(of: part, format) { return sample }
        partIndex += 1
        part = nil
        (delivered, hasSought) = (0, false)
      }
      return nil
    } catch {
      throw MetaError(error, file: file)
    }
  }

  /// Returns the decoder's format, which is determined from the first audio; nil if there is no
  /// audio.
  private func knownFormat() throws(ParseError) -> AudioFormat? {
    if format == nil {
      pending = try decoder.next()
      format = pending?.audio.format
    }
    return format
  }

  /// Returns the next samples in a part of the timeline, or silence in their place; nil at the end
  /// of the part.
  private func next(
    of part: PartInSamples, _ format: AudioFormat
  ) throws(ParseError) -> SampleBuffer? {
    let left = part.count - delivered
    guard left > 0 else { return nil }
    guard let mediaStart = part.mediaStart else {
      // An unbounded part at the end delivers nothing.
      guard part.count < .max else { return nil }
      return try silence(left, of: part, format)
    }
    let position = mediaStart.plus(delivered)
    guard var decoded = try self.audio(at: position, format) else {
      // Silence replaces the missing audio, so that later parts keep their times.
      guard partIndex + 1 < timeline.parts.count, part.count < .max else { return nil }
      return try silence(left, of: part, format)
    }
    if decoded.position > position {
      if isFirst, !part.isCut, partIndex == 0 {
        // Without an edit, media begins at its first sample.
        delivered = min(part.count, decoded.position.minus(mediaStart))
        pending = decoded
        return try next(of: part, format)
      }
      let damage = decoded.damage
      decoded.damage = nil
      pending = decoded
      return try silence(min(left, decoded.position.minus(position)), of: part, format, damage)
    }
    isFirst = false
    let start = Int(position.minus(decoded.position))
    let count = Int(min(left, Int64(decoded.audio.frameCount - start)))
    if start + count < decoded.audio.frameCount { pending = decoded }
    return sample(decoded.audio[start..<(start + count)], of: part, decoded.damage)
  }

  /// Returns the first decoded audio that extends beyond the given sample in the media; nil if the
  /// media ends before that sample.
  private func audio(at position: Int64, _ format: AudioFormat) throws(ParseError) -> DecodedAudio?
  {
    let rate = Int64(format.sampleRate)
    var damage: Diagnostic?
    while true {
      guard let decoded = try nextDecoded() else {
        // An earlier part may have consumed all of the media.
        guard partIndex > 0, delivered == 0, !hasSought else { break }
        try seek(near: position, rate)
        continue
      }
      let end = decoded.position.plus(Int64(decoded.audio.frameCount))
      let isAfter = decoded.position > position && !isFirst && delivered == 0
      let isFarAhead = position.minus(end) > AudioEngine.seekDistance.times(rate)
      if !hasSought, isAfter || isFarAhead {
        try seek(near: position, rate)
        continue
      }
      damage = decoded.damage ?? damage
      if end > position {
        var decoded = decoded
        decoded.damage = damage
        return decoded
      }
    }
    if let damage {
      // Damage at the end is reported with silence.
      return DecodedAudio(AudioBuffer(silence: 1, format), at: position, damage: damage)
    }
    return nil
  }

  /// Seeks to a position shortly before the given sample, so that the decoder is in the correct
  /// state when it reaches that sample.
  private func seek(near position: Int64, _ rate: Int64) throws(ParseError) {
    hasSought = true
    let start = max(0, position.minus(Int64(AudioEngine.preroll * Double(rate))))
    try decoder.seek(to: MediaTime(numeric: start, UInt32(clamping: rate)))
  }

  private func nextDecoded() throws(ParseError) -> DecodedAudio? {
    if let decoded = pending {
      pending = nil
      return decoded
    }
    return try decoder.next()
  }

  // MARK: Samples

  /// Returns `count` samples of silence, or only the first of them if there are many.
  ///
  /// - Throws: `limitExceeded` if there is more silence than any valid file contains.
  private func silence(
    _ count: Int64, of part: PartInSamples, _ format: AudioFormat, _ damage: Diagnostic? = nil
  ) throws(ParseError) -> SampleBuffer {
    let size = Int64(max(1, format.pcm.bytesPerSample * format.channels))
    guard silentBytes.plus(count.times(size)) <= AudioEngine.maxSilence else {
      throw ParseError(
        .limitExceeded, at: 0,
        "\(count / Int64(max(1, format.sampleRate))) s of silence where the file has no audio; the limit is \(AudioEngine.maxSilence) bytes"
      )
    }
    let count = min(count, AudioBuffer.longestSilence)
    silentBytes = silentBytes.plus(count.times(size))
    return sample(AudioBuffer(silence: Int(count), format), of: part, damage)
  }

  private func sample(
    _ audio: AudioBuffer, of part: PartInSamples, _ damage: Diagnostic?
  ) -> SampleBuffer {
    defer { delivered = delivered.plus(Int64(audio.frameCount)) }
    return SampleBuffer(audio, atSample: part.start.plus(delivered), damage: damage)
  }
}

/// One segment of a ``Timeline`` in audio samples at the decoder's rate, instead of times.
///
/// Starts and ends are rounded rather than lengths, so that parts stay in sync with the asset.
private struct PartInSamples {
  /// The start in the asset.
  let start: Int64
  /// The number of samples.
  let count: Int64
  /// The start in the media; nil if nothing is presented.
  let mediaStart: Int64?
  /// Whether the part does not begin at the start of the media, because of an edit or a range.
  let isCut: Bool

  /// Creates the part for a sample rate.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for a playback rate other than 0 or 1.
  init(_ part: Timeline.TimelineSegment, _ rate: UInt32) throws(ParseError) {
    guard part.rate == 1 || part.rate == 0 || part.mediaStart == nil else {
      throw ParseError(
        .unsupported, at: 0, "audio with playback rate \(part.rate) in an edit")
    }
    start = ExactTime(part.start).units(rate, .nearest)
    count =
      part.end.isNumeric ? ExactTime(part.end).units(rate, .nearest).minus(start) : Int64.max
    mediaStart =
      part.rate == 0
      ? nil : part.mediaStart.map { DecodedAudio.bounded(ExactTime($0).units(rate, .nearest)) }
    isCut = part.mediaStart.map { $0.value != 0 } ?? true
  }
}

/// A ``SampleEngine`` that converts the audio from another engine to a different sample format,
/// sample rate or channel count.
///
/// Times are computed from the number of samples delivered since the first buffer.
final class AudioConvertingEngine: SampleEngine {
  private let engine: any SampleEngine
  private let converter: any AudioConverting
  private let file: FilePath?
  private var isDraining = false
  private var start: MediaTime?
  private var delivered: Int64 = 0

  init(_ engine: any SampleEngine, _ converter: any AudioConverting, file: FilePath?) {
    self.engine = engine
    self.converter = converter
    self.file = file
  }

  func next() throws(MetaError) -> SampleBuffer? {
    var damage: Diagnostic?
    while !isDraining {
      guard let sample = try engine.next() else { break }
      start = start ?? sample.presentationTime
      damage = sample.damage ?? damage
      guard let audio = sample.audio else { continue }
      if let converted = try convert(audio) { return self.sample(converted, damage) }
    }
    guard !isDraining else { return nil }
    isDraining = true
    do throws(ParseError) {
      return try converter.flush().map { sample($0, damage) }
    } catch {
      throw MetaError(error, file: file)
    }
  }

  private func convert(_ audio: AudioBuffer) throws(MetaError) -> AudioBuffer? {
    do throws(ParseError) {
      guard let converted = try converter.convert(audio), converted.frameCount > 0 else {
        return nil
      }
      return converted
    } catch {
      throw MetaError(error, file: file)
    }
  }

  private func sample(_ audio: AudioBuffer, _ damage: Diagnostic?) -> SampleBuffer {
    let rate = UInt32(clamping: max(1, audio.format.sampleRate))
    let offset = ExactTime(start ?? .zero).units(rate, .nearest)
    defer { delivered += Int64(audio.frameCount) }
    return SampleBuffer(audio, atSample: offset.plus(delivered), damage: damage)
  }
}
