public import MetaCore

/// How loud sound is (ITU-R BS.1770-4, EBU R 128).
public struct Loudness: Sendable {
  package let measured: MeasuredLoudness

  package init(_ measured: MeasuredLoudness) { self.measured = measured }

  /// The integrated loudness in LUFS; nil for sound that is silent, or shorter than 400
  /// milliseconds.
  public var integrated: Double? { MeasuredLoudness.integrated(of: [measured]) }

  /// The loudness range in LU (EBU Tech 3342); nil for sound that is silent, or shorter than three
  /// seconds.
  public var range: Double? { MeasuredLoudness.range(of: [measured]) }

  /// The largest sample, where 1 is full scale.
  public var samplePeak: Double { measured.samplePeak }

  /// The largest value between samples, where 1 is full scale; nil when it was not measured.
  public var truePeak: Double? { measured.truePeak }

  /// How long the sound is, in seconds.
  public var duration: Double { measured.duration }

  /// What did not decode.
  public var findings: [Diagnostic] { measured.findings }

  /// The integrated loudness of several sounds as one, in LUFS: what an album has; nil when all are
  /// silent.
  public static func integrated(of sounds: [Loudness]) -> Double? {
    MeasuredLoudness.integrated(of: sounds.map(\.measured))
  }

  /// The loudness range of several sounds as one, in LU; nil when all are silent.
  public static func range(of sounds: [Loudness]) -> Double? {
    MeasuredLoudness.range(of: sounds.map(\.measured))
  }
}

extension Asset {
  /// The loudness of a track, by default of the first one with audio; formats that MetaCore does
  /// not read need an asset with those of MetaForeign.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when there is no audio, `noDecoder` when there is
  ///   no decoder for it, `cancelled` when the task is cancelled.
  @concurrent
  public func loudness(
    ofTrack track: UInt32? = nil, measuresTruePeak: Bool = true
  ) async throws(MetaError) -> Loudness {
    try measuredLoudness(
      ofTrack: track, measuresTruePeak: measuresTruePeak,
      codecs: MediaCodecs.standard.adding(ForeignCodecs.all), isCancelled: { Task.isCancelled })
  }

  /// The same on this thread; `progress` gets the second that was measured, and `isCancelled` is
  /// asked on the way.
  func measuredLoudness(
    ofTrack track: UInt32?, measuresTruePeak: Bool, codecs: MediaCodecs,
    progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool
  ) throws(MetaError) -> Loudness {
    let reader = AssetReader(asset: self, codecs: codecs)
    try reader.setTimeRange(
      MediaTimeRange(start: try soundStart(ofTrack: track), end: .positiveInfinity))
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: track, settings: .decoded))
    try reader.start()
    var meter = LoudnessMeter(measuresTruePeak: measuresTruePeak)
    while let sample = try provider.copyNextSampleBuffer() {
      guard !isCancelled() else {
        throw MetaError(.cancelled, file: path, reason: "the measurement was cancelled")
      }
      guard let audio = sample.audio else { continue }
      try meter.add(audio)
      progress(sample.presentationTime.seconds)
    }
    var measured = try meter.finish().measured
    measured.findings = reader.findings
    return Loudness(measured)
  }
}
