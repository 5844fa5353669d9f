/// Settings for encoding an audio track: codec, bit rate and format; the counterpart of
/// AVFoundation's audio settings dictionary.
public struct AudioOutputSettings: Sendable, Hashable, Codable {
  /// A codec in which audio can be encoded, if a codec library has an encoder.
  @nonexhaustive
  public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
    /// MPEG-4 AAC Low Complexity.
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
  /// The number of samples per second in each channel; nil means that of the source.
  public var sampleRate: Int?
  /// The number of channels; nil means that of the source.
  public var channels: Int?
  /// The number of bits per second; nil means the encoder's default.
  public var bitRate: Int?
  /// The format of uncompressed samples, ignored for other codecs; nil means 16 bits.
  public var pcm: PCMFormat?

  /// Creates settings with the encoder's defaults.
  public init(
    _ format: Format, bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil
  ) {
    self.format = format
    self.bitRate = bitRate
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// Settings for encoding one track, video or audio.
@nonexhaustive
public enum OutputSettings: Sendable, Hashable {
  /// Video settings.
  case video(VideoOutputSettings)
  /// Audio settings.
  case audio(AudioOutputSettings)

  /// The media type.
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
