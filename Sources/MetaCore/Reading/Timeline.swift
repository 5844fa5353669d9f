/// The times at which a track presents each part of its media: the edit list of the track, clipped
/// to the range that is read.
///
/// ``VideoEngine``, ``AudioEngine``, ``StoredEngine`` and ``ImageReader`` use it to convert asset
/// times to media times and back.
struct Timeline: Sendable {
  /// A contiguous part of the timeline: one edit, or the part of it that is within the range.
  struct TimelineSegment: Sendable, Hashable {
    /// The start in the asset.
    var start: MediaTime
    /// The end in the asset; infinite if the part extends to the end of the media.
    var end: MediaTime
    /// The start in the media; nil if nothing is presented.
    var mediaStart: MediaTime?
    /// The playback rate; at 0, one frame is held.
    var rate: Double

    /// Returns the media duration that corresponds to an asset duration.
    func mediaLength(_ length: MediaTime) -> MediaTime { rate == 1 ? length : length * rate }

    /// Returns the asset duration that corresponds to a media duration; the rate must be positive.
    func assetLength(_ length: MediaTime) -> MediaTime { rate == 1 ? length : length * (1 / rate) }
  }

  private(set) var parts: [TimelineSegment] = []

  /// Creates the timeline for an edit list, or for the whole media if the list is unused or empty.
  init(_ edits: [TrackSegment], isUsed: Bool, range: MediaTimeRange) {
    var all: [TimelineSegment] = []
    var time = MediaTime.zero
    for (index, edit) in (isUsed ? edits : []).enumerated() {
      // A last edit with duration 0 is open: in a fragmented movie, its length was unknown when the
      // list was written.
      let isOpen = edit.duration.value == 0 && index == edits.count - 1
      let end = isOpen ? MediaTime.positiveInfinity : time + edit.duration
      all.append(
        TimelineSegment(start: time, end: end, mediaStart: edit.mediaStart, rate: edit.rate))
      time = end
    }
    if all.isEmpty {
      all = [TimelineSegment(start: .zero, end: .positiveInfinity, mediaStart: .zero, rate: 1)]
    }
    parts = all.compactMap { Timeline.cut($0, to: range) }
  }

  /// Returns the timeline moved in time; a negative time moves it to an earlier time.
  func shifted(by time: MediaTime) -> Timeline {
    guard time != .zero else { return self }
    var timeline = self
    for index in parts.indices {
      timeline.parts[index].start += time
      timeline.parts[index].end += time
    }
    return timeline
  }

  /// Returns the part of a segment within a range; nil if they do not overlap.
  private static func cut(_ part: TimelineSegment, to range: MediaTimeRange) -> TimelineSegment? {
    var part = part
    if range.start > part.start {
      if let mediaStart = part.mediaStart {
        let skipped = range.start - part.start
        part.mediaStart = mediaStart + part.mediaLength(skipped)
      }
      part.start = range.start
    }
    part.end = min(part.end, range.end)
    return part.start < part.end ? part : nil
  }
}
