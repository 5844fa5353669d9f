/// How pictures are encoded; AVFoundation's dictionary of video settings.
public struct VideoOutputSettings: Sendable, Hashable, Codable {
  /// A codec of pictures.
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
    /// JPEG, each picture by itself.
    case jpeg
    /// PNG, each picture by itself and without loss.
    case png
  }

  /// How a picture of another shape becomes one of the size that is wanted; AVFoundation's
  /// `AVVideoScalingMode`.
  @nonexhaustive
  public enum ScalingMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Stretched to fill it.
    case resize
    /// As large as fits, with black bars.
    case resizeAspect
    /// So large that it fills it, cut at two sides.
    case resizeAspectFill
  }

  /// The codec.
  public var codec: Codec
  /// The width in pixels; nil for that of the pictures.
  public var width: Int?
  /// The height in pixels; nil for that of the pictures.
  public var height: Int?
  /// Bits per second on average; nil for what ``quality`` needs.
  public var averageBitRate: Int?
  /// From 0 (worst) to 1 (best, without loss where the codec can); nil for the encoder's own
  /// choice.
  ///
  /// Not with ``averageBitRate``.
  public var quality: Double?
  /// The most pictures from one key frame to the next; 1 makes every picture a key frame.
  public var maxKeyFrameInterval: Int?
  /// The longest time from one key frame to the next, in seconds, also where the frame rate varies.
  public var maxKeyFrameIntervalDuration: Double?
  /// Profile and level: `main`, `high@4.1`, or AVFoundation's name (`H264_Main_3_1`,
  /// `HEVC_Main10_AutoLevel`).
  public var profileLevel: String?
  /// Whether pictures may be stored in another order than they are presented in; nil for the
  /// encoder's own choice.
  public var allowsFrameReordering: Bool?
  /// Pictures per second of the source, as far as that is constant; encoders divide bits by it.
  public var expectedSourceFrameRate: Double?
  /// How hard the encoder tries: `ultrafast` … `veryslow` for H.264 and HEVC, a number for AV1 and
  /// VP9; nil for its own choice.
  public var speed: String?
  /// The colours that the pictures are tagged with; nil for those of the source.
  public var color: ColorProperties?
  /// The part of the pictures that is to be shown.
  public var cleanAperture: CleanAperture?
  /// The width and the height of a pixel, in proportion; nil for square ones.
  public var pixelAspectRatio: PixelAspectRatio?
  /// How a picture of another shape is fitted.
  public var scalingMode = ScalingMode.resizeAspect

  /// Settings with the encoder's own choices.
  public init(codec: Codec, width: Int? = nil, height: Int? = nil) {
    self.codec = codec
    self.width = width
    self.height = height
  }
}

/// The part of pictures that is to be shown (QTFF "Clean Aperture"), in pixels; AVFoundation's
/// `AVVideoCleanApertureKey`.
public struct CleanAperture: Sendable, Hashable, Codable {
  /// Its width.
  public var width: Int
  /// Its height.
  public var height: Int
  /// How far its centre is to the right of that of the picture.
  public var horizontalOffset: Int
  /// How far its centre is below that of the picture.
  public var verticalOffset: Int

  /// Makes an aperture.
  public init(width: Int, height: Int, horizontalOffset: Int = 0, verticalOffset: Int = 0) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }
}

/// The shape of a pixel; AVFoundation's `AVVideoPixelAspectRatioKey`.
public struct PixelAspectRatio: Sendable, Hashable, Codable {
  /// How wide it is.
  public var horizontalSpacing: Int
  /// How high it is.
  public var verticalSpacing: Int

  /// Makes a shape.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// The shape of the pixels of some video; nil for squares, and where it is not known.
  init?(of video: VideoDescription) {
    guard let parts = video.pixelAspect, parts.count == 2, parts[0] > 0, parts[1] > 0,
      parts[0] != parts[1]
    else { return nil }
    self.init(horizontalSpacing: parts[0], verticalSpacing: parts[1])
  }
}
