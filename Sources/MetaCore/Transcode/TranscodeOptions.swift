/// What is asked of a transcode: an export, of which some tracks are encoded anew.
///
/// What becomes of a track is the first of these that there is: ``trackTreatments``, ``mediaTreatments``, ``preset``. A track of video or sound that
/// none of them names stays as it is where the new file can hold it, else it has the recommended settings of that file. Chapters' tracks, timecode,
/// subtitles and timed metadata stay as they are.
public struct TranscodeOptions: Sendable, Hashable {
  /// The export: the type of the new file, which tracks go along, what of their time, and the metadata.
  public var export = ExportOptions()
  /// What video and sound are like that nothing else is said of; nil for nothing.
  public var preset: OutputSettingsPreset?
  /// What becomes of the tracks of a kind of media.
  public var mediaTreatments: [MediaType: TrackTreatment] = [:]
  /// What becomes of particular tracks, by their numbers.
  public var trackTreatments: [UInt32: TrackTreatment] = [:]
  /// How long each picture of all video is presented, as the one that is presented at its time; nil for the times of the source, constant or not.
  public var frameDuration: MediaTime?
  /// Whether pictures are turned and mirrored as their track says, so that it need not say so any more.
  public var appliesTransform = false

  /// Everything stays as it is, as far as the new file can hold it.
  public init() {}

  /// How tracks of video are encoded; nil where that is not said.
  public var video: VideoOutputSettings? {
    get {
      guard case .encoded(.video(let settings))? = mediaTreatments[.video] else { return nil }
      return settings
    }
    set { mediaTreatments[.video] = newValue.map { .encoded(.video($0)) } }
  }

  /// How tracks of sound are encoded; nil where that is not said.
  public var audio: AudioOutputSettings? {
    get {
      guard case .encoded(.audio(let settings))? = mediaTreatments[.audio] else { return nil }
      return settings
    }
    set { mediaTreatments[.audio] = newValue.map { .encoded(.audio($0)) } }
  }
}

/// What becomes of a track.
@nonexhaustive
public enum TrackTreatment: Sendable, Hashable {
  /// Its samples are copied as they are.
  case copied
  /// It is not in the new file.
  case leftOut
  /// Its samples are encoded anew.
  case encoded(OutputSettings)
}

/// What became of a file.
public struct TranscodeResult: Sendable {
  /// A track that was encoded.
  public struct Track: Sendable, Hashable {
    /// Its number in the old file.
    public let id: UInt32
    /// Its number in the new file.
    public internal(set) var newID: UInt32
    /// How it was encoded.
    public let settings: OutputSettings
    /// How many pictures, or samples of each channel, it has.
    public var sampleCount: Int64 = 0

    /// A track without samples, which keeps its number unless another is given.
    init(_ encoded: TranscodePlan.EncodedTrack, as number: UInt32? = nil) {
      (id, settings) = (encoded.track.id, encoded.settings)
      newID = number ?? id
    }
  }

  /// The tracks that were encoded, in the order of the file; those without a sample in the range are not among them.
  public var tracks: [Track]
  /// What of the media was damaged, and is replaced by silence or left out.
  public var findings: [Diagnostic]
  /// What the export came to.
  public var draft: ExportDraft
  /// The new file.
  public var result: EditResult
}

/// What a transcode comes to, before anything is encoded.
public struct TranscodePreview: Sendable {
  /// The tracks that would be encoded, without their samples.
  public let tracks: [TranscodeResult.Track]
  /// The type of the new file.
  public let fileType: FileType
  /// What of the media, and of what counts their times and places, would not be in the new file.
  public let losses: [Diagnostic]
  /// What of the metadata would not be in the new file.
  public let metadataLosses: [ConversionLoss]
  /// What is worth knowing besides.
  public let notes: [Diagnostic]
  /// The private data that would not be in the new file; nil where the filter is not for sharing.
  public let privacy: PrivateData.Report?

  init(tracks: [TranscodeResult.Track], _ draft: ExportDraft) {
    self.tracks = tracks
    (fileType, losses, metadataLosses) = (draft.fileType, draft.losses, draft.metadataLosses)
    (notes, privacy) = (draft.notes, draft.privacy)
  }

  init(tracks: [TranscodeResult.Track], _ fileType: FileType, _ moved: MovedMetadata) {
    self.tracks = tracks
    self.fileType = fileType
    (losses, metadataLosses, notes, privacy) = (moved.losses, [], moved.notes, moved.privacy)
  }
}
