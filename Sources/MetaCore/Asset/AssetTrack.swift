/// A track of an asset, with its own metadata; AVFoundation's `AVAssetTrack`.
public struct AssetTrack: Sendable, Hashable {
  /// All properties of the track in the file.
  public let description: TrackDescription
  /// The track's own items, in file order.
  public let metadata: [MetadataItem]

  init(_ description: TrackDescription, in document: Document) {
    self.init(description, metadata: document.items.filter { $0.trackID == description.id })
  }

  init(_ description: TrackDescription, metadata: [MetadataItem]) {
    self.description = description
    self.metadata = metadata
  }

  /// The number of the track in its file.
  public var trackID: UInt32 { description.id }

  /// The kind of its media.
  public var mediaType: MediaType { description.mediaType }

  /// Whether it is meant to be played.
  public var isEnabled: Bool { description.isEnabled ?? true }

  /// How its samples are coded.
  public var formatDescriptions: [FormatDescription] {
    FormatDescription(description).map { [$0] } ?? []
  }

  /// The language as a three-letter code of ISO 639-2; nil when none is declared.
  public var languageCode: String? { description.language?.iso639 }

  /// The language as a BCP 47 tag; nil when none is declared.
  public var extendedLanguageTag: LanguageTag? { description.language }

  /// The time range of the movie that it occupies.
  public var timeRange: MediaTimeRange? {
    guard let duration = description.duration,
      let start = MediaTime(value: 0, timescale: duration.timescale)
    else { return nil }
    return MediaTimeRange(start: start, end: duration)
  }

  /// The units per second that its samples are timed in.
  public var naturalTimeScale: UInt32? { description.timescale }

  /// Bits per second.
  public var estimatedDataRate: Double? { description.bitRate.map(Double.init) }

  /// Frames per second, on average.
  public var nominalFrameRate: Double? { description.video?.frameRate }

  /// The width and height at which it is shown, before rotation.
  public var naturalSize: (width: Double, height: Double)? {
    description.video.map {
      ($0.displayWidth ?? Double($0.width), $0.displayHeight ?? Double($0.height))
    }
  }

  /// The transformation of its images for display.
  public var preferredTransform: AffineTransform {
    description.video?.matrix.flatMap(AffineTransform.init(matrix:)) ?? .identity
  }

  /// Its edits, in order.
  public var segments: [TrackSegment] { description.edits }

  /// The segment at a time of the track, in movie time; nil outside of all segments, and for a
  /// track without an edit list.
  public func segment(forTrackTime time: MediaTime) -> TrackSegment? {
    placedSegment(at: time)?.segment
  }

  /// Converts a time of the track, in movie time, to media time; edits and their rates are applied.
  ///
  /// - Returns: Nil in an empty edit and outside of the track.
  public func samplePresentationTime(forTrackTime time: MediaTime) -> MediaTime? {
    guard !segments.isEmpty else { return timeRange?.contains(time) == true ? time : nil }
    guard let (start, segment) = placedSegment(at: time), let mediaStart = segment.mediaStart else {
      return nil
    }
    let played = time - start
    return mediaStart + (segment.rate == 1 ? played : played * segment.rate)
  }

  private func placedSegment(at time: MediaTime) -> (start: MediaTime, segment: TrackSegment)? {
    guard time.isNumeric, time >= .zero else { return nil }
    var start = MediaTime.zero
    for segment in segments {
      let end = start + segment.duration
      if time < end { return (start, segment) }
      start = end
    }
    return nil
  }

  /// The track's own items that have a common key.
  public var commonMetadata: [MetadataItem] { metadata.filter { $0.commonKey != nil } }

  /// The formats of metadata that the track has.
  public var availableMetadataFormats: [MetadataFormat] { metadata.formats }

  /// The track's own items of one format.
  public func metadata(forFormat format: MetadataFormat) -> [MetadataItem] {
    metadata.items(of: format)
  }

  /// The kinds of association that it has with other tracks: `chap`, `tmcd`, `cdsc`.
  public var availableTrackAssociationTypes: [String] { description.references.map(\.type) }

  /// The numbers of the tracks that it refers to for one purpose.
  public func associatedTrackIDs(ofType type: String) -> [UInt32] {
    description.references.filter { $0.type == type }.flatMap(\.trackIDs)
  }
}
