public import MetaCore

/// The measured loudness and peaks of one piece of audio (ITU-R BS.1770-4, EBU R 128), from which
/// the loudness of an album can also be computed.
///
/// `Asset.loudness(ofTrack:measuresTruePeak:)` and ``LoudnessMeter`` return it.
public struct Loudness: Sendable {
  package let measured: MeasuredLoudness

  package init(_ measured: MeasuredLoudness) { self.measured = measured }

  /// The integrated loudness in LUFS; nil for audio that is silent or shorter than 400
  /// milliseconds.
  public var integrated: Double? { MeasuredLoudness.integrated(of: [measured]) }

  /// The loudness range in LU (EBU Tech 3342); nil for audio that is silent or shorter than three
  /// seconds.
  public var range: Double? { MeasuredLoudness.range(of: [measured]) }

  /// The sample peak, where 1 is full scale.
  public var samplePeak: Double { measured.samplePeak }

  /// The true peak, where 1 is full scale; nil if it was not measured.
  public var truePeak: Double? { measured.truePeak }

  /// The duration of the audio, in seconds.
  public var duration: Double { measured.duration }

  /// Errors found while decoding.
  public var findings: [Diagnostic] { measured.findings }

  /// Returns the integrated loudness of several pieces of audio combined, such as an album, in
  /// LUFS; nil if all are silent or shorter than 400 milliseconds.
  public static func integrated(of measurements: [Loudness]) -> Double? {
    MeasuredLoudness.integrated(of: measurements.map(\.measured))
  }

  /// Returns the loudness range of several pieces of audio combined, in LU; nil if all are silent
  /// or shorter than three seconds.
  public static func range(of measurements: [Loudness]) -> Double? {
    MeasuredLoudness.range(of: measurements.map(\.measured))
  }
}

extension Asset {
  /// Measures the loudness of a track, by default that of the first audio track.
  ///
  /// For formats that MetaCore does not read itself, use an asset created with `Asset(foreign:)`.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no audio, `noDecoder` if there is no
  ///   decoder for it, `cancelled` if the task was cancelled.
  @concurrent
  public func loudness(
    ofTrack track: UInt32? = nil, measuresTruePeak: Bool = true
  ) async throws(MetaError) -> Loudness {
    try measuredLoudness(
      ofTrack: track, measuresTruePeak: measuresTruePeak,
      codecs: MediaCodecs.standard.adding(ForeignCodecs.all), isCancelled: { Task.isCancelled })
  }

  /// Measures synchronously; for each buffer, `progress` receives its start in seconds, and
  /// `isCancelled` is called.
  func measuredLoudness(
    ofTrack track: UInt32?, measuresTruePeak: Bool, codecs: MediaCodecs,
    progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool
  ) throws(MetaError) -> Loudness {
    let reader = AssetReader(asset: self, codecs: codecs)
    try reader.setTimeRange(
      MediaTimeRange(start: try audioStart(ofTrack: track), end: .positiveInfinity))
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
