/// Tracks composed of time ranges from tracks of one or more assets; the counterpart of
/// AVFoundation's `AVMutableComposition`.
///
///     var composition = Composition()
///     let sound = try composition.addTrack(.audio)
///     try composition.insertTimeRange(range, of: track, from: asset, at: .zero, into: sound)
///     let reader = AssetReader(composition: composition)
///
/// No media is copied or changed; an ``AssetReader`` reads it from the assets. A composition is a
/// value; a reader keeps the one with which it was created.
public struct Composition: Sendable {
  /// The tracks, in the order in which they were added.
  public private(set) var tracks: [CompositionTrack] = []

  /// Creates a composition without tracks.
  public init() {}

  /// The duration: the end of the longest track.
  public var duration: MediaTime { tracks.map(\.duration).max() ?? .zero }

  /// Returns the track with the given ID; nil if the composition has no such track.
  public func track(withTrackID id: UInt32) -> CompositionTrack? {
    tracks.first { $0.trackID == id }
  }

  // MARK: Tracks

  /// Adds an empty track and returns its ID: the preferred ID, or the first unused one.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a preferred ID that is 0 or in use.
  @discardableResult
  public mutating func addTrack(
    _ mediaType: MediaType, preferredTrackID: UInt32? = nil
  ) throws(MetaError) -> UInt32 {
    let used = Set(tracks.map(\.trackID))
    if let preferredTrackID, preferredTrackID == 0 || used.contains(preferredTrackID) {
      throw MetaError(
        .invalidAttributes, reason: "track ID \(preferredTrackID) is invalid or already in use")
    }
    let id = preferredTrackID ?? (1...UInt32.max).first { !used.contains($0) } ?? 0
    tracks.append(CompositionTrack(trackID: id, mediaType: mediaType))
    return id
  }

  /// Removes a track.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no such track.
  public mutating func removeTrack(_ id: UInt32) throws(MetaError) {
    tracks.remove(at: try index(of: id))
  }

  private func index(of id: UInt32) throws(MetaError) -> Int {
    guard let index = tracks.firstIndex(where: { $0.trackID == id }) else {
      throw MetaError(.notAvailable, reason: "the composition has no track \(id)")
    }
    return index
  }

  // MARK: Segments

  /// Inserts a time range of an asset's track and moves everything after it to later times.
  ///
  /// If no time is given, the range is appended. If the time is after the end of the track, the gap
  /// is empty.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a range that is empty, invalid or not
  ///   within the track of the asset, for an invalid time, or for a track with a different media
  ///   type; `notAvailable` if the composition has no such track.
  public mutating func insertTimeRange(
    _ range: MediaTimeRange, of track: AssetTrack, from asset: Asset, at time: MediaTime? = nil,
    into id: UInt32
  ) throws(MetaError) {
    let index = try index(of: id)
    guard track.mediaType == tracks[index].mediaType else {
      throw MetaError(
        .invalidAttributes, file: asset.path,
        reason:
          "track \(track.trackID) contains \(track.mediaType.rawValue), but track \(id) of the "
          + "composition contains \(tracks[index].mediaType.rawValue)")
    }
    if let trackRange = track.timeRange, !trackRange.contains(range) {
      throw MetaError(
        .invalidAttributes, file: asset.path,
        reason: "\(range.start.seconds) s to \(range.end.seconds) s is outside track "
          + "\(track.trackID), which is \(trackRange.duration.seconds) s long")
    }
    let source = CompositionSegment.Source(
      asset: asset, trackID: track.trackID, timeRange: range)
    try tracks[index].insert(source, range, at: time)
  }

  /// Inserts an empty range into one track or all tracks and moves everything after its start to
  /// later times.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for an empty or invalid range, `notAvailable`
  ///   if there is no such track.
  public mutating func insertEmptyTimeRange(
    _ range: MediaTimeRange, into id: UInt32? = nil
  ) throws(MetaError) {
    try change(id) { (track) throws(MetaError) in try track.insert(nil, range, at: range.start) }
  }

  /// Removes a range from one track or all tracks and moves everything after it to earlier times.
  ///
  /// The part beyond the end of a track is ignored.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for an empty or invalid range, `notAvailable`
  ///   if there is no such track.
  public mutating func removeTimeRange(
    _ range: MediaTimeRange, from id: UInt32? = nil
  ) throws(MetaError) {
    try change(id) { (track) throws(MetaError) in try track.remove(range) }
  }

  /// Changes one track or all of them.
  private mutating func change(
    _ id: UInt32?, _ body: (inout CompositionTrack) throws(MetaError) -> Void
  ) throws(MetaError) {
    if let id { return try body(&tracks[index(of: id)]) }
    // Either all tracks change, or no track does.
    var changed = tracks
    for index in changed.indices { try body(&changed[index]) }
    tracks = changed
  }
}

/// A segment of a composition track: a time range that presents media from an asset, or nothing;
/// the counterpart of AVFoundation's `AVCompositionTrackSegment`.
public struct CompositionSegment: Sendable {
  /// The media of a segment: a time range of an asset's track.
  public struct Source: Sendable {
    /// The asset.
    public let asset: Asset
    /// The ID of the track.
    public let trackID: UInt32
    /// The time range in the asset, which is as long as the segment.
    public let timeRange: MediaTimeRange
  }

  /// The time range in the composition.
  public let timeRange: MediaTimeRange
  /// The media; nil for an empty segment.
  public let source: Source?

  /// Whether the segment is empty.
  public var isEmpty: Bool { source == nil }

  /// Returns the part of the segment within a range; nil if they do not overlap.
  func within(_ range: MediaTimeRange) -> CompositionSegment? {
    let start = max(timeRange.start, range.start)
    let end = min(timeRange.end, range.end)
    guard start < end else { return nil }
    let part = source.map { source in
      let shift = source.timeRange.start - timeRange.start
      return Source(
        asset: source.asset, trackID: source.trackID,
        timeRange: MediaTimeRange(start: start + shift, end: end + shift))
    }
    return CompositionSegment(timeRange: MediaTimeRange(start: start, end: end), source: part)
  }

  /// Returns the segment moved in time; a negative time moves it to an earlier time.
  func shifted(by time: MediaTime) -> CompositionSegment {
    CompositionSegment(
      timeRange: MediaTimeRange(start: timeRange.start + time, end: timeRange.end + time),
      source: source)
  }
}

/// A track of a composition: consecutive segments, each of which has media from an asset or is
/// empty; the counterpart of AVFoundation's `AVMutableCompositionTrack`.
public struct CompositionTrack: Sendable {
  /// The track ID in the composition.
  public let trackID: UInt32
  /// The media type.
  public let mediaType: MediaType
  /// The consecutive segments, starting at time 0.
  public private(set) var segments: [CompositionSegment] = []

  init(trackID: UInt32, mediaType: MediaType) {
    self.trackID = trackID
    self.mediaType = mediaType
  }

  /// The duration.
  public var duration: MediaTime { segments.last?.timeRange.end ?? .zero }

  /// The track, for use with reader outputs.
  public var assetTrack: AssetTrack {
    var description = TrackDescription(id: trackID, mediaType: mediaType)
    description.duration = duration
    return AssetTrack(description, metadata: [])
  }

  /// Inserts media, or an empty segment, with the duration of `range`, by default at the end.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for an invalid range or time.
  mutating func insert(
    _ source: CompositionSegment.Source?, _ range: MediaTimeRange, at time: MediaTime?
  ) throws(MetaError) {
    try CompositionTrack.check(range)
    let end = duration
    let time = time ?? end
    guard time.isNumeric, time >= .zero else {
      throw MetaError(.invalidAttributes, reason: "cannot insert media at \(time.seconds) s")
    }
    let length = range.duration
    let before = segments.compactMap {
      $0.within(MediaTimeRange(start: .zero, end: time))
    }
    let after = segments.compactMap {
      $0.within(MediaTimeRange(start: time, end: .positiveInfinity))
    }
    var all = before
    if time > end {
      all.append(
        CompositionSegment(timeRange: MediaTimeRange(start: end, end: time), source: nil))
    }
    all.append(
      CompositionSegment(
        timeRange: MediaTimeRange(start: time, duration: length), source: source))
    all += after.map { $0.shifted(by: length) }
    try set(all)
  }

  /// Removes a range.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for an invalid range.
  mutating func remove(_ range: MediaTimeRange) throws(MetaError) {
    try CompositionTrack.check(range)
    let back = range.start - range.end
    let before = segments.compactMap {
      $0.within(MediaTimeRange(start: .zero, end: range.start))
    }
    let after = segments.compactMap {
      $0.within(MediaTimeRange(start: range.end, end: .positiveInfinity))
    }
    try set(before + after.map { $0.shifted(by: back) })
  }

  /// Replaces the segments; throws if one of their times has overflowed.
  private mutating func set(_ new: [CompositionSegment]) throws(MetaError) {
    let ranges = new.map(\.timeRange) + new.compactMap { $0.source?.timeRange }
    guard ranges.allSatisfy({ $0.start.isNumeric && $0.end.isNumeric }) else {
      throw MetaError(.invalidAttributes, reason: "the track's times would overflow")
    }
    segments = new
  }

  private static func check(_ range: MediaTimeRange) throws(MetaError) {
    guard range.isValid, range.start.isNumeric, range.end.isNumeric, range.start >= .zero,
      range.start < range.end
    else {
      throw MetaError(
        .invalidAttributes,
        reason: "\(range.start.seconds) s to \(range.end.seconds) s is not a valid time range")
    }
  }
}
