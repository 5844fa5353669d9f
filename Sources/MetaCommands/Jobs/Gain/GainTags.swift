internal import MetaCore

/// Converts measured loudness into edits to the loudness tags of each format: ReplayGain, the R128
/// tags of Opus, and iTunes Sound Check.
///
/// docs/gain.md contains the formulas and their sources.
struct GainTags: Sendable {
  let settings: GainSettings

  /// The reference loudness of Opus gains in LUFS, and their steps per dB (RFC 7845 §5.2.1).
  private static let opusReference = -23.0
  private static let opusSteps = 256.0

  /// Every field that `gain` may write, and that `--remove` removes.
  static let fields: [Field] = trackFields + albumFields + [.replayGainReferenceLoudness]

  private static let trackFields: [Field] = [
    .replayGainTrackGain, .replayGainTrackPeak, .replayGainTrackRange, .r128TrackGain, .soundCheck,
  ]
  private static let albumFields: [Field] = [
    .replayGainAlbumGain, .replayGainAlbumPeak, .replayGainAlbumRange, .r128AlbumGain,
  ]

  /// The edits that remove all of these fields.
  static let removal = fields.map { MetadataEdit.set(.field($0), []) }

  /// Returns whether a file already has the gains to write, so that it need not be measured.
  func areComplete(in document: Document) -> Bool {
    let view = MetadataView(document)
    let isOpus = GainTags.isOpus(document)
    let track: Field = isOpus ? .r128TrackGain : .replayGainTrackGain
    let album: Field = isOpus ? .r128AlbumGain : .replayGainAlbumGain
    return view[track] != nil && (settings.albums == .none || view[album] != nil)
  }

  /// Returns the edits that write the measured values, and remove the tags for which a silent file
  /// or album has no value; ReplayGain tags are also removed from Opus files unless they are
  /// requested.
  func edits(_ outcome: GainOutcome, for input: EditInput) -> [MetadataEdit] {
    guard let track = outcome.track else { return [] }
    var values: [(Field, MetadataValue?)] = []
    let isOpus = GainTags.isOpus(input.document)
    if isOpus {
      values.append((.r128TrackGain, GainTags.opusGain(track)))
      if settings.albums != .none {
        values.append((.r128AlbumGain, GainTags.opusGain(outcome.album)))
      }
    }
    let marks = !isOpus || settings.marksOpus
    values += replayGain(
      marks ? track : nil, .replayGainTrackGain, .replayGainTrackPeak, .replayGainTrackRange)
    if settings.albums != .none || !marks {
      values += replayGain(
        marks ? outcome.album : nil, .replayGainAlbumGain, .replayGainAlbumPeak,
        .replayGainAlbumRange)
    }
    values.append((.replayGainReferenceLoudness, marks ? reference(track) : nil))
    if input.insertionPoints.contains(where: { $0.keySpaces.contains(.iTunesLong) }) {
      values.append((.soundCheck, GainTags.soundCheck(track)))
    }
    return values.map { field, value in .set(.field(field), [value].compactMap(\.self)) }
  }

  /// Returns whether the first audio track of the file is Ogg Opus, which has its own gains.
  private static func isOpus(_ document: Document) -> Bool {
    document.container.kind == "ogg"
      && document.tracks.first { $0.mediaType == .audio }?.codec == "opus"
  }

  // MARK: ReplayGain

  /// Returns the ReplayGain fields of a track or album; nil values remove a field.
  private func replayGain(
    _ figures: LoudnessFigures?, _ gain: Field, _ peak: Field, _ range: Field
  ) -> [(Field, MetadataValue?)] {
    // The peak of silence is not useful without a gain.
    let figures = figures?.loudness == nil ? nil : figures
    var values: [(Field, MetadataValue?)] = [
      (gain, figures?.gain(to: settings.reference).map { GainTags.number($0, per: 100) }),
      (peak, figures?.peak.map { GainTags.number($0, per: 1_000_000) }),
    ]
    if settings.writesRanges {
      values.append((range, figures?.range.map { GainTags.number($0, per: 100) }))
    }
    return values
  }

  /// Returns the reference loudness; nil if it is the standard reference loudness, and for silence.
  private func reference(_ track: LoudnessFigures) -> MetadataValue? {
    guard settings.reference != GainSettings.standardReference, track.loudness != nil else {
      return nil
    }
    return GainTags.number(settings.reference, per: 100)
  }

  /// Returns the number rounded to a multiple of 1/`unit`.
  private static func number(_ number: Double, per unit: Double) -> MetadataValue {
    .real(number.rounded(toParts: unit))
  }

  // MARK: Opus

  /// Returns the gain in steps of 1/256 dB.
  ///
  /// Decoders have already applied the header gain, so the measurement includes it.
  private static func opusGain(_ figures: LoudnessFigures?) -> MetadataValue? {
    figures?.gain(to: opusReference).map { gain in
      .integer(Int64(max(-32_768, min(32_767, (gain * opusSteps).rounded()))))
    }
  }

  // MARK: Sound Check

  /// Returns the value of `iTunNORM`, which consists of ten 32-bit numbers in hexadecimal: the
  /// gains of both channels with base 1000, the same gains with base 2500, two unknown values, the
  /// peaks of both channels, and two unknown values.
  ///
  /// The first four are 10^(−gain/10) times the base, where gain is the ReplayGain gain. Apple
  /// has not published the format; the formula comes from the Python module mediafile (beets).
  private static func soundCheck(_ figures: LoudnessFigures) -> MetadataValue? {
    guard let gain = figures.gain(to: GainSettings.standardReference) else { return nil }
    let ratio = MeasuredLoudness.energyRatio(of: -gain)
    func scaled(_ base: Double) -> UInt32 { UInt32(max(1, min(65_534, (base * ratio).rounded()))) }
    let peak = UInt32(max(0, min(65_535, ((figures.peak ?? 0) * 32_768).rounded())))
    let (first, second) = (scaled(1000), scaled(2500))
    let numbers = [first, first, second, second, 0, 0, peak, peak, 0, 0]
    return .string(numbers.map { " " + hexadecimal($0) }.joined())
  }

  /// Returns the number as eight hexadecimal digits.
  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
