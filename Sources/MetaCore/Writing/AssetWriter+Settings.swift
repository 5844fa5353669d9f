extension AssetWriter {
  /// Whether samples can be written with some settings; nil for samples as they are.
  ///
  /// False for settings of another kind of media, for a codec that the type of file does not hold, and for one without an encoder here.
  public func canApply(_ settings: OutputSettings?, for mediaType: MediaType) -> Bool {
    guard let held = FileTypeCodecs.of(fileType) else { return false }
    guard let settings else { return mediaType != .video || !held.video.isEmpty }
    return settings.mediaType == mediaType && held.holds(settings) && codecs.encodes(settings)
  }

  /// Settings of video for the file, as ``OutputSettings/recommendedVideoSettings(for:codec:source:)``.
  public func recommendedVideoSettings(
    codec: VideoOutputSettings.Codec? = nil, source: FormatDescription? = nil
  ) -> VideoOutputSettings? {
    OutputSettings.recommendedVideoSettings(for: fileType, codec: codec, source: source)
  }

  /// Settings of sound for the file, as ``OutputSettings/recommendedAudioSettings(for:source:)``.
  public func recommendedAudioSettings(source: FormatDescription? = nil) -> AudioOutputSettings? {
    OutputSettings.recommendedAudioSettings(for: fileType, source: source)
  }
}

extension OutputSettingsAssistant {
  /// The presets that have an encoder among some codecs.
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
