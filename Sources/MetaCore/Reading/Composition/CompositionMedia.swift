internal import Synchronization
internal import SystemPackage

/// The media of a ``Composition``: it creates a ``SampleEngine`` for each track that is read, and
/// opens the assets on demand, and only once.
final class CompositionMedia: MediaSource {
  private let composition: Composition
  private let opened = Mutex<[ObjectIdentifier: AssetMedia]>([:])

  init(_ composition: Composition) { self.composition = composition }

  /// Nil, because there may be several files; errors from their media name the file.
  var file: FilePath? { nil }

  /// False, because segments may have different formats.
  var convertsWholeTracks: Bool { false }

  func engine(
    ofTrack id: UInt32?, _ media: MediaType?, _ settings: ReadSettings?, in range: MediaTimeRange,
    codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let track = composition.tracks.first {
      $0.mediaType == media ?? $0.mediaType && $0.trackID == id ?? $0.trackID
    }
    guard let track else {
      let kind = media.map { "\($0.rawValue) track" } ?? "track"
      let ending = id.map { " with ID \($0)" } ?? ""
      throw MetaError(.notAvailable, reason: "the composition has no \(kind)\(ending)")
    }
    let media = track.mediaType
    let segments = track.segments.compactMap { $0.within(range) }
    let source = SegmentSource(media: self, mediaType: media, codecs: codecs)
    guard media == .audio, let settings else {
      return VideoSegmentEngine(segments, source, settings)
    }
    return try AudioSegmentEngine(segments, source, settings)
  }

  func stored(
    _ id: UInt32?, in range: MediaTimeRange, _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    throw MetaError(
      .unsupported, reason: "stored samples cannot be read from a composition")
  }

  /// Returns the media of an asset, which is opened only once.
  ///
  /// - Throws: ``MetaError`` if the asset cannot be read.
  func media(of asset: Asset) throws(MetaError) -> AssetMedia {
    let key = ObjectIdentifier(asset)
    if let media = opened.withLock({ $0[key] }) { return media }
    let media = try AssetMedia(of: asset)
    opened.withLock { $0[key] = media }
    return media
  }
}

/// Creates a ``SampleEngine`` for each segment of one composition track, from the asset that the
/// segment presents.
struct SegmentSource {
  let media: CompositionMedia
  let mediaType: MediaType
  let codecs: MediaCodecs

  /// Returns an engine for the samples of a segment, in composition time; nil for an empty segment.
  ///
  /// - Throws: ``MetaError`` if the asset cannot be read, has no such track, or cannot be decoded.
  func engine(
    of segment: CompositionSegment, _ settings: ReadSettings?
  ) throws(MetaError) -> (any SampleEngine)? {
    guard let source = segment.source else { return nil }
    return try media.media(of: source.asset).engine(
      ofTrack: source.trackID, mediaType, settings, in: source.timeRange,
      shiftedBy: segment.timeRange.start - source.timeRange.start, codecs: codecs)
  }
}
