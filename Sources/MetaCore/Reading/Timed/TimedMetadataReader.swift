/// Reads the timed metadata of an asset, one track after another, for `timed` and `dump`.
///
///     let reader = try TimedMetadataReader(asset: asset)
///     while let (track, group) = try reader.nextGroup() {
///       for position in group.positions { … }
///     }
///
/// The supported formats are QuickTime metadata with keys (`mebx`), GoPro metadata (`gpmd`), camera
/// motion metadata (`camm`) and Sony real-time metadata (`rtmd`).
public final class TimedMetadataReader {
  /// The timed metadata tracks.
  public let tracks: [TrackDescription]
  private let asset: Asset
  private let range: MediaTimeRange
  private var rest: ArraySlice<TrackDescription>
  private var current:
    (track: UInt32, reader: AssetReader, groups: AssetReaderOutputMetadataAdaptor)?

  /// Creates a reader for one or all tracks within a time range.
  ///
  /// - Throws: ``MetaError`` if the asset cannot be read, `notAvailable` if it has no such timed
  ///   metadata track.
  public init(
    asset: Asset, track: UInt32? = nil, timeRange: MediaTimeRange = .all
  ) throws(MetaError) {
    let all = try AssetMedia(of: asset).document.timedMetadataTracks
    tracks = all.filter { track == nil || $0.id == track }
    if let track, tracks.isEmpty {
      throw MetaError(
        .notAvailable, file: asset.path,
        reason: "track \(track) is not a supported timed metadata track")
    }
    self.asset = asset
    range = timeRange
    rest = tracks[...]
  }

  /// Returns the next group and the ID of its track; nil at the end.
  ///
  /// - Throws: ``MetaError`` if reading fails.
  public func nextGroup() throws(MetaError) -> (track: UInt32, group: TimedMetadataGroup)? {
    while true {
      if let current {
        if let group = try current.groups.nextTimedMetadataGroup() { return (current.track, group) }
        self.current = nil
      }
      guard let next = rest.popFirst() else { return nil }
      let reader = AssetReader(asset: asset)
      try reader.setTimeRange(range)
      let provider = try reader.outputProvider(for: StoredTrackOutput(track: next.id))
      try reader.start()
      current = (next.id, reader, AssetReaderOutputMetadataAdaptor(provider))
    }
  }
}

extension Document {
  /// The tracks with timed metadata in a supported format.
  var timedMetadataTracks: [TrackDescription] {
    tracks.filter { track in track.codec.map(TimedMetadataDecoder.codecs.contains) ?? false }
  }
}
