/// A named combination of video and audio settings; the counterpart of AVFoundation's
/// `AVOutputSettingsPreset`.
///
/// ``OutputSettingsAssistant`` creates the settings.
public struct OutputSettingsPreset: RawRepresentable, Sendable, Hashable {
  /// AVFoundation's name, such as `AVOutputSettingsPreset1280x720`.
  public let rawValue: String

  /// Creates a preset from its name, known or unknown.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { rawValue = OutputSettingsPreset.prefix + name }

  private static let prefix = "AVOutputSettingsPreset"

  // MARK: H.264

  /// H.264 up to 640 × 480 pixels.
  public static let preset640x480 = Self("640x480")
  /// H.264 up to 960 × 540 pixels.
  public static let preset960x540 = Self("960x540")
  /// H.264 up to 1280 × 720 pixels.
  public static let preset1280x720 = Self("1280x720")
  /// H.264 up to 1920 × 1080 pixels.
  public static let preset1920x1080 = Self("1920x1080")
  /// H.264 up to 3840 × 2160 pixels.
  public static let preset3840x2160 = Self("3840x2160")

  // MARK: HEVC

  /// HEVC up to 1920 × 1080 pixels.
  public static let hevc1920x1080 = Self("HEVC1920x1080")
  /// HEVC with alpha, up to 1920 × 1080 pixels; no encoder is available.
  public static let hevc1920x1080WithAlpha = Self("HEVC1920x1080WithAlpha")
  /// HEVC up to 3840 × 2160 pixels.
  public static let hevc3840x2160 = Self("HEVC3840x2160")
  /// HEVC with alpha, up to 3840 × 2160 pixels; no encoder is available.
  public static let hevc3840x2160WithAlpha = Self("HEVC3840x2160WithAlpha")
  /// HEVC up to 4320 × 2160 pixels.
  public static let hevc4320x2160 = Self("HEVC4320x2160")
  /// HEVC up to 7680 × 4320 pixels.
  public static let hevc7680x4320 = Self("HEVC7680x4320")

  // MARK: MV-HEVC

  /// MV-HEVC with 960 × 960 pixels per eye; no encoder is available.
  public static let mvhevc960x960 = Self("MVHEVC960x960")
  /// MV-HEVC with 1440 × 1440 pixels per eye; no encoder is available.
  public static let mvhevc1440x1440 = Self("MVHEVC1440x1440")
  /// MV-HEVC with 4320 × 4320 pixels per eye; no encoder is available.
  public static let mvhevc4320x4320 = Self("MVHEVC4320x4320")
  /// MV-HEVC with 7680 × 7680 pixels per eye; no encoder is available.
  public static let mvhevc7680x7680 = Self("MVHEVC7680x7680")

  // MARK: Audio

  /// Audio only; in AVFoundation, this is an export preset, `AVAssetExportPresetAppleM4A`.
  public static let appleM4A = Self(rawValue: "AVAssetExportPresetAppleM4A")

  // MARK: Properties

  /// The properties of one preset, a row of ``rows``.
  package struct Row: Sendable {
    let preset: OutputSettingsPreset
    /// The video codec; nil for an audio-only preset.
    package let codec: VideoOutputSettings.Codec?
    /// The maximum width.
    package let width: Int
    /// The maximum height.
    package let height: Int
    /// Whether an encoder exists; false for HEVC with alpha and for multiview HEVC.
    let hasEncoder: Bool
    /// The file type for which the preset is intended.
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

  /// The presets in `AVOutputSettingsAssistant.h` (macOS 26) and one for audio; sizes are derived
  /// from the names.
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

  /// All known presets, including those without an encoder.
  public static let all: [OutputSettingsPreset] = rows.map(\.preset)

  /// The properties of the preset; nil if it is unknown.
  package var row: Row? { OutputSettingsPreset.rows.first { $0.preset == self } }

  // MARK: Names

  /// The name on the command line, such as `1280x720`, `hevc1920x1080` or `audio`.
  public var name: String {
    if self == .appleM4A { return "audio" }
    let isOurs = rawValue.hasPrefix(OutputSettingsPreset.prefix)
    return (isOurs ? String(rawValue.dropFirst(OutputSettingsPreset.prefix.count)) : rawValue)
      .lowercased()
  }

  /// Creates a preset from its ``name`` or AVFoundation's name, ignoring case; nil if it is
  /// unknown.
  public init?(named text: String) {
    let lowercased = text.lowercased()
    let match = OutputSettingsPreset.all.first {
      $0.name == lowercased || $0.rawValue.lowercased() == lowercased
    }
    guard let match else { return nil }
    self = match
  }
}
