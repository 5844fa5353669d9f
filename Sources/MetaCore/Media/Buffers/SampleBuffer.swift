/// One or several samples of a track with their times; CoreMedia's `CMSampleBuffer`.
public struct SampleBuffer: Sendable {
  /// What it has.
  public enum Content: Sendable {
    /// A picture.
    case pixels(PixelBuffer)
    /// Uncompressed sound.
    case audio(AudioBuffer)
    /// A sample as the file stores it.
    case stored(ByteSlice)
    /// Time in which nothing is presented.
    case gap
  }

  /// What it has.
  public var content: Content
  /// When it is presented, in times of the asset.
  public var presentationTime: MediaTime
  /// When it is decoded; nil for what is decoded already.
  public var decodeTime: MediaTime?
  /// How long it is presented; nil when it is not known.
  public var duration: MediaTime?
  /// Whether it can be decoded without others.
  public var isSync = true
  /// What was wrong with the data that it was made of.
  public var damage: Diagnostic?

  /// Makes a buffer.
  public init(_ content: Content, at presentationTime: MediaTime, duration: MediaTime? = nil) {
    self.content = content
    self.presentationTime = presentationTime
    self.duration = duration
  }

  /// The sound, where it is that.
  public var audio: AudioBuffer? { if case .audio(let buffer) = content { buffer } else { nil } }

  /// The picture, where it is that.
  public var pixels: PixelBuffer? { if case .pixels(let buffer) = content { buffer } else { nil } }

  /// The bytes as the file stores them, where it is that.
  public var stored: ByteSlice? { if case .stored(let bytes) = content { bytes } else { nil } }
}
