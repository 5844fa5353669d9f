/// Determines the handling of each track in a transcode from the options, before anything is
/// encoded: a track is encoded with certain settings, copied, or omitted.
struct TranscodePlan: Sendable {
  /// A track to encode, with the encoder settings and the changes to its frames before encoding.
  struct EncodedTrack: Sendable {
    /// The source track.
    let track: TrackDescription
    /// The settings, completed with properties of the track.
    let settings: OutputSettings
    /// The rotation and mirroring applied to the frames.
    var turn = PictureTurn.none
    /// The duration of each frame; nil means that the times of the source are kept.
    var frameDuration: MediaTime?
  }

  /// The tracks to encode, in file order.
  private(set) var encoded: [EncodedTrack] = []
  /// The IDs of the included tracks, encoded or not; nil means all tracks.
  private(set) var includedTracks: Set<UInt32>?

  private let options: TranscodeOptions
  private let fileType: FileType
  private let codecs: FileTypeCodecs?
  private let frameDuration: MediaTime?

  /// Determines the handling of each track in a document; `isHeld` returns whether the new file
  /// supports a track unchanged.
  ///
  /// - Throws: ``MetaError``: `invalidAttributes` for a nonexistent track or an invalid frame
  ///   duration, `wrongMediaType` for settings for a different media type, `refused` for a codec
  ///   that the new file does not support, for an encrypted track, or for a copied track whose
  ///   frames should change, `unsupported` for a preset without an encoder.
  init(
    _ options: TranscodeOptions, _ document: Document, to fileType: FileType,
    isHeld: (TrackDescription) -> Bool
  ) throws(MetaError) {
    self.options = options
    self.fileType = fileType
    codecs = FileTypeCodecs.of(fileType)
    frameDuration = options.frameDuration
    if let duration = frameDuration, !duration.isNumeric || duration <= .zero {
      throw MetaError(.invalidAttributes, reason: "the frame duration must be positive")
    }
    let known = Set(document.tracks.map(\.id))
    if let missing = options.trackTreatments.keys.sorted().first(where: { !known.contains($0) }) {
      throw MetaError(.invalidAttributes, reason: "no track \(missing)")
    }
    let chapters = document.chapterTracks
    var includedTracks: Set<UInt32> = []
    for track in document.tracks where options.export.tracks?.contains(track.id) ?? true {
      let isMain = !chapters.contains(track.id)
      switch try treatment(of: track, isMain: isMain, isHeld) {
      case .leftOut: continue
      case .copied: try checkCopy(of: track, isMain: isMain)
      case .encoded(let settings): encoded.append(try encoding(track, settings))
      }
      includedTracks.insert(track.id)
    }
    if includedTracks != known { self.includedTracks = includedTracks }
  }

  /// Returns the handling of a track according to options, preset or file type.
  private func treatment(
    of track: TrackDescription, isMain: Bool, _ isHeld: (TrackDescription) -> Bool
  ) throws(MetaError) -> TrackTreatment {
    if let treatment = options.trackTreatments[track.id] { return treatment }
    guard isMain, track.mediaType == .video || track.mediaType == .audio else { return .copied }
    if let treatment = options.mediaTreatments[track.mediaType] { return treatment }
    if let preset = options.preset { return try treatment(of: track, by: preset) }
    let isChanged = track.mediaType == .video && changesPictures(of: track)
    guard isChanged || !isHeld(track) else { return .copied }
    return recommended(for: track).map { .encoded($0) } ?? .copied
  }

  /// Returns the handling of a track by a preset, which omits media types that it does not include.
  private func treatment(
    of track: TrackDescription, by preset: OutputSettingsPreset
  ) throws(MetaError) -> TrackTreatment {
    guard var assistant = OutputSettingsAssistant(preset: preset) else {
      throw MetaError(.unsupported, reason: "no encoder for the preset \(preset.name)")
    }
    let format = FormatDescription(rotated(track))
    guard track.mediaType == .video else {
      assistant.sourceAudioFormat = format
      return assistant.audioSettings.map { .encoded(.audio($0)) } ?? .leftOut
    }
    assistant.sourceVideoFormat = format
    let rate = track.video?.frameRate
    assistant.sourceVideoAverageFrameDuration =
      frameDuration ?? rate.flatMap { MediaTime(frameRate: $0) }
    return assistant.videoSettings.map { .encoded(.video($0)) } ?? .leftOut
  }

  /// Returns the recommended settings for the new file type, for media that it cannot hold
  /// unchanged; nil if the file type does not support the media type.
  private func recommended(for track: TrackDescription) -> OutputSettings? {
    let format = FormatDescription(rotated(track))
    guard track.mediaType == .video else {
      return OutputSettings.recommendedAudioSettings(for: fileType, source: format)
        .map { .audio($0) }
    }
    return OutputSettings.recommendedVideoSettings(for: fileType, source: format)
      .map { .video($0) }
  }

  // MARK: Video

  private func turn(of track: TrackDescription) -> PictureTurn {
    guard options.appliesTransform, let video = track.video else { return .none }
    return PictureTurn(degrees: video.rotation ?? 0, isMirrored: video.isMirrored)
  }

  private func rotated(_ track: TrackDescription) -> TrackDescription {
    track.turned(by: turn(of: track))
  }

  private func changesPictures(of track: TrackDescription) -> Bool {
    frameDuration != nil || turn(of: track) != .none
  }

  /// Rejects a copied track whose frames should be changed.
  private func checkCopy(of track: TrackDescription, isMain: Bool) throws(MetaError) {
    guard track.mediaType == .video, isMain, changesPictures(of: track) else { return }
    throw MetaError(
      .refused,
      reason: "track \(track.id) is copied, so its frame rate and rotation cannot be changed")
  }

  /// Returns a track to encode, with its completed settings, after checking that it can be encoded.
  private func encoding(
    _ track: TrackDescription, _ settings: OutputSettings
  ) throws(MetaError) -> EncodedTrack {
    guard settings.mediaType == track.mediaType else {
      throw MetaError(
        .wrongMediaType,
        reason: "\(settings.mediaType.rawValue) settings for track \(track.id), which contains "
          + track.mediaType.rawValue)
    }
    guard codecs?.supports(settings) ?? false else {
      throw MetaError(.refused, reason: "\(fileType.name) does not support \(settings.codecName)")
    }
    if let scheme = track.encryptionScheme {
      throw MetaError(
        .refused,
        reason: "track \(track.id) is encrypted (\(scheme)); without its key it can only be copied")
    }
    var completed = settings.completed(for: rotated(track))
    guard case .video(var video) = completed else {
      return EncodedTrack(track: track, settings: completed)
    }
    if let frameDuration { video.expectedSourceFrameRate = 1 / frameDuration.seconds }
    completed = .video(video)
    return EncodedTrack(
      track: track, settings: completed, turn: turn(of: track), frameDuration: frameDuration)
  }
}

extension OutputSettings {
  /// Returns the settings completed with properties of the track.
  func completed(for track: TrackDescription) -> OutputSettings {
    guard case .video(var settings) = self, let video = track.video else { return self }
    if settings.expectedSourceFrameRate == nil {
      settings.expectedSourceFrameRate = video.frameRate
    }
    if settings.pixelAspectRatio == nil, settings.keepsShape, let aspect = video.pixelAspect,
      aspect.count == 2
    {
      settings.pixelAspectRatio = PixelAspectRatio(
        horizontalSpacing: aspect[0], verticalSpacing: aspect[1])
    }
    settings.completeSize(of: video)
    return .video(settings)
  }
}

extension VideoOutputSettings {
  /// Whether the pixel aspect ratio of the source is preserved.
  fileprivate var keepsShape: Bool {
    width == nil || height == nil || scalingMode != .resize
  }

  /// Derives a missing width or height from the aspect ratio of the source, rounded to even
  /// numbers, as 4:2:0 requires.
  fileprivate mutating func completeSize(of video: VideoDescription) {
    guard (width == nil) != (height == nil), video.width > 0, video.height > 0 else { return }
    func side(_ specified: Int, _ source: Int, _ otherSource: Int) -> Int {
      VideoOutputSettings.evenSize(
        Double(specified) * Double(otherSource) / Double(source), atMost: 1 << 20)
    }
    if let width {
      height = side(width, video.width, video.height)
    } else if let height {
      width = side(height, video.height, video.width)
    }
    scalingMode = .resize
  }
}

extension MediaTime {
  /// Creates the duration of a frame at the given rate: 29.97 frames per second are 30000/1001
  /// (SMPTE ST 12-1 §5.2), and other rates have three decimals; returns nil for an invalid rate.
  package init?(frameRate rate: Double) {
    guard rate.isFinite, rate >= 0.001, rate < 100_000 else { return nil }
    let roundedRate = rate.rounded()
    if roundedRate >= 1, abs(rate - roundedRate) < 0.0005 {
      self.init(numeric: 1, UInt32(roundedRate))
    } else if roundedRate >= 1, abs(rate - roundedRate * 1000 / 1001) < roundedRate * 0.0002 {
      self.init(numeric: 1001, UInt32(roundedRate) * 1000)
    } else {
      self.init(numeric: 1000, UInt32((rate * 1000).rounded()))
    }
  }
}
