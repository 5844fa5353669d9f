/// Creates output settings from a preset and the properties of the source; the counterpart of
/// AVFoundation's `AVOutputSettingsAssistant`.
///
///     var assistant = OutputSettingsAssistant(preset: .preset1280x720)
///     assistant?.sourceVideoFormat = track.formatDescriptions.first
///     assistant?.sourceVideoAverageFrameDuration = MediaTime(value: 1, timescale: 25)
///     let settings = assistant?.videoSettings
///
/// If the source format is known, video is never enlarged, and is scaled down to fit the preset's
/// size if necessary. For a portrait source, the preset's size is rotated. Sizes are even, as 4:2:0
/// requires; pixel aspect ratio and clean aperture are kept. If the source format is unknown, the
/// video has the size of the preset.
///
/// The bit rate is 0.1 (H.264) or 0.06 (HEVC) bits per pixel for up to 30 frames per second and
/// half of that for each additional frame, rounded to thousands and at least 64,000. Audio is AAC
/// with at most two channels and 48 kHz, at 64 kbit/s per channel, but no more than two bits per
/// sample.
public struct OutputSettingsAssistant: Sendable {
  private let row: OutputSettingsPreset.Row

  /// The format of the source's audio; nil if unknown.
  public var sourceAudioFormat: FormatDescription?
  /// The format of the source's video; nil if unknown.
  public var sourceVideoFormat: FormatDescription?
  /// The average duration of a source frame; nil means 1/30 s.
  public var sourceVideoAverageFrameDuration: MediaTime?
  /// The shortest duration of a source frame; nil if unknown.
  ///
  /// If it equals the average, the frame rate is constant, and the settings specify it.
  public var sourceVideoMinFrameDuration: MediaTime?

  /// Creates an assistant for a preset; returns nil if the preset is unknown or has no encoder.
  public init?(preset: OutputSettingsPreset) {
    guard let row = preset.row, row.hasEncoder else { return nil }
    self.row = row
  }

  /// The presets that can be encoded in a program that links the encoders of `MetaForeign`.
  public static let availableOutputSettingsPresets: [OutputSettingsPreset] =
    OutputSettingsPreset.rows.filter(\.hasEncoder).map(\.preset)

  /// The preset.
  public var preset: OutputSettingsPreset { row.preset }

  /// The file type for which the settings are intended; other types may support them, too.
  public var outputFileType: FileType { row.fileType }

  // MARK: Audio

  /// The audio settings.
  public var audioSettings: AudioOutputSettings? {
    OutputSettingsAssistant.audioSettings(sourceAudioFormat?.audio)
  }

  /// Returns AAC settings for a source; a nil source means stereo at 44.1 kHz.
  package static func audioSettings(_ source: AudioDescription?) -> AudioOutputSettings {
    let channels = min(max(source?.channels ?? 2, 1), 2)
    let sourceRate = source?.sampleRate ?? 44100
    let rate = sampleRates.first { Double($0) >= sourceRate } ?? 48000
    let bits = min(64000, 2 * rate)
    return AudioOutputSettings(.aac, bitRate: bits * channels, sampleRate: rate, channels: channels)
  }

  /// The AAC sample rates up to 48 kHz (ISO/IEC 14496-3 table 1.18).
  private static let sampleRates = [
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000,
  ]

  // MARK: Video

  /// The video settings; nil for an audio-only preset.
  public var videoSettings: VideoOutputSettings? {
    guard let codec = row.codec else { return nil }
    var settings = OutputSettingsAssistant.videoSettings(
      codec, sourceVideoFormat?.video, within: (row.width, row.height),
      framesPerSecond: framesPerSecond ?? 30)
    if settings.width == nil { (settings.width, settings.height) = (row.width, row.height) }
    if let average = sourceVideoAverageFrameDuration, average == sourceVideoMinFrameDuration {
      settings.expectedSourceFrameRate = framesPerSecond
    }
    return settings
  }

  /// The average frame rate of the source.
  private var framesPerSecond: Double? {
    guard let duration = sourceVideoAverageFrameDuration, duration.isNumeric, duration.value > 0
    else { return nil }
    return 1 / duration.seconds
  }

  /// Returns settings for a source, scaled down to fit a box if one is given; they have no size if
  /// the source is unknown.
  static func videoSettings(
    _ codec: VideoOutputSettings.Codec, _ source: VideoDescription?,
    within box: (width: Int, height: Int)?, framesPerSecond: Double
  ) -> VideoOutputSettings {
    var settings = VideoOutputSettings(codec: codec)
    if let source, source.width > 0, source.height > 0 {
      settings.fit(source, within: box)
    }
    switch codec {
    case .h264: settings.profileLevel = "high"
    case .hevc: settings.profileLevel = isHighDynamicRange(source) ? "main10" : "main"
    default: break
    }
    let size = (settings.width ?? box?.width ?? 1920, settings.height ?? box?.height ?? 1080)
    settings.averageBitRate = bitRate(codec, size, framesPerSecond: framesPerSecond)
    return settings
  }

  /// Returns whether the transfer function is PQ or HLG (ISO/IEC 23091-2 table 3), which require 10
  /// bits.
  private static func isHighDynamicRange(_ source: VideoDescription?) -> Bool {
    [16, 18].contains(source?.color?.transfer)
  }

  /// Returns the bit rate; nil for codecs whose encoders have no bit rate setting or use constant
  /// quality by default.
  static func bitRate(
    _ codec: VideoOutputSettings.Codec, _ size: (width: Int, height: Int), framesPerSecond: Double
  ) -> Int? {
    guard codec == .h264 || codec == .hevc else { return nil }
    let rate = framesPerSecond.isFinite ? min(max(framesPerSecond, 1), 240) : 30
    let frames = min(rate, 30) + max(0, rate - 30) / 2
    let pixels = min(
      Double(size.width) * Double(size.height), Double(PixelBufferAttributes.maxPixels))
    let bits = pixels * frames * (codec == .h264 ? 0.1 : 0.06)
    return max(64, Int((bits / 1000).rounded())) * 1000
  }
}

extension VideoOutputSettings {
  /// Sets size, pixel aspect ratio and clean aperture from a source, scaled down to fit a box if
  /// one is given.
  fileprivate mutating func fit(_ source: VideoDescription, within box: (width: Int, height: Int)?)
  {
    let (width, height) = (Double(source.width), Double(source.height))
    pixelAspectRatio = PixelAspectRatio(of: source)
    let aspect = pixelAspectRatio.map { Double($0.horizontalSpacing) / Double($0.verticalSpacing) }
    let shown = width * max(1, aspect ?? 1)
    var factor = 1.0
    if let box {
      let isHigh = height > shown
      let (most, least) = (Double(max(box.width, box.height)), Double(min(box.width, box.height)))
      factor = min(1, (isHigh ? least : most) / shown, (isHigh ? most : least) / height)
    }
    let newWidth = VideoOutputSettings.evenSize(width * factor, atMost: source.width)
    let newHeight = VideoOutputSettings.evenSize(height * factor, atMost: source.height)
    (self.width, self.height) = (newWidth, newHeight)
    // Except for rounding, the aspect ratio is that of the source, so bars are unnecessary.
    scalingMode = .resize
    fitAperture(source, Double(newWidth) / width, Double(newHeight) / height)
  }

  /// Scales the clean aperture of the source by a factor for each direction; an aperture that is
  /// invalid, or as large as the frame, is omitted.
  private mutating func fitAperture(_ source: VideoDescription, _ x: Double, _ y: Double) {
    guard let clean = source.cleanAperture, clean.count == 4, clean.allSatisfy(\.isFinite),
      clean[0] >= 1, clean[1] >= 1, clean[0] <= Double(source.width),
      clean[1] <= Double(source.height), abs(clean[2]) < clean[0], abs(clean[3]) < clean[1],
      clean[0] < Double(source.width) || clean[1] < Double(source.height)
    else { return }
    cleanAperture = CleanAperture(
      width: Int(max(1, (clean[0] * x).rounded(.down))),
      height: Int(max(1, (clean[1] * y).rounded(.down))),
      horizontalOffset: Int((clean[2] * x).rounded(.towardZero)),
      verticalOffset: Int((clean[3] * y).rounded(.towardZero)))
  }

  /// Returns the nearest even number, within a limit and at least 2.
  static func evenSize(_ size: Double, atMost limit: Int) -> Int {
    let nearest = 2 * Int((min(max(size, 0), 1_048_576) / 2).rounded())
    return max(2, min(nearest, limit - limit % 2))
  }
}
