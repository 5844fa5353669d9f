/// A track of an asset, as it was read from the headers of the file, with its own metadata items;
/// AVFoundation's `AVAssetTrack`.
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

  /// The track ID.
  public var trackID: UInt32 { description.id }

  /// The media type.
  public var mediaType: MediaType { description.mediaType }

  /// Whether the track is enabled for playback.
  public var isEnabled: Bool { description.isEnabled ?? true }

  /// The formats of its samples.
  public var formatDescriptions: [FormatDescription] {
    FormatDescription(description).map { [$0] } ?? []
  }

  /// The language as an ISO 639-2 three-letter code; nil if none is declared.
  public var languageCode: String? { description.language?.iso639 }

  /// The language as a BCP 47 tag; nil if none is declared.
  public var extendedLanguageTag: LanguageTag? { description.language }

  /// The time range of the track in the movie.
  public var timeRange: MediaTimeRange? {
    guard let duration = description.duration,
      let start = MediaTime(value: 0, timescale: duration.timescale)
    else { return nil }
    return MediaTimeRange(start: start, end: duration)
  }

  /// The timescale of its samples.
  public var naturalTimeScale: UInt32? { description.timescale }

  /// The data rate in bits per second.
  public var estimatedDataRate: Double? { description.bitRate.map(Double.init) }

  /// The average number of frames per second.
  public var nominalFrameRate: Double? { description.video?.frameRate }

  /// The display size, before rotation.
  public var naturalSize: (width: Double, height: Double)? {
    description.video.map {
      ($0.displayWidth ?? Double($0.width), $0.displayHeight ?? Double($0.height))
    }
  }

  /// The transform of its frames for display.
  public var preferredTransform: AffineTransform {
    description.video?.matrix.flatMap(AffineTransform.init(matrix:)) ?? .identity
  }

  /// The edit list, in order.
  public var segments: [TrackSegment] { description.edits }

  /// Returns the segment at a time of the track, in movie time; nil outside of all segments, and
  /// for a track without an edit list.
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

  /// Returns the segment of the edit list at a movie time, with the movie time at which it starts;
  /// the segments follow each other from zero.
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

  /// The metadata formats in the track.
  public var availableMetadataFormats: [MetadataFormat] { metadata.formats }

  /// Returns the track's own items of one format.
  public func metadata(forFormat format: MetadataFormat) -> [MetadataItem] {
    metadata.items(of: format)
  }

  /// The types of its references to other tracks: `chap`, `tmcd`, `cdsc`.
  public var availableTrackAssociationTypes: [String] { description.references.map(\.type) }

  /// Returns the IDs of the tracks that it refers to with a type of reference.
  public func associatedTrackIDs(ofType type: String) -> [UInt32] {
    description.references.filter { $0.type == type }.flatMap(\.trackIDs)
  }
}
