/// The codecs that a type of file holds.
struct FileTypeCodecs: Sendable {
  let fileType: FileType
  /// Codecs of video, the recommended one first.
  let video: [VideoOutputSettings.Codec]
  /// Codecs of sound, the recommended one first.
  let audio: [AudioOutputSettings.Format]

  private init(
    _ fileType: FileType, _ video: [VideoOutputSettings.Codec],
    _ audio: [AudioOutputSettings.Format]
  ) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }

  /// QuickTime holds everything.
  ///
  /// MP4 holds what mp4ra.org has registered ("Codecs"; uncompressed sound of ISO/IEC 23003-5).
  /// M4A, M4B, M4V, 3GPP and 3GPP2 are MP4 with the codecs that their players have (3GPP TS 26.244
  /// clause 6 "Codec registration").
  static let all: [FileTypeCodecs] = [
    FileTypeCodecs(
      .quickTimeMovie, VideoOutputSettings.Codec.allCases,
      [.aac, .alac, .linearPCM, .flac, .opus, .mp3, .ac3]),
    FileTypeCodecs(
      .mp4, [.h264, .hevc, .av1, .vp9], [.aac, .alac, .flac, .opus, .mp3, .ac3, .linearPCM]),
    FileTypeCodecs(.m4v, [.h264, .hevc], [.aac, .alac, .ac3]),
    FileTypeCodecs(.m4a, [], [.aac, .alac, .ac3]),
    FileTypeCodecs(.m4b, [], [.aac, .alac, .ac3]),
    FileTypeCodecs(.mobile3GPP, [.h264, .hevc], [.aac]),
    FileTypeCodecs(.mobile3GPP2, [.h264], [.aac]),
  ]

  /// What a type of file holds; nil for one that is not written from samples.
  static func of(_ fileType: FileType) -> FileTypeCodecs? {
    all.first { $0.fileType == fileType }
  }

  /// Whether it holds what is encoded with some settings.
  func holds(_ settings: OutputSettings) -> Bool {
    switch settings {
    case .video(let settings): return video.contains(settings.codec)
    case .audio(let settings):
      guard audio.contains(settings.format) else { return false }
      guard settings.format == .linearPCM, fileType != .quickTimeMovie else { return true }
      // `ipcm` has 16, 24 or 32 bits, `fpcm` 32 or 64 (ISO/IEC 23003-5).
      return (settings.pcm ?? .int16).bits >= 16
    }
  }
}

extension OutputSettings {
  /// The codecs of video that a type of file holds, the recommended one first; AVFoundation's
  /// `availableVideoCodecTypesForAssetWriter(writingTo:)`.
  public static func availableVideoCodecs(for fileType: FileType) -> [VideoOutputSettings.Codec] {
    FileTypeCodecs.of(fileType)?.video ?? []
  }

  /// The codecs of sound that a type of file holds, the recommended one first.
  public static func availableAudioFormats(for fileType: FileType) -> [AudioOutputSettings.Format] {
    FileTypeCodecs.of(fileType)?.audio ?? []
  }

  /// Settings of video for a type of file; AVFoundation's
  /// `recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)`.
  ///
  /// They keep the size of the source, made even, and have the bit rate that
  /// ``OutputSettingsAssistant`` gives it. Nil where files of the type do not hold video, or not of
  /// this codec; without a codec it is the recommended one.
  public static func recommendedVideoSettings(
    for fileType: FileType, codec: VideoOutputSettings.Codec? = nil,
    source: FormatDescription? = nil
  ) -> VideoOutputSettings? {
    let held = availableVideoCodecs(for: fileType)
    guard let chosen = codec ?? held.first, held.contains(chosen) else { return nil }
    let video = source?.video
    var settings = OutputSettingsAssistant.videoSettings(
      chosen, video, within: nil, framesPerSecond: video?.frameRate ?? 30)
    // Without a size there is nothing to count bits by.
    if settings.width == nil { settings.averageBitRate = nil }
    return settings
  }

  /// Settings of sound for a type of file; AVFoundation's
  /// `recommendedAudioSettingsForAssetWriter(writingTo:)`.
  ///
  /// Nil where files of the type are not written from samples.
  public static func recommendedAudioSettings(
    for fileType: FileType, source: FormatDescription? = nil
  ) -> AudioOutputSettings? {
    guard availableAudioFormats(for: fileType).contains(.aac) else { return nil }
    return OutputSettingsAssistant.audioSettings(source?.audio)
  }
}
