extension AssetMedia {
  /// Returns an engine for the frames of a track.
  ///
  /// - Throws: ``MetaError`` with `noDecoder`, `invalidSize`, `invalidPixelFormat`, or
  ///   `invalidAttributes` for settings for a different media type.
  func pictures(
    of track: TrackDescription, _ settings: ReadSettings, _ timeline: Timeline,
    _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    var target: VideoTarget?
    switch settings {
    case .decoded: break
    case .pcm: throw mismatch(track, settings)
    case .pixels(let format, let width, let height):
      target = try pictureTarget(of: track, format, width, height)
    }
    let engine = VideoEngine(
      try videoDecoder(for: track, codecs), timeline, file: asset.path)
    return target.map { VideoConvertingEngine(engine, to: $0, codecs) } ?? engine
  }

  /// Returns a decoder for a video track, with one thread per processor.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if no library has one.
  func videoDecoder(
    for track: TrackDescription, _ codecs: MediaCodecs
  ) throws(MetaError) -> any VideoDecoder {
    do {
      return try codecs.videoDecoder(for: pictureRequest(for: track))
    } catch {
      throw decodingError(error)
    }
  }

  /// Returns the request for a decoder for a video track.
  func pictureRequest(for track: TrackDescription) -> DecoderRequest {
    var request = decoderRequest(for: track)
    request.threads = 0
    return request
  }

  /// Returns the conversion target, after checking its size and pixel format.
  private func pictureTarget(
    of track: TrackDescription, _ format: PixelFormat, _ width: Int?, _ height: Int?
  ) throws(MetaError) -> VideoTarget {
    let attributes = PixelBufferAttributes(
      format: format, width: width ?? track.video?.width ?? 1,
      height: height ?? track.video?.height ?? 1)
    _ = try attributes.planes()
    guard format.libavName != nil else {
      throw MetaError(
        .invalidPixelFormat, file: asset.path,
        reason: "cannot convert video to pixel format \(format)")
    }
    return VideoTarget(format, width: width, height: height)
  }

  /// Returns the error for audio settings on a video track, or vice versa.
  func mismatch(_ track: TrackDescription, _ settings: ReadSettings) -> MetaError {
    MetaError(
      .invalidAttributes, file: asset.path,
      reason:
        "track \(track.id) contains \(track.mediaType.rawValue), which cannot be read as \(settings)"
    )
  }
}

extension MediaSource {
  /// Returns an engine for the frames of a composition.
  ///
  /// - Throws: ``MetaError`` with `notAvailable`, `noDecoder`, or `invalidAttributes` or
  ///   `unsupported` for an invalid composition.
  func pictures(
    of composition: VideoComposition, as target: VideoTarget, in range: MediaTimeRange,
    _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let engine = try VideoCompositionEngine(
      composition, in: range, codecs: codecs, file: file
    ) { id throws(MetaError) in
      try self.engine(ofTrack: id, .video, .decoded, in: range, codecs: codecs)
    }
    guard target.format != .rgba else { return engine }
    return VideoConvertingEngine(engine, to: target, codecs)
  }
}
