internal import MetaCore

/// The measurements that `gain` makes and the tags that it writes: the verb's own options, without
/// those that all edits have.
struct GainSettings: Sendable {
  /// The action of `gain` for each file: write, only measure, or remove loudness tags.
  enum Action: Sendable, Hashable {
    /// Measure the files and write the results to their tags.
    case write
    /// Measure the files without writing or planning anything.
    case measure
    /// Remove the tags.
    case remove
  }

  /// The grouping of files into albums, whose loudness is measured over all their files.
  enum Albums: Sendable, Hashable {
    /// No albums: each file is measured on its own.
    case none
    /// Files in the same folder with the same album title.
    case byFolder
    /// All files form one album.
    case all
  }

  /// The type of peak that is measured and written, as a value of `--peak`.
  enum Peaks: String, Sendable, CaseIterable {
    /// True peaks, between samples.
    case true_ = "true"
    /// Sample peaks, which take less time.
    case sample
    /// No peaks.
    case none
  }

  /// The reference loudness of ReplayGain 2 in LUFS (ReplayGain 2.0 specification).
  static let standardReference = -18.0

  var action = Action.write
  var albums = Albums.none
  var peaks = Peaks.true_
  /// The reference loudness of ReplayGain gains in LUFS; Opus gains and Sound Check have fixed
  /// reference levels.
  var reference = GainSettings.standardReference
  /// Whether loudness ranges are written.
  var writesRanges = false
  /// Whether files that already have the gains to write are remeasured.
  var redoes = false
  /// Whether Opus files get ReplayGain tags in addition to their own tags.
  var marksOpus = false
  /// The track to measure, or nil for the first audio track.
  var track: UInt32?
}

/// The loudness, range and peak of one track or of one album, computed from the measured energies
/// (``MeasuredLoudness``) of one or more files.
struct LoudnessFigures: Sendable, Hashable {
  /// The integrated loudness in LUFS; nil for silence and for less than 400 milliseconds.
  var loudness: Double?
  /// The loudness range in LU; nil for silence and for less than three seconds.
  var range: Double?
  /// The peak relative to a full scale of 1; nil if not measured.
  var peak: Double?

  /// Creates the combined figures of tracks.
  init(_ tracks: [MeasuredLoudness], _ peaks: GainSettings.Peaks) {
    loudness = MeasuredLoudness.integrated(of: tracks)
    range = MeasuredLoudness.range(of: tracks)
    switch peaks {
    case .true_: peak = tracks.compactMap(\.truePeak).max()
    case .sample: peak = tracks.map(\.samplePeak).max()
    case .none: break
    }
  }

  /// Returns the gain in dB that results in the given loudness, or nil for silence.
  func gain(to reference: Double) -> Double? { loudness.map { reference - $0 } }
}

/// The result of measuring one file for `gain`: its own figures and the figures of its album.
struct GainOutcome: Sendable {
  /// The file's own figures; nil if it already has the gains to write and was not measured.
  var track: LoudnessFigures?
  /// The figures of the file's album, if any.
  var album: LoudnessFigures?
  /// Decoding errors, or the reason why the album has no figures.
  var notes: [String] = []
}

extension Double {
  /// Returns the number rounded to a multiple of 1/`parts`.
  func rounded(toParts parts: Double) -> Double { (self * parts).rounded() / parts }
}
