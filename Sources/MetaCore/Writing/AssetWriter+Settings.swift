extension AssetWriter {
  /// Returns whether samples can be written with the given settings; nil means unchanged samples.
  ///
  /// The result is false for settings for a different media type, for a codec that the file type
  /// does not support, for a codec without an encoder, and for unchanged video in an audio file.
  public func canApply(_ settings: OutputSettings?, for mediaType: MediaType) -> Bool {
    guard let typeCodecs = FileTypeCodecs.of(fileType) else { return false }
    guard let settings else { return mediaType != .video || !typeCodecs.video.isEmpty }
    return settings.mediaType == mediaType && typeCodecs.supports(settings)
      && codecs.encodes(settings)
  }

  /// Returns the recommended video settings for the file; see
  /// ``OutputSettings/recommendedVideoSettings(for:codec:source:)``.
  public func recommendedVideoSettings(
    codec: VideoOutputSettings.Codec? = nil, source: FormatDescription? = nil
  ) -> VideoOutputSettings? {
    OutputSettings.recommendedVideoSettings(for: fileType, codec: codec, source: source)
  }

  /// Returns the recommended audio settings for the file; see
  /// ``OutputSettings/recommendedAudioSettings(for:source:)``.
  public func recommendedAudioSettings(source: FormatDescription? = nil) -> AudioOutputSettings? {
    OutputSettings.recommendedAudioSettings(for: fileType, source: source)
  }
}

extension OutputSettingsAssistant {
  /// Returns the presets that the given codecs can encode.
  public static func availableOutputSettingsPresets(
    with codecs: MediaCodecs
  ) -> [OutputSettingsPreset] {
    availableOutputSettingsPresets.filter { preset in
      guard let assistant = OutputSettingsAssistant(preset: preset) else { return false }
      let settings = [
        assistant.videoSettings.map(OutputSettings.video),
        assistant.audioSettings.map(OutputSettings.audio),
      ]
      return settings.compactMap { $0 }.allSatisfy { codecs.encodes($0) }
    }
  }
}
