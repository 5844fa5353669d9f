/// The codecs that one file type supports, among those for which MetaCore has settings.
struct FileTypeCodecs: Sendable {
  let fileType: FileType
  /// Video codecs, the recommended one first.
  let video: [VideoOutputSettings.Codec]
  /// Audio codecs, the recommended one first.
  let audio: [AudioOutputSettings.Format]

  private init(
    _ fileType: FileType, _ video: [VideoOutputSettings.Codec],
    _ audio: [AudioOutputSettings.Format]
  ) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }

  /// The codecs for each file type.
  ///
  /// QuickTime supports every codec. MP4 supports the codecs registered at mp4ra.org ("Codecs";
  /// uncompressed audio is ISO/IEC 23003-5). M4A, M4B, M4V, 3GPP and 3GPP2 are MP4 restricted to
  /// the codecs that their players support (3GPP TS 26.244 clause 6 "Codec registration").
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

  /// Returns the codecs for a file type; nil if MetaCore cannot write that type from samples.
  static func of(_ fileType: FileType) -> FileTypeCodecs? {
    all.first { $0.fileType == fileType }
  }

  /// Returns whether the file type supports media encoded with the given settings.
  func supports(_ settings: OutputSettings) -> Bool {
    switch settings {
    case .video(let settings): return video.contains(settings.codec)
    case .audio(let settings):
      guard audio.contains(settings.format) else { return false }
      guard settings.format == .linearPCM, fileType != .quickTimeMovie else { return true }
      // `ipcm` has 16, 24 or 32 bits, and `fpcm` has 32 or 64 (ISO/IEC 23003-5).
      return (settings.pcm ?? .int16).bits >= 16
    }
  }
}

extension OutputSettings {
  /// Returns the video codecs that a file type supports, the recommended one first; the counterpart
  /// of AVFoundation's `availableVideoCodecTypesForAssetWriter(writingTo:)`.
  public static func availableVideoCodecs(for fileType: FileType) -> [VideoOutputSettings.Codec] {
    FileTypeCodecs.of(fileType)?.video ?? []
  }

  /// Returns the audio codecs that a file type supports, the recommended one first.
  public static func availableAudioFormats(for fileType: FileType) -> [AudioOutputSettings.Format] {
    FileTypeCodecs.of(fileType)?.audio ?? []
  }

  /// Returns recommended video settings for a file type; the counterpart of AVFoundation's
  /// `recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)`.
  ///
  /// The settings keep the size of the source, rounded to even numbers, and use the bit rate chosen
  /// by ``OutputSettingsAssistant``; without a source, they specify neither. The result is nil if
  /// the file type does not support video or the codec. If no codec is given, the recommended one
  /// is used.
  public static func recommendedVideoSettings(
    for fileType: FileType, codec: VideoOutputSettings.Codec? = nil,
    source: FormatDescription? = nil
  ) -> VideoOutputSettings? {
    let supported = availableVideoCodecs(for: fileType)
    guard let chosen = codec ?? supported.first, supported.contains(chosen) else { return nil }
    let video = source?.video
    var settings = OutputSettingsAssistant.videoSettings(
      chosen, video, within: nil, framesPerSecond: video?.frameRate ?? 30)
    // Without a size, the bit rate cannot be computed.
    if settings.width == nil { settings.averageBitRate = nil }
    return settings
  }

  /// Returns recommended audio settings for a file type; the counterpart of AVFoundation's
  /// `recommendedAudioSettingsForAssetWriter(writingTo:)`.
  ///
  /// The result is nil if MetaCore cannot write the file type from samples.
  public static func recommendedAudioSettings(
    for fileType: FileType, source: FormatDescription? = nil
  ) -> AudioOutputSettings? {
    guard availableAudioFormats(for: fileType).contains(.aac) else { return nil }
    return OutputSettingsAssistant.audioSettings(source?.audio)
  }
}
