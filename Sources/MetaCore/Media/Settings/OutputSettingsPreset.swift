/// Names settings of video and sound that go together; AVFoundation's `AVOutputSettingsPreset`.
///
/// ``OutputSettingsAssistant`` makes settings of them.
public struct OutputSettingsPreset: RawRepresentable, Sendable, Hashable {
  /// AVFoundation's name: `AVOutputSettingsPreset1280x720`.
  public let rawValue: String

  /// A preset of its name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = OutputSettingsPreset.prefix + name }

  private static let prefix = "AVOutputSettingsPreset"

  // MARK: H.264

  /// H.264 of at most 640 × 480 pixels.
  public static let preset640x480 = Self("640x480")
  /// H.264 of at most 960 × 540 pixels.
  public static let preset960x540 = Self("960x540")
  /// H.264 of at most 1280 × 720 pixels.
  public static let preset1280x720 = Self("1280x720")
  /// H.264 of at most 1920 × 1080 pixels.
  public static let preset1920x1080 = Self("1920x1080")
  /// H.264 of at most 3840 × 2160 pixels.
  public static let preset3840x2160 = Self("3840x2160")

  // MARK: HEVC

  /// HEVC of at most 1920 × 1080 pixels.
  public static let hevc1920x1080 = Self("HEVC1920x1080")
  /// HEVC with alpha of at most 1920 × 1080 pixels; there is no encoder for it.
  public static let hevc1920x1080WithAlpha = Self("HEVC1920x1080WithAlpha")
  /// HEVC of at most 3840 × 2160 pixels.
  public static let hevc3840x2160 = Self("HEVC3840x2160")
  /// HEVC with alpha of at most 3840 × 2160 pixels; there is no encoder for it.
  public static let hevc3840x2160WithAlpha = Self("HEVC3840x2160WithAlpha")
  /// HEVC of at most 4320 × 2160 pixels.
  public static let hevc4320x2160 = Self("HEVC4320x2160")
  /// HEVC of at most 7680 × 4320 pixels.
  public static let hevc7680x4320 = Self("HEVC7680x4320")

  // MARK: MV-HEVC

  /// MV-HEVC of 960 × 960 pixels for each eye; there is no encoder for it.
  public static let mvhevc960x960 = Self("MVHEVC960x960")
  /// MV-HEVC of 1440 × 1440 pixels for each eye; there is no encoder for it.
  public static let mvhevc1440x1440 = Self("MVHEVC1440x1440")
  /// MV-HEVC of 4320 × 4320 pixels for each eye; there is no encoder for it.
  public static let mvhevc4320x4320 = Self("MVHEVC4320x4320")
  /// MV-HEVC of 7680 × 7680 pixels for each eye; there is no encoder for it.
  public static let mvhevc7680x7680 = Self("MVHEVC7680x7680")

  // MARK: Sound

  /// Sound alone; AVFoundation has it as a preset of exports, `AVAssetExportPresetAppleM4A`.
  public static let appleM4A = Self(rawValue: "AVAssetExportPresetAppleM4A")

  // MARK: Facts

  /// What a preset is.
  package struct Row: Sendable {
    let preset: OutputSettingsPreset
    /// The codec of video; nil for sound alone.
    package let codec: VideoOutputSettings.Codec?
    /// The largest width.
    package let width: Int
    /// The largest height.
    package let height: Int
    /// Whether there is an encoder for it at all: neither alpha nor several views of HEVC have one.
    let hasEncoder: Bool
    /// The type of file that it is for.
    package let fileType: FileType

    init(
      _ preset: OutputSettingsPreset, _ codec: VideoOutputSettings.Codec?, _ width: Int = 0,
      _ height: Int = 0, hasEncoder: Bool = true, fileType: FileType = .quickTimeMovie
    ) {
      self.preset = preset
      self.codec = codec
      self.width = width
      self.height = height
      self.hasEncoder = hasEncoder
      self.fileType = fileType
    }
  }

  /// The presets of `AVOutputSettingsAssistant.h` (macOS 26), and one of sound; the sizes are those
  /// of their names.
  static let rows: [Row] = [
    Row(.preset640x480, .h264, 640, 480), Row(.preset960x540, .h264, 960, 540),
    Row(.preset1280x720, .h264, 1280, 720), Row(.preset1920x1080, .h264, 1920, 1080),
    Row(.preset3840x2160, .h264, 3840, 2160), Row(.hevc1920x1080, .hevc, 1920, 1080),
    Row(.hevc1920x1080WithAlpha, .hevc, 1920, 1080, hasEncoder: false),
    Row(.hevc3840x2160, .hevc, 3840, 2160),
    Row(.hevc3840x2160WithAlpha, .hevc, 3840, 2160, hasEncoder: false),
    Row(.hevc4320x2160, .hevc, 4320, 2160), Row(.hevc7680x4320, .hevc, 7680, 4320),
    Row(.mvhevc960x960, .hevc, 960, 960, hasEncoder: false),
    Row(.mvhevc1440x1440, .hevc, 1440, 1440, hasEncoder: false),
    Row(.mvhevc4320x4320, .hevc, 4320, 4320, hasEncoder: false),
    Row(.mvhevc7680x7680, .hevc, 7680, 7680, hasEncoder: false),
    Row(.appleM4A, nil, fileType: .m4a),
  ]

  /// Every preset that is known, those without an encoder included.
  public static let all: [OutputSettingsPreset] = rows.map(\.preset)

  /// What it is; nil for a preset that is not known.
  package var row: Row? { OutputSettingsPreset.rows.first { $0.preset == self } }

  // MARK: Names

  /// The name on a command line: `1280x720`, `hevc1920x1080`, `audio`.
  public var name: String {
    if self == .appleM4A { return "audio" }
    let isOurs = rawValue.hasPrefix(OutputSettingsPreset.prefix)
    return (isOurs ? String(rawValue.dropFirst(OutputSettingsPreset.prefix.count)) : rawValue)
      .lowercased()
  }

  /// The preset by its ``name`` or by AVFoundation's, upper and lower case ignored; nil for one
  /// that is not known.
  public init?(named text: String) {
    let wanted = text.lowercased()
    let found = OutputSettingsPreset.all.first {
      $0.name == wanted || $0.rawValue.lowercased() == wanted
    }
    guard let found else { return nil }
    self = found
  }
}
