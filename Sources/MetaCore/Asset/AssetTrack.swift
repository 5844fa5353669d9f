/// A track of an asset, as read from the file headers, with its own metadata items; the counterpart
/// of AVFoundation's `AVAssetTrack`.
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

  /// The format of the track's samples, as an array with one element; empty if the track does not
  /// name its codec.
  public var formatDescriptions: [FormatDescription] {
    FormatDescription(description).map { [$0] } ?? []
  }

  /// The language as an ISO 639-2/T three-letter code; nil if none is declared, or the declared
  /// language has no such code.
  public var languageCode: String? { description.language?.iso639 }

  /// The language as a BCP 47 tag; nil if none is declared.
  public var extendedLanguageTag: LanguageTag? { description.language }

  /// The time range of the track in the movie, from zero to its duration; nil if the duration is
  /// unknown.
  public var timeRange: MediaTimeRange? {
    guard let duration = description.duration,
      let start = MediaTime(value: 0, timescale: duration.timescale)
    else { return nil }
    return MediaTimeRange(start: start, end: duration)
  }

  /// The timescale of the track's samples.
  public var naturalTimeScale: UInt32? { description.timescale }

  /// The data rate in bits per second.
  public var estimatedDataRate: Double? { description.bitRate.map(Double.init) }

  /// The average number of frames per second.
  public var nominalFrameRate: Double? { description.video?.frameRate }

  /// The display size, before rotation; nil if the track has no video.
  public var naturalSize: (width: Double, height: Double)? {
    description.video.map {
      ($0.displayWidth ?? Double($0.width), $0.displayHeight ?? Double($0.height))
    }
  }

  /// The transform applied to the track's frames for display.
  public var preferredTransform: AffineTransform {
    description.video?.matrix.flatMap(AffineTransform.init(matrix:)) ?? .identity
  }

  /// The edit list, in order.
  public var segments: [TrackSegment] { description.edits }

  /// Returns the segment at the given time in the track, in movie time; nil if the time is outside
  /// all segments or the track has no edit list.
  public func segment(forTrackTime time: MediaTime) -> TrackSegment? {
    placedSegment(at: time)?.segment
  }

  /// Converts the given time in the track, in movie time, to media time, applying edits and their
  /// rates.
  ///
  /// - Returns: The media time; nil in an empty edit or outside the track.
  public func samplePresentationTime(forTrackTime time: MediaTime) -> MediaTime? {
    guard !segments.isEmpty else { return timeRange?.contains(time) == true ? time : nil }
    guard let (start, segment) = placedSegment(at: time), let mediaStart = segment.mediaStart else {
      return nil
    }
    let played = time - start
    return mediaStart + (segment.rate == 1 ? played : played * segment.rate)
  }

  /// Returns the edit-list segment at the given movie time, and the movie time at which it starts;
  /// the segments follow one another from zero.
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

  /// Returns the track's own items in the given format.
  public func metadata(forFormat format: MetadataFormat) -> [MetadataItem] {
    metadata.items(of: format)
  }

  /// The types of the track's references to other tracks, such as `chap`, `tmcd` or `cdsc`.
  public var availableTrackAssociationTypes: [String] { description.references.map(\.type) }

  /// Returns the IDs of the tracks to which this track refers with the given reference type.
  public func associatedTrackIDs(ofType type: String) -> [UInt32] {
    description.references.filter { $0.type == type }.flatMap(\.trackIDs)
  }
}
