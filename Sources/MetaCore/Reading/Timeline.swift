/// What of a track's media is presented when: its edit list, cut to a range.
struct Timeline: Sendable {
  /// A stretch of the asset.
  struct Part: Sendable, Hashable {
    /// When it begins in the asset.
    var start: MediaTime
    /// When it ends in the asset; infinite where it goes on to the end of the media.
    var end: MediaTime
    /// Where it begins in the media; nil where nothing is presented.
    var mediaStart: MediaTime?
    /// How fast the media are presented; 0 holds a picture.
    var rate: Double

    /// How far the media go on in a time of the asset.
    func mediaLength(_ length: MediaTime) -> MediaTime { rate == 1 ? length : length * rate }

    /// How long it takes to present a length of the media; the rate is above zero.
    func assetLength(_ length: MediaTime) -> MediaTime { rate == 1 ? length : length * (1 / rate) }
  }

  private(set) var parts: [Part] = []

  /// The parts of an edit list, or all of the media where it is not used or empty.
  init(_ edits: [TrackSegment], isUsed: Bool, range: MediaTimeRange) {
    var all: [Part] = []
    var time = MediaTime.zero
    for (index, edit) in (isUsed ? edits : []).enumerated() {
      // The last edit of a movie in fragments is open: its length was not known when the list was
      // written.
      let isOpen = edit.duration.value == 0 && index == edits.count - 1
      let end = isOpen ? MediaTime.positiveInfinity : time + edit.duration
      all.append(Part(start: time, end: end, mediaStart: edit.mediaStart, rate: edit.rate))
      time = end
    }
    if all.isEmpty {
      all = [Part(start: .zero, end: .positiveInfinity, mediaStart: .zero, rate: 1)]
    }
    parts = all.compactMap { Timeline.cut($0, to: range) }
  }

  /// The same parts of the media, presented later by a time.
  func shifted(by time: MediaTime) -> Timeline {
    guard time != .zero else { return self }
    var timeline = self
    for index in parts.indices {
      timeline.parts[index].start += time
      timeline.parts[index].end += time
    }
    return timeline
  }

  private static func cut(_ part: Part, to range: MediaTimeRange) -> Part? {
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
