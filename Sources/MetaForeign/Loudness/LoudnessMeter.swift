internal import EBUR128
internal import LibAV
public import MetaCore

/// Measures the loudness of a sequence of audio buffers (ITU-R BS.1770-4, EBU R 128), as `metatool
/// gain` does.
///
///     var meter = LoudnessMeter()
///     while let sample = try await provider.next() {
///       if let audio = sample.audio { try meter.add(audio) }
///     }
///     let loudness = try meter.finish()
///
/// libebur128 computes the K-weighting and the energies. True peaks are measured after
/// libswresample converts the audio to 192 kHz, as in FFmpeg's `ebur128` filter. Low-frequency
/// channels are excluded; side and back channels have a weight of 1.41.
public struct LoudnessMeter {
  /// A channel and the weight of its energy.
  private struct Channel {
    let weight: Double
    /// Nil for a channel that is excluded.
    var loudness: ChannelLoudness?
  }

  /// The sample rate for measuring true peaks.
  private static let peakRate = 192_000
  /// The weight of side and back channels (ITU-R BS.1770-4, table 3).
  private static let surroundWeight = 1.41

  private let measuresTruePeak: Bool
  private var measured = MeasuredLoudness()
  private var format: AudioFormat?
  private var channels: [Channel] = []
  private var converter: LibAVAudioConverter?
  /// The number of samples in a tenth of a second, and the number already added to the current,
  /// incomplete tenth.
  private var (tenth, filled) = (0, 0)

  /// Creates a meter; measuring true peaks takes most of the time, and without it only sample peaks
  /// are measured.
  public init(measuresTruePeak: Bool = true) {
    self.measuresTruePeak = measuresTruePeak
    if measuresTruePeak { measured.truePeak = 0 }
  }

  /// Adds the next buffer; its format may differ from that of the previous one.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for an unsupported sample rate (below 16 Hz, above
  ///   2.8224 MHz), or an error from the conversion for true peaks.
  public mutating func add(_ audio: AudioBuffer) throws(MetaError) {
    guard audio.frameCount > 0 else { return }
    if format?.isMeasured(as: audio.format) != true { try prepare(for: audio.format) }
    let first = measured.energies.count
    let complete = (filled + audio.frameCount) / tenth
    measured.energies += [Double](repeating: 0, count: complete)
    var peak: Float = 0
    for index in channels.indices {
      audio.withSamples(ofChannel: index) { samples in
        peak = max(peak, samples.peak())
        measure(samples, ofChannel: index, from: first)
      }
    }
    measured.samplePeak = max(measured.samplePeak, Double(peak))
    filled = (filled + audio.frameCount) % tenth
    measured.duration += Double(audio.frameCount) / Double(audio.format.sampleRate)
    guard measuresTruePeak else { return }
    do { addPeak(of: try converter?.convert(audio)) } catch { throw MetaError(error) }
  }

  /// Returns the loudness of all audio added.
  ///
  /// - Throws: ``MetaError`` if the end of the audio cannot be converted.
  public consuming func finish() throws(MetaError) -> Loudness {
    try flushPeaks()
    return Loudness(measured)
  }

  // MARK: Measuring

  /// Creates new channel states for a format, after measuring the remaining peaks of the previous
  /// one.
  private mutating func prepare(for format: AudioFormat) throws(MetaError) {
    let roles = SpeakerRole.roles(ofLayout: format.channelLayout, channels: format.channels)
    tenth = format.sampleRate / 10
    channels = try roles.map { (role) throws(MetaError) in
      guard role != .lowFrequencies else { return Channel(weight: 0) }
      guard tenth > 0, let loudness = ChannelLoudness(sampleRate: format.sampleRate) else {
        throw MetaError(
          .unsupported, reason: "measuring loudness at \(format.sampleRate) Hz is not supported")
      }
      let weight = role == .surround ? LoudnessMeter.surroundWeight : 1
      return Channel(weight: weight, loudness: loudness)
    }
    filled = 0
    if measuresTruePeak {
      try flushPeaks()
      let target = AudioTarget(pcm: .planarFloat32, sampleRate: LoudnessMeter.peakRate)
      do { converter = try LibAVAudioConverter(to: target) } catch { throw MetaError(error) }
    }
    self.format = format
  }

  /// Adds the peaks of the last samples.
  ///
  /// Silence follows them, because libswresample mirrors the end of the audio, and that can raise
  /// the peak by 3 dB.
  private mutating func flushPeaks() throws(MetaError) {
    guard let converter, let format else { return }
    let silence = AudioBuffer(silence: max(64, format.sampleRate / 100), format)
    do {
      addPeak(of: try converter.convert(silence))
      addPeak(of: try converter.flush())
    } catch {
      throw MetaError(error)
    }
  }

  /// Adds samples of a channel, beginning in the tenth of a second with index `place`.
  private mutating func measure(
    _ samples: Span<Float>, ofChannel index: Int, from place: Int
  ) {
    guard channels[index].loudness != nil else { return }
    var (place, filled, start) = (place, filled, 0)
    while start < samples.count {
      let count = min(tenth - filled, samples.count - start)
      channels[index].loudness?.add(samples.extracting(start..<(start + count)))
      start += count
      filled += count
      guard filled == tenth else { continue }
      measured.energies[place] += energy(ofChannel: index)
      place += 1
      filled = 0
    }
  }

  /// Returns the weighted energy of a channel in the last complete tenth of a second; 0 if its
  /// samples are not finite.
  private mutating func energy(ofChannel index: Int) -> Double {
    let loudness = channels[index].loudness?.loudness(ofLast: 100) ?? -.infinity
    guard !loudness.isNaN, loudness < .infinity else {
      // Reset the filter, because non-finite samples would affect all subsequent ones.
      channels[index].loudness = ChannelLoudness(sampleRate: format?.sampleRate ?? 0)
      return 0
    }
    return channels[index].weight * MeasuredLoudness.energy(of: loudness)
  }

  private mutating func addPeak(of audio: AudioBuffer?) {
    guard let audio else { return }
    for channel in 0..<audio.format.channels {
      let peak = audio.withSamples(ofChannel: channel) { $0.peak() }
      measured.truePeak = max(measured.truePeak ?? 0, Double(peak))
    }
  }
}

extension AudioFormat {
  /// Returns whether audio in both formats can be measured with the same channel states.
  fileprivate func isMeasured(as other: AudioFormat) -> Bool {
    sampleRate == other.sampleRate && channels == other.channels
      && channelLayout == other.channelLayout
  }
}
