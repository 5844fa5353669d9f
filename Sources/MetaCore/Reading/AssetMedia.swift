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
    default:
      throw MetaError(
        .noDecoder, file: asset.path,
        reason: "track \(track.id) (\(track.mediaType.rawValue)) is not decoded here")
    }
  }

  /// The track of a number, which has to be of this kind of media, or the first one of this kind.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when the asset has no such track.
  func track(_ id: UInt32?, _ media: MediaType) throws(MetaError) -> TrackDescription {
    let fitting = document.tracks.filter { $0.mediaType == media }
    guard let found = id.map({ id in fitting.first { $0.id == id } }) ?? fitting.first else {
      let what =
        id.map { "track \($0) has no \(media.rawValue)" } ?? "the file has no \(media.rawValue)"
      throw MetaError(.notAvailable, file: asset.path, reason: what)
    }
    return found
  }

  /// Whether an edit list says what is played.
  var hasTimeline: Bool { AssetMedia.withTimelines.contains(document.container.kind) }

  func sound(
    of track: TrackDescription, _ settings: ReadSettings, in range: MediaTimeRange,
    _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let request = decoderRequest(for: track)
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
      if error.code == .unsupported {
        throw MetaError(.noDecoder, file: asset.path, reason: error.reason)
      }
      throw MetaError(error, file: asset.path)
    }
  }

  func decoderRequest(for track: TrackDescription) -> DecoderRequest {
    let same = document.tracks.filter { $0.mediaType == track.mediaType }
    return DecoderRequest(
      source: source, kind: document.container.kind, track: track,
      ordinal: same.firstIndex { $0.id == track.id } ?? 0,
      hasTimeline: hasTimeline)
  }
}
