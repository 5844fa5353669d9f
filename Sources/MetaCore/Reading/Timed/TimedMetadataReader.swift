/// Reads the timed metadata of an asset, one track after another.
///
///     let reader = try TimedMetadataReader(asset: asset)
///     while let (track, group) = try reader.nextGroup() {
///       for position in group.positions { … }
///     }
///
/// Tracks are those with keys of QuickTime (`mebx`), GoPro's metadata (`gpmd`), camera motion
/// metadata (`camm`) and Sony's real-time metadata (`rtmd`).
public final class TimedMetadataReader {
  /// The tracks of timed metadata.
  public let tracks: [TrackDescription]
  private let asset: Asset
  private let range: MediaTimeRange
  private var rest: ArraySlice<TrackDescription>
  private var current:
    (track: UInt32, reader: AssetReader, groups: AssetReaderOutputMetadataAdaptor)?

  /// A reader of all tracks, or of one, in a range of time.
  ///
  /// - Throws: ``MetaError`` when the asset cannot be read, `notAvailable` when it has no such
  ///   track of timed metadata.
  public init(
    asset: Asset, track: UInt32? = nil, timeRange: MediaTimeRange = .all
  ) throws(MetaError) {
    let all = try AssetMedia(of: asset).document.timedMetadataTracks
    tracks = all.filter { track == nil || $0.id == track }
    if let track, tracks.isEmpty {
      throw MetaError(
        .notAvailable, file: asset.path, reason: "track \(track) has no timed metadata")
    }
    self.asset = asset
    range = timeRange
    rest = tracks[...]
  }

  /// The next group and its track; nil at the end.
  ///
  /// - Throws: ``MetaError`` when reading fails.
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
  /// The tracks whose samples are timed metadata that are known.
  var timedMetadataTracks: [TrackDescription] {
    tracks.filter { track in track.codec.map(TimedMetadataDecoder.codecs.contains) ?? false }
  }
}
