/// One or several samples of a track with their times; CoreMedia's `CMSampleBuffer`.
public struct SampleBuffer: Sendable {
  /// What it has.
  @nonexhaustive
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
  /// How many samples it has: those of each channel of uncompressed sound, else 1; 0 of a gap.
  public var sampleCount = 1
  /// How the samples are coded; nil where the file does not say.
  public var formatDescription: FormatDescription?
  /// Where a stored sample is in the file; nil where it is not in one piece, or not known.
  public var reference: SampleReference?
  /// Whether it is presented; a stored sample that is not is only needed to decode others.
  ///
  /// CoreMedia's attachment `DoNotDisplay` says the opposite.
  public var isDisplayed = true
  /// Whether it does not continue the samples before it, so that a decoder has to begin anew;
  /// CoreMedia's attachment `ResetDecoderBeforeDecoding`.
  public var resetsDecoder = false
  /// How much at its beginning is not presented; nil for nothing.
  ///
  /// CoreMedia's attachment `TrimDurationAtStart`.
  public var trimDurationAtStart: MediaTime?
  /// How much at its end is not presented; nil for nothing.
  ///
  /// CoreMedia's attachment `TrimDurationAtEnd`.
  public var trimDurationAtEnd: MediaTime?

  /// Makes a buffer.
  public init(_ content: Content, at presentationTime: MediaTime, duration: MediaTime? = nil) {
    self.content = content
    self.presentationTime = presentationTime
    self.duration = duration
    switch content {
    case .audio(let audio): sampleCount = audio.frameCount
    case .gap: sampleCount = 0
    case .pixels, .stored: break
    }
  }

  /// Sound that begins at a sample of its rate, counted from the beginning of the asset.
  init(_ audio: AudioBuffer, atSample position: Int64, damage: Diagnostic? = nil) {
    let rate = UInt32(clamping: max(1, audio.format.sampleRate))
    self.init(
      .audio(audio), at: MediaTime(numeric: position, rate),
      duration: MediaTime(numeric: Int64(audio.frameCount), rate))
    self.damage = damage
  }

  /// The sound, where it is that.
  public var audio: AudioBuffer? { if case .audio(let buffer) = content { buffer } else { nil } }

  /// The picture, where it is that.
  public var pixels: PixelBuffer? { if case .pixels(let buffer) = content { buffer } else { nil } }

  /// The bytes as the file stores them, where it is that.
  public var stored: ByteSlice? { if case .stored(let bytes) = content { bytes } else { nil } }
}

/// Where the bytes of a sample are in the file of its asset; AVFoundation's sample references.
public struct SampleReference: Sendable, Hashable {
  /// Where they begin, in bytes from the beginning of the file.
  public var offset: Int64
  /// How many they are.
  public var size: Int64

  /// Makes a reference.
  public init(offset: Int64, size: Int64) {
    self.offset = offset
    self.size = size
  }
}
