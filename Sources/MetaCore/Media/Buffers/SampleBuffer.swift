/// One or more samples of a track with their timing; the counterpart of Core Media's
/// `CMSampleBuffer`.
public struct SampleBuffer: Sendable {
  /// The content of a buffer: decoded media, a sample as stored in a file, or nothing.
  @nonexhaustive
  public enum Content: Sendable {
    /// A video frame.
    case pixels(PixelBuffer)
    /// Uncompressed audio.
    case audio(AudioBuffer)
    /// A sample as stored in the file.
    case stored(ByteSlice)
    /// A span of time in which nothing is presented.
    case gap
  }

  /// The content.
  public var content: Content
  /// The presentation time, on the timeline of the asset.
  public var presentationTime: MediaTime
  /// The decode time; nil for decoded content.
  public var decodeTime: MediaTime?
  /// The duration; nil if unknown.
  public var duration: MediaTime?
  /// Whether the sample can be decoded independently of other samples.
  public var isSync = true
  /// The damage found in the data from which the buffer was decoded.
  public var damage: Diagnostic?
  /// The number of samples: 0 for a gap, the number per channel for uncompressed audio, decoded or
  /// stored, otherwise 1.
  public var sampleCount = 1
  /// The format of the samples; nil if the file does not specify it.
  public var formatDescription: FormatDescription?
  /// The location of a stored sample in the file; nil if it is not contiguous or unknown.
  public var reference: SampleReference?
  /// Whether the sample is presented; a stored sample that is not presented is needed only to
  /// decode other samples.
  ///
  /// This is the opposite of Core Media's attachment `DoNotDisplay`.
  public var isDisplayed = true
  /// Whether the sample does not continue the previous ones, so that the decoder must be reset;
  /// Core Media's attachment `ResetDecoderBeforeDecoding`.
  public var resetsDecoder = false
  /// The duration trimmed from the start; nil if nothing is trimmed.
  ///
  /// This corresponds to Core Media's attachment `TrimDurationAtStart`.
  public var trimDurationAtStart: MediaTime?
  /// The duration trimmed from the end; nil if nothing is trimmed.
  ///
  /// This corresponds to Core Media's attachment `TrimDurationAtEnd`.
  public var trimDurationAtEnd: MediaTime?

  /// Creates a buffer.
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

  /// Creates an audio buffer that starts at a sample position, counted from the start of the asset.
  init(_ audio: AudioBuffer, atSample position: Int64, damage: Diagnostic? = nil) {
    let rate = UInt32(clamping: max(1, audio.format.sampleRate))
    self.init(
      .audio(audio), at: MediaTime(numeric: position, rate),
      duration: MediaTime(numeric: Int64(audio.frameCount), rate))
    self.damage = damage
  }

  /// The audio, if the content is uncompressed audio.
  public var audio: AudioBuffer? { if case .audio(let buffer) = content { buffer } else { nil } }

  /// The video frame, if the content is one.
  public var pixels: PixelBuffer? { if case .pixels(let buffer) = content { buffer } else { nil } }

  /// The stored bytes, if the content is a stored sample.
  public var stored: ByteSlice? { if case .stored(let bytes) = content { bytes } else { nil } }
}

/// The location of a sample's bytes in the file of its asset; the counterpart of AVFoundation's
/// sample references.
public struct SampleReference: Sendable, Hashable {
  /// The offset of the first byte in the file.
  public var offset: Int64
  /// The number of bytes.
  public var size: Int64

  /// Creates a reference.
  public init(offset: Int64, size: Int64) {
    self.offset = offset
    self.size = size
  }
}
