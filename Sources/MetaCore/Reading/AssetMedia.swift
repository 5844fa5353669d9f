internal import SystemPackage

/// An open asset, with its bytes and the document read from them; it creates a ``SampleEngine`` for
/// each track that is read.
struct AssetMedia: MediaSource {
  let source: any ByteSource
  let document: Document
  let asset: Asset

  /// Opens an asset and reads its headers.
  ///
  /// - Throws: ``MetaError`` if the asset cannot be read.
  init(of asset: Asset) throws(MetaError) {
    self.asset = asset
    source = try asset.opened()
    do {
      document = try FormatReader(source, formats: asset.formats).document()
    } catch {
      throw MetaError(error, file: asset.path)
    }
  }

  /// Creates the media for a document that was read by one of the given formats.
  init(_ source: any ByteSource, _ document: Document, formats: FormatRegistry) {
    asset = Asset(source: source, path: nil, formats: formats)
    self.source = source
    self.document = document
  }

  /// The container formats with edit lists.
  private static let withTimelines: Set<String> = ["3g2", "3gp", "mov", "mp4"]

  var file: FilePath? { asset.path }

  var convertsWholeTracks: Bool { true }

  func engine(
    ofTrack id: UInt32?, _ media: MediaType?, _ settings: ReadSettings?, in range: MediaTimeRange,
    codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    try engine(ofTrack: id, media, settings, in: range, shiftedBy: .zero, codecs: codecs)
  }

  /// Returns an engine whose times are shifted: a sample is delivered at its time in the asset plus
  /// `shift`.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if the asset has no such track, `noDecoder` if it
  ///   cannot be decoded, `unsupported` for shifted stored samples.
  func engine(
    ofTrack id: UInt32?, _ media: MediaType?, _ settings: ReadSettings?, in range: MediaTimeRange,
    shiftedBy shift: MediaTime, codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let track = try self.track(id, media)
    guard let settings else {
      guard shift == .zero else {
        throw MetaError(
          .unsupported, file: asset.path,
          reason: "stored samples cannot be read from a composition")
      }
      return try stored(of: track, in: range, codecs)
    }
    switch track.mediaType {
    case .audio: return try audioEngine(of: track, settings, in: range, shiftedBy: shift, codecs)
    case .video:
      let timeline = Timeline(edits(of: track), isUsed: true, range: range).shifted(by: shift)
      return try pictures(of: track, settings, timeline, codecs)
    default:
      throw MetaError(
        .noDecoder, file: asset.path,
        reason: "track \(track.id): no decoder for \(track.mediaType.rawValue)")
    }
  }

  /// The container formats with an image instead of tracks; the image is read as a video track with
  /// one frame.
  private static let stillImages: Set<String> = ["avif", "heif", "jp2"]

  /// The image of a container without tracks; nil for other containers.
  private var stillImage: TrackDescription? {
    guard AssetMedia.stillImages.contains(document.container.kind) else { return nil }
    return TrackDescription(id: 1, mediaType: .video)
  }

  /// The audio and video tracks, or the track of a still image.
  var decodableTracks: [TrackDescription] {
    let tracks = document.tracks.filter { $0.mediaType == .audio || $0.mediaType == .video }
    return tracks.isEmpty ? [stillImage].compactMap(\.self) : tracks
  }

  /// Returns the track with the given ID, which must have the given media type, if any.
  ///
  /// Without an ID, returns the first track with that type; without a type, the first audio track,
  /// or else the first video track.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if the asset has no such track.
  func track(_ id: UInt32?, _ media: MediaType?) throws(MetaError) -> TrackDescription {
    let tracks = document.tracks
    if let id {
      guard let track = tracks.first(where: { $0.id == id }) else {
        throw notAvailable("no track \(id)")
      }
      guard media == nil || track.mediaType == media else {
        throw notAvailable(
          "track \(id) contains \(track.mediaType.rawValue), not \(media?.rawValue ?? "")")
      }
      return track
    }
    for kind in media.map({ [$0] }) ?? [.audio, .video] {
      if let track = tracks.first(where: { $0.mediaType == kind }) { return track }
      if kind == .video, let image = stillImage { return image }
    }
    throw notAvailable("the file has no \(media?.rawValue ?? "audio or video")")
  }

  private func notAvailable(_ reason: String) -> MetaError {
    MetaError(.notAvailable, file: asset.path, reason: reason)
  }

  /// Whether the container format has edit lists, which determine which media is played.
  var hasTimeline: Bool { AssetMedia.withTimelines.contains(document.container.kind) }

  /// Returns the edit list of a track, including its fragments; empty if the format has no edit
  /// lists.
  func edits(of track: TrackDescription) -> [TrackSegment] {
    guard hasTimeline, !track.edits.isEmpty else { return [] }
    let packets = try? decoderRequest(for: track).packets()
    return packets?.edits ?? track.edits
  }

  /// Returns an engine for a decoder's audio with the edit list applied; `first` is audio that was
  /// already decoded.
  func audioEngine(
    _ decoder: any AudioDecoder, of track: TrackDescription, in range: MediaTimeRange,
    shiftedBy shift: MediaTime = .zero, after first: DecodedAudio? = nil
  ) -> AudioEngine {
    let edits = decoder.edits ?? self.edits(of: track)
    let timeline = Timeline(edits, isUsed: true, range: range).shifted(by: shift)
    return AudioEngine(decoder, timeline, file: asset.path, first: first)
  }

  /// Returns an engine for the audio of a track with the edit list applied, converted if required.
  private func audioEngine(
    of track: TrackDescription, _ settings: ReadSettings, in range: MediaTimeRange,
    shiftedBy shift: MediaTime, _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    if case .pixels = settings { throw mismatch(track, settings) }
    let engine = audioEngine(
      try decoder(for: track, codecs), of: track, in: range, shiftedBy: shift)
    guard case .pcm(let pcm, let rate, let channels) = settings else { return engine }
    let target = AudioTarget(pcm: pcm, sampleRate: rate, channels: channels)
    do {
      return AudioConvertingEngine(
        engine, try codecs.audioConverter(to: target), file: asset.path)
    } catch {
      throw decodingError(error)
    }
  }

  /// Returns a decoder for an audio track.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if no library has one.
  func decoder(
    for track: TrackDescription, _ codecs: MediaCodecs
  ) throws(MetaError) -> any AudioDecoder {
    do {
      return try codecs.audioDecoder(for: decoderRequest(for: track))
    } catch {
      throw decodingError(error)
    }
  }

  /// Returns the error for a decoder or converter that could not be created.
  func decodingError(_ error: ParseError) -> MetaError {
    MetaError(decoding: error, file: asset.path)
  }

  /// Returns the request for a decoder or packet reader for a track.
  func decoderRequest(for track: TrackDescription) -> DecoderRequest {
    let same = document.tracks.filter { $0.mediaType == track.mediaType }
    let (source, formats) = (source, asset.formats)
    return DecoderRequest(
      source: source, kind: document.container.kind, track: track,
      ordinal: same.firstIndex { $0.id == track.id } ?? 0, hasTimeline: hasTimeline,
      packets: { () throws(ParseError) in
        try FormatReader(source, formats: formats).packets(of: track)
      })
  }
}
