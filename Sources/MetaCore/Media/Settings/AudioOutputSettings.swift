/// How sound is encoded; AVFoundation's dictionary of audio settings.
public struct AudioOutputSettings: Sendable, Hashable, Codable {
  /// A codec of sound.
  @nonexhaustive
  public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
    /// MPEG-4 AAC, low complexity.
    case aac
    /// Apple Lossless.
    case alac
    /// FLAC.
    case flac
    /// Opus.
    case opus
    /// MPEG-1 layer III.
    case mp3
    /// AC-3 (Dolby Digital).
    case ac3
    /// Uncompressed samples.
    case linearPCM
  }

  /// The codec.
  public var format: Format
  /// Samples per second and channel; nil for those of the source.
  public var sampleRate: Int?
  /// How many channels; nil for those of the source.
  public var channels: Int?
  /// Bits per second; nil for the encoder's own choice.
  public var bitRate: Int?
  /// How uncompressed samples are stored; nil for 16 bits, and of no meaning for other formats.
  public var pcm: PCMFormat?

  /// Settings with the encoder's own choices.
  public init(
    _ format: Format, bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil
  ) {
    self.format = format
    self.bitRate = bitRate
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// How the samples of a track are encoded.
@nonexhaustive
public enum OutputSettings: Sendable, Hashable {
  /// Pictures.
  case video(VideoOutputSettings)
  /// Sound.
  case audio(AudioOutputSettings)

  /// What kind of media it is.
  public var mediaType: MediaType {
    switch self {
    case .video: .video
    case .audio: .audio
    }
  }

  /// The name of the codec.
  package var codecName: String {
    switch self {
    case .video(let settings): settings.codec.rawValue
    case .audio(let settings): settings.format.rawValue
    }
  }
}
