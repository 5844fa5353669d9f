/// Settings for encoding a video track: codec, size, bit rate or quality, and properties that
/// players need; the counterpart of AVFoundation's video settings dictionary.
public struct VideoOutputSettings: Sendable, Hashable, Codable {
  /// A codec in which video can be encoded, if a codec library has an encoder.
  @nonexhaustive
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    /// H.264 (ISO/IEC 14496-10).
    case h264
    /// HEVC (ISO/IEC 23008-2).
    case hevc
    /// AV1.
    case av1
    /// VP9.
    case vp9
    /// Apple ProRes 422 Proxy.
    case proRes422Proxy
    /// Apple ProRes 422 LT.
    case proRes422LT
    /// Apple ProRes 422.
    case proRes422
    /// Apple ProRes 422 HQ.
    case proRes422HQ
    /// Apple ProRes 4444, which has an alpha channel.
    case proRes4444
    /// JPEG, as independent frames.
    case jpeg
    /// Lossless PNG, as independent frames.
    case png
  }

  /// How a frame with a different aspect ratio is scaled to the output size; the counterpart of
  /// AVFoundation's `AVVideoScalingMode`.
  @nonexhaustive
  public enum ScalingMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Scales width and height independently.
    case resize
    /// Scales to fit, with black bars.
    case resizeAspect
    /// Scales to fill, cropping two sides.
    case resizeAspectFill
  }

  /// The codec.
  public var codec: Codec
  /// The width in pixels; nil means that of the source.
  public var width: Int?
  /// The height in pixels; nil means that of the source.
  public var height: Int?
  /// The average number of bits per second; nil means that ``quality`` is used.
  public var averageBitRate: Int?
  /// The quality from 0 (worst) to 1 (best; lossless if the codec supports it); nil means the
  /// encoder's default.
  ///
  /// Cannot be combined with ``averageBitRate``.
  public var quality: Double?
  /// The maximum number of frames between key frames; 1 means that all are key frames.
  public var maxKeyFrameInterval: Int?
  /// The maximum number of seconds between key frames, regardless of the frame rate.
  public var maxKeyFrameIntervalDuration: Double?
  /// The profile and level, such as `main`, `high@4.1` or AVFoundation's name (`H264_Main_3_1`,
  /// `HEVC_Main10_AutoLevel`).
  public var profileLevel: String?
  /// Whether frames may be stored in an order other than presentation order; nil means the
  /// encoder's default.
  public var allowsFrameReordering: Bool?
  /// The expected frame rate of the source; encoders use it to distribute bits.
  public var expectedSourceFrameRate: Double?
  /// The encoder's speed preset: `ultrafast` … `veryslow` for H.264 and HEVC, a number for AV1 and
  /// VP9; nil means the encoder's default.
  public var speed: String?
  /// The colour properties with which the video is tagged; nil means those of the source.
  public var color: ColorProperties?
  /// The clean aperture.
  public var cleanAperture: CleanAperture?
  /// The pixel aspect ratio; nil means square pixels.
  public var pixelAspectRatio: PixelAspectRatio?
  /// How a frame with a different aspect ratio is scaled.
  public var scalingMode = ScalingMode.resizeAspect

  /// Creates settings with the encoder's defaults.
  public init(codec: Codec, width: Int? = nil, height: Int? = nil) {
    self.codec = codec
    self.width = width
    self.height = height
  }
}

/// The visible part of the frame (QTFF "Clean Aperture"), in pixels; the counterpart of
/// AVFoundation's `AVVideoCleanApertureKey`.
public struct CleanAperture: Sendable, Hashable, Codable {
  /// The width.
  public var width: Int
  /// The height.
  public var height: Int
  /// The horizontal offset of the aperture's centre from the frame's centre, positive to the right.
  public var horizontalOffset: Int
  /// The vertical offset of the aperture's centre from the frame's centre, positive downwards.
  public var verticalOffset: Int

  /// Creates a clean aperture.
  public init(width: Int, height: Int, horizontalOffset: Int = 0, verticalOffset: Int = 0) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }
}

/// The ratio of the width of a pixel to its height, when it is displayed; the counterpart of
/// AVFoundation's `AVVideoPixelAspectRatioKey`.
public struct PixelAspectRatio: Sendable, Hashable, Codable {
  /// The relative width.
  public var horizontalSpacing: Int
  /// The relative height.
  public var verticalSpacing: Int

  /// Creates a pixel aspect ratio.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// Creates the pixel aspect ratio of a video; returns nil if pixels are square or it is unknown.
  init?(of video: VideoDescription) {
    guard let parts = video.pixelAspect, parts.count == 2, parts[0] > 0, parts[1] > 0,
      parts[0] != parts[1]
    else { return nil }
    self.init(horizontalSpacing: parts[0], verticalSpacing: parts[1])
  }
}
