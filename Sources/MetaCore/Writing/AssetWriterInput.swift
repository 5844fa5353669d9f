/// What a track of a movie that is written is like; AVFoundation's `AVAssetWriterInput`.
///
/// A value: what is changed after an input was given to a writer has no effect.
public struct AssetWriterInput: Sendable {
  /// What kind of media its samples have.
  public let mediaType: MediaType
  /// How its samples are encoded; nil for samples that are written as they are.
  public let settings: OutputSettings?
  /// How its samples are coded before the first of them is there; needed for samples that are written as they are, except for QuickTime movies.
  ///
  /// Of samples that are encoded, how they were coded before: what pictures do not say themselves is taken from there.
  public var sourceFormatHint: FormatDescription?
  /// How its pictures are placed.
  public var transform = AffineTransform.identity
  /// How players turn its pictures, in their place; nil for what ``transform`` says.
  package var turn: PictureTurn?
  /// The size at which its pictures are shown, before ``transform``; nil for what their format says.
  public var naturalSize: (width: Double, height: Double)?
  /// The metadata of the track.
  public var metadata: [MetadataItem] = []
  /// The language of the track.
  public var languageTag: LanguageTag?
  /// The name of the track.
  public var title: String?
  /// Whether the track is to be played.
  public var marksOutputTrackAsEnabled = true
  /// The units per second of its times; nil for those of the first sample.
  public var mediaTimeScale: UInt32?
  /// Whether samples come from a source that does not wait, as a camera.
  ///
  /// Samples that are encoded then wait for the encoder instead of the one who appends them. Of what comes faster than it is encoded, three pictures and ten
  /// seconds of sound wait; what comes then is dropped and counted (``SampleBufferReceiver/droppedSampleCount``).
  public var expectsMediaDataInRealTime = false

  /// An input whose samples are encoded, or written as they are.
  public init(
    _ mediaType: MediaType, settings: OutputSettings? = nil,
    sourceFormatHint: FormatDescription? = nil
  ) {
    self.mediaType = mediaType
    self.settings = settings
    self.sourceFormatHint = sourceFormatHint
  }
}
