internal import MetaCore

/// What `gain` is asked for.
struct GainSettings: Sendable {
  /// What is done with the files.
  enum Action: Sendable, Hashable {
    /// They are measured, and what was measured is written into their tags.
    case write
    /// They are measured, and nothing is written or planned.
    case measure
    /// The tags are removed.
    case remove
  }

  /// Which files belong to one album.
  enum Albums: Sendable, Hashable {
    /// Each file is measured by itself.
    case none
    /// Those of one folder that name the same album.
    case byFolder
    /// All files.
    case all
  }

  /// Which peaks are measured.
  enum Peaks: String, Sendable, CaseIterable {
    /// Those between samples.
    case true_ = "true"
    /// Those of samples, which take less time.
    case sample
    /// None are written.
    case none
  }

  /// The loudness that ReplayGain 2 refers to, in LUFS (ReplayGain 2.0 specification).
  static let standardReference = -18.0

  var action = Action.write
  var albums = Albums.none
  var peaks = Peaks.true_
  /// The loudness that gains lead to, in LUFS; those of Opus have their own.
  var reference = GainSettings.standardReference
  /// Whether loudness ranges are written.
  var writesRanges = false
  /// Whether files are measured that have all tags.
  var redoes = false
  /// Whether Opus gets the tags of ReplayGain besides its own.
  var marksOpus = false
  /// The track that is measured; nil for the first one with audio.
  var track: UInt32?
}

/// How loud a track or an album is.
struct LoudnessFigures: Sendable, Hashable {
  /// The integrated loudness in LUFS; nil for silence and for less than 400 milliseconds.
  var loudness: Double?
  /// The loudness range in LU.
  var range: Double?
  /// The peak, where 1 is full scale; nil where none is measured.
  var peak: Double?

  /// The figures of the tracks as one sound.
  init(_ tracks: [MeasuredLoudness], _ peaks: GainSettings.Peaks) {
    loudness = MeasuredLoudness.integrated(of: tracks)
    range = MeasuredLoudness.range(of: tracks)
    switch peaks {
    case .true_: peak = tracks.compactMap(\.truePeak).max()
    case .sample: peak = tracks.map(\.samplePeak).max()
    case .none: break
    }
  }

  /// The gain that leads to a loudness, in dB; nil for silence.
  func gain(to reference: Double) -> Double? { loudness.map { reference - $0 } }
}

/// What measuring a file came to.
struct GainOutcome: Sendable {
  /// Its own figures; nil where it has all tags and was not measured.
  var track: LoudnessFigures?
  /// Those of its album.
  var album: LoudnessFigures?
  /// What did not decode, or why the album has no figures.
  var notes: [String] = []
}

extension Double {
  /// The nearest number with this many parts of one.
  func rounded(toParts parts: Double) -> Double { (self * parts).rounded() / parts }
}
