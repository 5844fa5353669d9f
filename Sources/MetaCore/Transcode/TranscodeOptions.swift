/// The options of a transcode: an export in which some tracks are encoded.
///
/// A track is handled according to the first of ``trackTreatments``, ``mediaTreatments`` and
/// ``preset`` that applies. If none applies, a video or audio track is copied if the new file
/// supports it and its frames do not change, and otherwise encoded with the recommended settings;
/// other tracks, such as chapters, timecode, subtitles and timed metadata, are copied.
public struct TranscodeOptions: Sendable, Hashable {
  /// The export: the type of the new file, the tracks and the time range to include, and the
  /// metadata.
  public var export = ExportOptions()
  /// The preset for video and audio that is not handled otherwise; nil means no preset.
  public var preset: OutputSettingsPreset?
  /// The handling of tracks, by media type.
  public var mediaTreatments: [MediaType: TrackTreatment] = [:]
  /// The handling of individual tracks, by ID.
  public var trackTreatments: [UInt32: TrackTreatment] = [:]
  /// The duration of each video frame, to convert to a constant frame rate; nil means that the
  /// times of the source are kept.
  public var frameDuration: MediaTime?
  /// Whether the rotation and mirroring of a track are applied to its frames, instead of being
  /// stored in the track.
  public var appliesTransform = false

  /// Creates the default options, which copy everything that the new file supports.
  public init() {}

  /// The settings for encoding video tracks; nil if not set.
  public var video: VideoOutputSettings? {
    get {
      guard case .encoded(.video(let settings))? = mediaTreatments[.video] else { return nil }
      return settings
    }
    set { mediaTreatments[.video] = newValue.map { .encoded(.video($0)) } }
  }

  /// The settings for encoding audio tracks; nil if not set.
  public var audio: AudioOutputSettings? {
    get {
      guard case .encoded(.audio(let settings))? = mediaTreatments[.audio] else { return nil }
      return settings
    }
    set { mediaTreatments[.audio] = newValue.map { .encoded(.audio($0)) } }
  }
}

/// The way in which a transcode handles a track.
@nonexhaustive
public enum TrackTreatment: Sendable, Hashable {
  /// Copy the samples unchanged.
  case copied
  /// Omit the track.
  case leftOut
  /// Encode the samples.
  case encoded(OutputSettings)
}

/// The result of a transcode: the new file, the tracks that were encoded, and the damage in their
/// media.
public struct TranscodeResult: Sendable {
  /// A track that was encoded: its IDs in both files, the settings, and the number of its samples.
  public struct Track: Sendable, Hashable {
    /// The track ID in the source file.
    public let id: UInt32
    /// The track ID in the new file.
    public internal(set) var newID: UInt32
    /// The settings used.
    public let settings: OutputSettings
    /// The number of frames, or of audio samples per channel.
    public var sampleCount: Int64 = 0

    /// Creates a track without samples, which keeps its ID unless a different one is given.
    init(_ encoded: TranscodePlan.EncodedTrack, as number: UInt32? = nil) {
      (id, settings) = (encoded.track.id, encoded.settings)
      newID = number ?? id
    }
  }

  /// The encoded tracks that have samples in the time range, in file order.
  public var tracks: [Track]
  /// The damage in the media, which was replaced by silence or omitted.
  public var findings: [Diagnostic]
  /// The plan of the export.
  public var draft: ExportDraft
  /// The new file.
  public var result: EditResult
}

/// A preview of a transcode, created without encoding anything: the tracks that would be encoded,
/// and the content that the new file would lose.
public struct TranscodePreview: Sendable {
  /// The tracks that would be encoded, without their samples.
  public let tracks: [TranscodeResult.Track]
  /// The type of the new file.
  public let fileType: FileType
  /// Media, with times and locations, that would not be in the new file.
  public let losses: [Diagnostic]
  /// Metadata that would not be in the new file.
  public let metadataLosses: [ConversionLoss]
  /// Additional information.
  public let notes: [Diagnostic]
  /// The private data that would be removed; nil if the filter is not for sharing.
  public let privacy: PrivateData.Report?

  init(tracks: [TranscodeResult.Track], _ draft: ExportDraft) {
    self.tracks = tracks
    (fileType, losses, metadataLosses) = (draft.fileType, draft.losses, draft.metadataLosses)
    (notes, privacy) = (draft.notes, draft.privacy)
  }

  init(tracks: [TranscodeResult.Track], _ fileType: FileType, _ moved: ConvertedMetadata) {
    self.tracks = tracks
    self.fileType = fileType
    (losses, metadataLosses, notes, privacy) = (moved.losses, [], moved.notes, moved.privacy)
  }
}
