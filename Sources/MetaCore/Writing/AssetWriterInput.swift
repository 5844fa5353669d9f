/// The properties of one track to write: how its samples are encoded, and how it is presented; the
/// counterpart of AVFoundation's `AVAssetWriterInput`.
///
/// An input is a value: changes made after it was added to a writer have no effect.
public struct AssetWriterInput: Sendable {
  /// The media type of the samples.
  public let mediaType: MediaType
  /// The settings for encoding the samples; nil means that they are written unchanged.
  public let settings: OutputSettings?
  /// The format of the samples, if known in advance; required for unchanged samples, except in
  /// QuickTime movies.
  ///
  /// For samples to be encoded, this is the format before encoding, which supplies properties that
  /// frames do not have.
  public var sourceFormatHint: FormatDescription?
  /// The transform applied to the frames for display.
  public var transform = AffineTransform.identity
  /// The rotation and mirroring of the frames, which keep their upper left corner in place; nil
  /// means that ``transform`` applies.
  package var turn: PictureTurn?
  /// The display size of the frames, before ``transform``; nil means the size in their format.
  public var naturalSize: (width: Double, height: Double)?
  /// The metadata of the track.
  public var metadata: [MetadataItem] = []
  /// The language of the track.
  public var languageTag: LanguageTag?
  /// The name of the track.
  public var title: String?
  /// Whether the track is enabled for playback by default.
  public var marksOutputTrackAsEnabled = true
  /// The timescale of the track; nil means that of the first sample's duration or, if it has none,
  /// presentation time.
  public var mediaTimeScale: UInt32?
  /// Whether samples come from a real-time source, such as a camera.
  ///
  /// Samples to be encoded then wait for the encoder in a queue instead of blocking the caller. The
  /// queue holds up to three frames or ten seconds of audio; additional samples are dropped and
  /// counted (``SampleBufferReceiver/droppedSampleCount``).
  public var expectsMediaDataInRealTime = false

  /// Creates an input whose samples are encoded, or written unchanged.
  public init(
    _ mediaType: MediaType, settings: OutputSettings? = nil,
    sourceFormatHint: FormatDescription? = nil
  ) {
    self.mediaType = mediaType
    self.settings = settings
    self.sourceFormatHint = sourceFormatHint
  }
}
