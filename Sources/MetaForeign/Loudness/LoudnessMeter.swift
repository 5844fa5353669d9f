internal import EBUR128
internal import LibAV
public import MetaCore

/// Measures the loudness of sound that is passed to it piece by piece (ITU-R BS.1770-4, EBU R 128).
///
///     var meter = LoudnessMeter()
///     while let sample = try await provider.next() {
///       if let audio = sample.audio { try meter.add(audio) }
///     }
///     let loudness = try meter.finish()
///
/// The K-weighting and the energies are libebur128's. True peaks are those of the sound at 192 kHz,
/// as libswresample makes it; FFmpeg's filter `ebur128` measures them in the same way.
/// Low-frequency channels are left out, and channels at the side and at the back count 1.41 times.
public struct LoudnessMeter {
  /// A channel, and how much its energy counts.
  private struct Channel {
    let weight: Double
    /// Nil where the channel does not count.
    var loudness: ChannelLoudness?
  }

  /// True peaks are measured at this rate.
  private static let peakRate = 192_000
  private static let surroundWeight = 1.41

  private let measuresTruePeak: Bool
  private var measured = MeasuredLoudness()
  private var format: AudioFormat?
  private var channels: [Channel] = []
  private var converter: LibAVSoundConverter?
  /// How many samples a tenth of a second has, and how many were added of the one that is not
  /// complete.
  private var (tenth, filled) = (0, 0)

  /// A meter; without true peaks, which take most of the time, there are peaks of samples only.
  public init(measuresTruePeak: Bool = true) {
    self.measuresTruePeak = measuresTruePeak
    if measuresTruePeak { measured.truePeak = 0 }
  }

  /// Adds the sound that follows; its format may change.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for a sampling rate that is not measured (below 16
  ///   Hz, above 2.8224 MHz).
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

  /// What all of the sound measures; nothing can be added after it.
  ///
  /// - Throws: ``MetaError`` when the end of the sound cannot be converted.
  public consuming func finish() throws(MetaError) -> Loudness {
    try flushPeaks()
    return Loudness(measured)
  }

  // MARK: Measuring

  private mutating func prepare(for format: AudioFormat) throws(MetaError) {
    let roles = SpeakerRole.roles(ofLayout: format.channelLayout, channels: format.channels)
    tenth = format.sampleRate / 10
    channels = try roles.map { (role) throws(MetaError) in
      guard role != .lowFrequencies else { return Channel(weight: 0) }
      guard tenth > 0, let loudness = ChannelLoudness(sampleRate: format.sampleRate) else {
        throw MetaError(
          .unsupported, reason: "loudness at a rate of \(format.sampleRate) Hz is not measured")
      }
      let weight = role == .surround ? LoudnessMeter.surroundWeight : 1
      return Channel(weight: weight, loudness: loudness)
    }
    filled = 0
    if measuresTruePeak {
      try flushPeaks()
      let target = SoundTarget(pcm: .planarFloat32, sampleRate: LoudnessMeter.peakRate)
      do { converter = try LibAVSoundConverter(to: target) } catch { throw MetaError(error) }
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

  /// Adds samples of a channel; `place` is the tenth of a second that they continue.
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

  /// The energy of a channel in the tenth of a second that is complete.
  private mutating func energy(ofChannel index: Int) -> Double {
    let loudness = channels[index].loudness?.loudness(ofLast: 100) ?? -.infinity
    guard !loudness.isNaN, loudness < .infinity else {
      // Samples that are no numbers would spoil all that follow.
      channels[index].loudness = ChannelLoudness(sampleRate: format?.sampleRate ?? 0)
      return 0
    }
    return channels[index].weight * MeasuredLoudness.energy(of: loudness)
  }

  private mutating func addPeak(of sound: AudioBuffer?) {
    guard let sound else { return }
    for channel in 0..<sound.format.channels {
      let peak = sound.withSamples(ofChannel: channel) { $0.peak() }
      measured.truePeak = max(measured.truePeak ?? 0, Double(peak))
    }
  }
}

extension AudioFormat {
  /// Whether the same states of channels measure both.
  fileprivate func isMeasured(as other: AudioFormat) -> Bool {
    sampleRate == other.sampleRate && channels == other.channels
      && channelLayout == other.channelLayout
  }
}
