/// An open asset: its bytes, and what it says about its tracks.
struct AssetMedia: Sendable {
  let source: any ByteSource
  let document: Document
  private let asset: Asset

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
    let wanted =
      if let id = request.tracks.first { try self.track(id) } else { try soundTrack(nil) }
    guard let settings = request.settings else {
      throw MetaError(
        .unsupported, file: asset.path, reason: "samples as they are stored are not read here")
    }
    switch (settings, wanted.mediaType) {
    case (_, .audio): return try sound(of: wanted, settings, in: range, codecs)
    default:
      throw MetaError(
        .noDecoder, file: asset.path,
        reason: "track \(wanted.id) (\(wanted.mediaType.rawValue)) is not decoded")
    }
  }

  /// A track with sound: that of a number, else the first one.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when it has no such track.
  func soundTrack(_ id: UInt32?) throws(MetaError) -> TrackDescription {
    let sounds = document.tracks.filter { $0.mediaType == .audio }
    guard let found = id.map({ id in sounds.first { $0.id == id } }) ?? sounds.first else {
      let what = id.map { "track \($0) has no sound" } ?? "the file has no sound"
      throw MetaError(.notAvailable, file: asset.path, reason: what)
    }
    return found
  }

  /// Whether an edit list says what is played.
  var hasTimeline: Bool { AssetMedia.withTimelines.contains(document.container.kind) }

  private func track(_ id: UInt32) throws(MetaError) -> TrackDescription {
    guard let track = document.tracks.first(where: { $0.id == id }) else {
      throw MetaError(.notAvailable, file: asset.path, reason: "there is no track \(id)")
    }
    return track
  }

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

  private func decoderRequest(for track: TrackDescription) -> DecoderRequest {
    let same = document.tracks.filter { $0.mediaType == track.mediaType }
    return DecoderRequest(
      source: source, kind: document.container.kind, track: track,
      ordinal: same.firstIndex { $0.id == track.id } ?? 0,
      hasTimeline: hasTimeline)
  }
}
