extension CaptureSession {
  /// Names a size and quality for what is captured; AVFoundation's `AVCaptureSession.Preset`.
  ///
  /// A camera is asked for pictures of its size, and recommended settings make larger ones smaller;
  /// pictures are never enlarged. Other devices, and pipes, have pictures of the size that they
  /// have.
  public struct Preset: RawRepresentable, Sendable, Hashable {
    /// AVFoundation's name: `AVCaptureSessionPreset1280x720`.
    public let rawValue: String

    /// A preset of its name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { rawValue = Preset.prefix + name }

    private static let prefix = "AVCaptureSessionPreset"

    /// What the inputs are asked for decides; movies have an even quality, whatever bit rate that
    /// takes.
    public static let inputPriority = Self("InputPriority")
    /// Pictures of their own size, with the bit rate of ``OutputSettingsAssistant``.
    public static let high = Self("High")
    /// At most 480 × 360 pixels, for sharing.
    public static let medium = Self("Medium")
    /// At most 192 × 144 pixels, for slow networks.
    public static let low = Self("Low")
    /// At most 320 × 240 pixels.
    public static let qvga320x240 = Self("320x240")
    /// At most 352 × 288 pixels.
    public static let cif352x288 = Self("352x288")
    /// At most 640 × 480 pixels.
    public static let vga640x480 = Self("640x480")
    /// At most 960 × 540 pixels.
    public static let qHD960x540 = Self("960x540")
    /// At most 1280 × 720 pixels.
    public static let hd1280x720 = Self("1280x720")
    /// At most 1920 × 1080 pixels.
    public static let hd1920x1080 = Self("1920x1080")
    /// At most 3840 × 2160 pixels.
    public static let hd4K3840x2160 = Self("3840x2160")
    /// At most 960 × 540 pixels, every picture a key frame.
    public static let iFrame960x540 = Self("iFrame960x540")
    /// At most 1280 × 720 pixels, every picture a key frame.
    public static let iFrame1280x720 = Self("iFrame1280x720")

    /// What a preset is.
    struct Row: Sendable {
      let preset: Preset
      /// The largest size; nil for that of the source.
      let size: (width: Int, height: Int)?
      /// Whether every picture is a key frame.
      var hasKeyFramesAlone = false

      init(_ preset: Preset, _ width: Int, _ height: Int, hasKeyFramesAlone: Bool = false) {
        self.preset = preset
        size = width > 0 ? (width, height) : nil
        self.hasKeyFramesAlone = hasKeyFramesAlone
      }
    }

    /// The presets of `AVCaptureSessionPreset.h` (macOS 26) for movies; medium and low have the
    /// sizes of Apple's "AV Foundation Programming Guide".
    static let rows: [Row] = [
      Row(.inputPriority, 0, 0), Row(.high, 0, 0), Row(.medium, 480, 360), Row(.low, 192, 144),
      Row(.qvga320x240, 320, 240), Row(.cif352x288, 352, 288), Row(.vga640x480, 640, 480),
      Row(.qHD960x540, 960, 540), Row(.hd1280x720, 1280, 720), Row(.hd1920x1080, 1920, 1080),
      Row(.hd4K3840x2160, 3840, 2160), Row(.iFrame960x540, 960, 540, hasKeyFramesAlone: true),
      Row(.iFrame1280x720, 1280, 720, hasKeyFramesAlone: true),
    ]

    /// Every preset that is known.
    public static let all: [Preset] = rows.map(\.preset)

    var row: Row? { Preset.rows.first { $0.preset == self } }

    /// The name on a command line: `high`, `1280x720`.
    public var name: String {
      let isOurs = rawValue.hasPrefix(Preset.prefix)
      return (isOurs ? String(rawValue.dropFirst(Preset.prefix.count)) : rawValue).lowercased()
    }

    /// The preset by its ``name`` or by AVFoundation's, upper and lower case ignored; nil for one
    /// that is not known.
    public init?(named text: String) {
      let wanted = text.lowercased()
      let found = Preset.all.first { $0.name == wanted || $0.rawValue.lowercased() == wanted }
      guard let found else { return nil }
      self = found
    }
  }

  /// Whether a preset is known.
  public func canSetSessionPreset(_ preset: Preset) -> Bool { preset.row != nil }

  // MARK: Recommended settings

  /// Settings of video for what is captured, of a speed for real time; AVFoundation's
  /// `recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)`.
  ///
  /// They are those of the ``sessionPreset`` for pictures of the size that the source has. Nil
  /// before the inputs are open, without pictures, and where files of the type do not hold this
  /// codec; without a codec it is the recommended one.
  public func recommendedVideoSettings(
    for fileType: FileType, codec: VideoOutputSettings.Codec? = nil
  ) -> VideoOutputSettings? {
    guard let video = format(of: .video)?.video else { return nil }
    return recommendedVideoSettings(for: fileType, codec: codec, video)
  }

  func recommendedVideoSettings(
    for fileType: FileType, codec: VideoOutputSettings.Codec?, _ video: VideoDescription
  ) -> VideoOutputSettings? {
    let held = OutputSettings.availableVideoCodecs(for: fileType)
    guard let chosen = codec ?? held.first, held.contains(chosen), let row = sessionPreset.row
    else { return nil }
    var settings = VideoOutputSettings(codec: chosen)
    if row.preset == .inputPriority {
      settings.pixelAspectRatio = PixelAspectRatio(of: video)
    } else {
      settings = OutputSettingsAssistant.videoSettings(
        chosen, video, within: row.size, framesPerSecond: video.frameRate ?? 30)
    }
    settings.speed = CaptureMovieFileOutput.usualVideo.speed
    settings.maxKeyFrameIntervalDuration =
      CaptureMovieFileOutput.usualVideo.maxKeyFrameIntervalDuration
    if row.hasKeyFramesAlone {
      (settings.maxKeyFrameInterval, settings.maxKeyFrameIntervalDuration) = (1, nil)
    }
    return settings
  }

  /// Settings of sound for what is captured; AVFoundation's
  /// `recommendedAudioSettings(assetWriterOutputFileType:)`.
  ///
  /// Nil before the inputs are open, without sound, and where files of the type hold none.
  public func recommendedAudioSettings(for fileType: FileType) -> AudioOutputSettings? {
    guard let format = format(of: .audio),
      let settings = OutputSettings.recommendedAudioSettings(for: fileType, source: format)
    else { return nil }
    return sessionPreset == .inputPriority ? AudioOutputSettings(settings.format) : settings
  }
}
