/// An open asset: its bytes, and what it says about its tracks.
struct AssetMedia: Sendable {
  let source: any ByteSource
  let document: Document
  let asset: Asset

  /// Opens an asset and reads its headers.
  ///
  /// - Throws: ``MetaError`` when it cannot be read.
  init(of asset: Asset) throws(MetaError) {
    self.asset = asset
    source = try asset.opened()
    do {
      document = try FormatReader(source, formats: asset.formats).document()
    } catch {
      throw MetaError(error, file: asset.path)
    }
  }

  /// Kinds of containers whose edit lists say what is played.
  private static let withTimelines: Set<String> = ["3g2", "3gp", "mov", "mp4"]

  /// What makes the samples that an output asks for.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when the asset has no such track, `noDecoder` when nothing decodes it.
  func engine(
    for request: AssetReaderRequest, in range: MediaTimeRange, codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    switch request.content {
    case .track(let id, let media, let settings):
      let track = try self.track(id, media)
      return try engine(for: track, settings, in: range, codecs: codecs)
    case .videoComposition(let composition, let target):
      return try pictures(of: composition, as: target, in: range, codecs)
    case .stored(let id): return try stored(id, in: range, codecs)
    }
  }

  private func engine(
    for track: TrackDescription, _ settings: ReadSettings?, in range: MediaTimeRange,
    codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    guard let settings else { return try stored(of: track, in: range, codecs) }
    switch track.mediaType {
    case .audio: return try sound(of: track, settings, in: range, codecs)
    case .video: return try pictures(of: track, settings, in: range, codecs)
    default:
      throw MetaError(
        .noDecoder, file: asset.path,
        reason: "track \(track.id) (\(track.mediaType.rawValue)) is not decoded here")
    }
  }

  /// Kinds of containers with one image instead of tracks, which is read as the only picture of a track.
  private static let stillImages: Set<String> = ["avif", "heif", "jp2"]

  /// The track of a number, which has to be of this kind of media, or the first one of this kind; without a kind, audio or else video.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when the asset has no such track.
  func track(_ id: UInt32?, _ media: MediaType?) throws(MetaError) -> TrackDescription {
    let tracks = document.tracks
    if let id {
      guard let track = tracks.first(where: { $0.id == id }) else {
        throw notAvailable("there is no track \(id)")
      }
      guard media == nil || track.mediaType == media else {
        throw notAvailable("track \(id) has \(track.mediaType.rawValue), not \(media?.rawValue ?? "")")
      }
      return track
    }
    for kind in media.map({ [$0] }) ?? [.audio, .video] {
      if let track = tracks.first(where: { $0.mediaType == kind }) { return track }
      if kind == .video, AssetMedia.stillImages.contains(document.container.kind) {
        return TrackDescription(id: 1, mediaType: .video)
      }
    }
    throw notAvailable("the file has no \(media?.rawValue ?? "audio and no video")")
  }

  private func notAvailable(_ reason: String) -> MetaError {
    MetaError(.notAvailable, file: asset.path, reason: reason)
  }

  /// Whether an edit list says what is played.
  var hasTimeline: Bool { AssetMedia.withTimelines.contains(document.container.kind) }

  func sound(
    of track: TrackDescription, _ settings: ReadSettings, in range: MediaTimeRange,
    _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let request = decoderRequest(for: track)
    if case .pixels = settings { throw mismatch(track, settings) }
    do {
      let decoder = try codecs.soundDecoder(for: request)
      let timeline = Timeline(
        track.edits, isUsed: request.hasTimeline, range: range)
      let engine = SoundEngine(decoder, timeline, file: asset.path)
      guard case .pcm(let pcm, let rate, let channels) = settings else { return engine }
      let target = SoundTarget(pcm: pcm, sampleRate: rate, channels: channels)
      return ConvertingEngine(
        engine, try codecs.soundConverter(to: target), file: asset.path)
    } catch {
      throw decodingError(error)
    }
  }

  /// The error of a decoder or converter that cannot be had.
  func decodingError(_ error: ParseError) -> MetaError {
    guard error.code == .unsupported else { return MetaError(error, file: asset.path) }
    return MetaError(.noDecoder, file: asset.path, reason: error.reason)
  }

  func decoderRequest(for track: TrackDescription) -> DecoderRequest {
    let same = document.tracks.filter { $0.mediaType == track.mediaType }
    return DecoderRequest(
      source: source, kind: document.container.kind, track: track,
      ordinal: same.firstIndex { $0.id == track.id } ?? 0,
      hasTimeline: hasTimeline)
  }
}
