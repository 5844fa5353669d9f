/// The properties of a track to write; AVFoundation's `AVAssetWriterInput`.
///
/// A value: changes made after an input was added to a writer have no effect.
public struct AssetWriterInput: Sendable {
  /// The media type of its samples.
  public let mediaType: MediaType
  /// The settings for encoding its samples; nil to write them unchanged.
  public let settings: OutputSettings?
  /// The format of its samples, if known in advance; required for unchanged samples, except in
  /// QuickTime movies.
  ///
  /// For samples that are encoded, the format before encoding: properties that frames do not have
  /// are taken from it.
  public var sourceFormatHint: FormatDescription?
  /// The transformation of its frames for display.
  public var transform = AffineTransform.identity
  /// The rotation of its frames, without a translation; nil for the one in ``transform``.
  package var turn: PictureTurn?
  /// The display size of its frames, before ``transform``; nil for the one in their format.
  public var naturalSize: (width: Double, height: Double)?
  /// The metadata of the track.
  public var metadata: [MetadataItem] = []
  /// The language of the track.
  public var languageTag: LanguageTag?
  /// The name of the track.
  public var title: String?
  /// Whether players play the track by default.
  public var marksOutputTrackAsEnabled = true
  /// The units per second of its times; nil for those of the first sample.
  public var mediaTimeScale: UInt32?
  /// Whether samples come from a real-time source, such as a camera.
  ///
  /// Encoded samples then wait for the encoder in a queue instead of blocking the caller. If they
  /// come faster than they are encoded, three frames and ten seconds of audio are queued; further
  /// samples are dropped and counted (``SampleBufferReceiver/droppedSampleCount``).
  public var expectsMediaDataInRealTime = false

  /// Makes an input whose samples are encoded, or written unchanged.
  public init(
    _ mediaType: MediaType, settings: OutputSettings? = nil,
    sourceFormatHint: FormatDescription? = nil
  ) {
    self.mediaType = mediaType
    self.settings = settings
    self.sourceFormatHint = sourceFormatHint
  }
}
