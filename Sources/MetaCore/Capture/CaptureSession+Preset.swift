extension CaptureSession {
  /// A maximum size for captured video, and the bit rates of video and audio; the counterpart of
  /// AVFoundation's `AVCaptureSession.Preset`.
  ///
  /// The preset's size is requested from cameras and from the test picture, and the recommended
  /// settings scale larger frames down; frames are never enlarged. Screens and pipes deliver frames
  /// at their own size. With ``inputPriority``, the default, the recommended settings specify
  /// neither a size nor a bit rate.
  public struct Preset: RawRepresentable, Sendable, Hashable {
    /// AVFoundation's name, such as `AVCaptureSessionPreset1280x720`.
    public let rawValue: String

    /// Creates a preset from its name, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { rawValue = Preset.prefix + name }

    private static let prefix = "AVCaptureSessionPreset"

    /// The format requested from the inputs; movies have constant quality, whatever the bit rate.
    public static let inputPriority = Self("InputPriority")
    /// The native size of the source, at the bit rate chosen by ``OutputSettingsAssistant``.
    public static let high = Self("High")
    /// Up to 480 × 360 pixels, for sharing.
    public static let medium = Self("Medium")
    /// Up to 192 × 144 pixels, for slow networks.
    public static let low = Self("Low")
    /// Up to 320 × 240 pixels.
    public static let qvga320x240 = Self("320x240")
    /// Up to 352 × 288 pixels.
    public static let cif352x288 = Self("352x288")
    /// Up to 640 × 480 pixels.
    public static let vga640x480 = Self("640x480")
    /// Up to 960 × 540 pixels.
    public static let qHD960x540 = Self("960x540")
    /// Up to 1280 × 720 pixels.
    public static let hd1280x720 = Self("1280x720")
    /// Up to 1920 × 1080 pixels.
    public static let hd1920x1080 = Self("1920x1080")
    /// Up to 3840 × 2160 pixels.
    public static let hd4K3840x2160 = Self("3840x2160")
    /// Up to 960 × 540 pixels, with key frames only.
    public static let iFrame960x540 = Self("iFrame960x540")
    /// Up to 1280 × 720 pixels, with key frames only.
    public static let iFrame1280x720 = Self("iFrame1280x720")

    /// The properties of one preset, a row of ``rows``.
    struct Row: Sendable {
      let preset: Preset
      /// The maximum size; nil means the size of the source.
      let size: (width: Int, height: Int)?
      /// Whether every frame is a key frame.
      var hasKeyFramesAlone = false

      init(_ preset: Preset, _ width: Int, _ height: Int, hasKeyFramesAlone: Bool = false) {
        self.preset = preset
        size = width > 0 ? (width, height) : nil
        self.hasKeyFramesAlone = hasKeyFramesAlone
      }
    }

    /// The movie presets in `AVCaptureSessionPreset.h` (macOS 26); the sizes for medium and low are
    /// from Apple's "AV Foundation Programming Guide".
    static let rows: [Row] = [
      Row(.inputPriority, 0, 0), Row(.high, 0, 0), Row(.medium, 480, 360), Row(.low, 192, 144),
      Row(.qvga320x240, 320, 240), Row(.cif352x288, 352, 288), Row(.vga640x480, 640, 480),
      Row(.qHD960x540, 960, 540), Row(.hd1280x720, 1280, 720), Row(.hd1920x1080, 1920, 1080),
      Row(.hd4K3840x2160, 3840, 2160), Row(.iFrame960x540, 960, 540, hasKeyFramesAlone: true),
      Row(.iFrame1280x720, 1280, 720, hasKeyFramesAlone: true),
    ]

    /// All known presets.
    public static let all: [Preset] = rows.map(\.preset)

    var row: Row? { Preset.rows.first { $0.preset == self } }

    /// The name on the command line, such as `high` or `1280x720`.
    public var name: String {
      let isOurs = rawValue.hasPrefix(Preset.prefix)
      return (isOurs ? String(rawValue.dropFirst(Preset.prefix.count)) : rawValue).lowercased()
    }

    /// Creates a preset from its ``name`` or AVFoundation's name, ignoring case; returns nil for an
    /// unknown name.
    public init?(named text: String) {
      let lowercased = text.lowercased()
      let match = Preset.all.first {
        $0.name == lowercased || $0.rawValue.lowercased() == lowercased
      }
      guard let match else { return nil }
      self = match
    }
  }

  /// Returns whether the given preset is known.
  public func canSetSessionPreset(_ preset: Preset) -> Bool { preset.row != nil }

  // MARK: Recommended settings

  /// Returns recommended video settings for the captured video, suitable for real-time encoding;
  /// the counterpart of AVFoundation's
  /// `recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)`.
  ///
  /// They depend on the ``sessionPreset`` and on the frame size and frame rate of the source. The
  /// result is nil before the inputs are open, if there is no video, or if the file type does not
  /// support the codec. If no codec is given, the first one that the file type supports is used.
  public func recommendedVideoSettings(
    for fileType: FileType, codec: VideoOutputSettings.Codec? = nil
  ) -> VideoOutputSettings? {
    guard let video = format(of: .video)?.video else { return nil }
    return recommendedVideoSettings(for: fileType, codec: codec, video)
  }

  /// Returns the settings for frames that may have been rotated since they were captured.
  func recommendedVideoSettings(
    for fileType: FileType, codec: VideoOutputSettings.Codec?, _ video: VideoDescription
  ) -> VideoOutputSettings? {
    let supported = OutputSettings.availableVideoCodecs(for: fileType)
    guard let chosen = codec ?? supported.first, supported.contains(chosen),
      let row = sessionPreset.row
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

  /// Returns recommended audio settings for the captured audio; the counterpart of AVFoundation's
  /// `recommendedAudioSettings(assetWriterOutputFileType:)`.
  ///
  /// The result is nil before the inputs are open, if there is no audio, or if the file type does
  /// not support audio.
  public func recommendedAudioSettings(for fileType: FileType) -> AudioOutputSettings? {
    guard let format = format(of: .audio),
      let settings = OutputSettings.recommendedAudioSettings(for: fileType, source: format)
    else { return nil }
    return sessionPreset == .inputPriority ? AudioOutputSettings(settings.format) : settings
  }
}
