/// The edit list of a track with exact times, which defines the parts of the media that a movie
/// plays, their order and their durations.
///
/// Durations are in seconds on the movie timeline without rounding, because the list has to be
/// written with a different movie timescale; media times are in units of ``mediaTimescale``.
struct PlayedParts: Sendable, Hashable {
  /// An entry of the edit list: one part of the media, or a pause (empty edit).
  struct PlayedSegment: Sendable, Hashable {
    /// The duration of the part in the movie.
    var duration: ExactTime
    /// The start of the part in media units; nil for an empty edit.
    var mediaTime: Int64?
    /// The rate in 16.16 fixed point; a rate of zero freezes a frame.
    var rate: Int32 = 0x10000
  }

  /// The entries, in the order in which they are played.
  var parts: [PlayedSegment]
  /// The timescale of the media, in units per second.
  let mediaTimescale: UInt32

  init(_ parts: [PlayedSegment], mediaTimescale: UInt32) {
    self.parts = parts
    self.mediaTimescale = mediaTimescale
  }

  /// Creates the parts from an edit list; if it is nil or empty, all of the media up to `mediaEnd`
  /// is played.
  init(
    _ list: EditListAtom?, movieTimescale: UInt32, mediaTimescale: UInt32, mediaEnd: Int64
  ) {
    self.mediaTimescale = mediaTimescale
    guard let list, !list.entries.isEmpty else {
      parts = [PlayedSegment(duration: ExactTime(mediaEnd, mediaTimescale), mediaTime: 0)]
      return
    }
    parts = list.entries.map { entry in
      PlayedSegment(
        duration: ExactTime(Int64(clamping: entry.duration), movieTimescale),
        mediaTime: entry.mediaTime < 0 ? nil : entry.mediaTime, rate: entry.rate)
    }
  }

  /// The total duration.
  var duration: ExactTime {
    parts.reduce(.zero) { sum, part in sum.plus(part.duration) ?? sum }
  }

  /// Returns whether the parts are equivalent to having no edit list, for media with the given
  /// presentation range.
  func isIdentity(of shown: Range<Int64>) -> Bool {
    parts == [PlayedSegment(duration: ExactTime(shown.upperBound, mediaTimescale), mediaTime: 0)]
  }

  /// Returns the parts, in which an empty edit replaces the time before `first`, the earliest
  /// presentation time in the media; frozen frames and parts that end before it are unchanged.
  ///
  /// FFmpeg assumes that the first frame is presented at the start of its part, regardless of the
  /// time of the frame.
  func beginning(with first: Int64) -> PlayedParts {
    let result = parts.flatMap { part -> [PlayedSegment] in
      guard let time = part.mediaTime, time < first, part.rate != 0 else { return [part] }
      let gap = part.duration(of: first - time, mediaTimescale)
      guard gap < part.duration, let rest = part.duration.minus(gap) else { return [part] }
      return [
        PlayedSegment(duration: gap, mediaTime: nil),
        PlayedSegment(duration: rest, mediaTime: first, rate: part.rate),
      ]
    }
    return PlayedParts(result, mediaTimescale: mediaTimescale).joined
  }

  // MARK: Fragments

  /// Returns the parts for media whose times start at zero instead of `start`; nil if a time is out
  /// of range.
  ///
  /// An empty edit replaces the time before `start`, in which there is nothing to play.
  ///
  /// If `extends` is true or the last part has no duration, the last part continues to the end of
  /// the media, to include fragments that did not exist when the list was written.
  func rebased(on start: Int64, mediaEnd: Int64, extends: Bool) -> PlayedParts? {
    var result: [PlayedSegment] = []
    for (index, part) in parts.enumerated() {
      guard let time = part.mediaTime else {
        result.append(part)
        continue
      }
      var part = part
      let moved = time.subtractingReportingOverflow(start)
      guard !moved.overflow else { return nil }
      let mediaTime = max(0, moved.partialValue)
      part.mediaTime = mediaTime
      // A frozen frame is the first one.
      let missing = part.rate == 0 ? 0 : mediaTime - moved.partialValue
      let gap = part.duration(of: missing, mediaTimescale)
      let isLast = index == parts.count - 1
      if isLast, part.rate != 0, extends || part.duration == .zero {
        part.duration = part.duration(of: max(0, mediaEnd.minus(mediaTime)), mediaTimescale)
      } else if gap < part.duration, let rest = part.duration.minus(gap) {
        part.duration = rest
      } else if missing > 0 {
        result.append(PlayedSegment(duration: part.duration, mediaTime: nil))
        continue
      }
      if missing > 0 { result.append(PlayedSegment(duration: gap, mediaTime: nil)) }
      result.append(part)
    }
    return PlayedParts(result, mediaTimescale: mediaTimescale).joined
  }

  /// The parts, with adjacent empty edits joined.
  private var joined: PlayedParts {
    var result: [PlayedSegment] = []
    for part in parts {
      if part.mediaTime == nil, let last = result.last, last.mediaTime == nil,
        let sum = last.duration.plus(part.duration)
      {
        result[result.count - 1].duration = sum
      } else {
        result.append(part)
      }
    }
    return PlayedParts(result, mediaTimescale: mediaTimescale)
  }

  // MARK: Lists

  /// Returns a multiple of the movie timescale in which every empty edit has an integral duration,
  /// as far as such a multiple fits in 32 bits.
  func timescale(multipleOf timescale: UInt32) -> UInt32 {
    parts.reduce(timescale) { scale, part in
      part.mediaTime == nil ? part.duration.timescale(multipleOf: scale) ?? scale : scale
    }
  }

  /// Returns the edit list for a movie timescale, in which the durations of empty edits are rounded
  /// to the nearest unit, and those of other parts are rounded up.
  func list(movieTimescale: UInt32) -> EditListAtom {
    var list = EditListAtom(
      parts.map { part in
        EditListAtom.Entry(
          duration: UInt64(
            max(0, part.duration.units(movieTimescale, part.mediaTime == nil ? .nearest : .up))),
          mediaTime: part.mediaTime ?? -1, rate: part.rate)
      })
    let isWide = list.entries.contains {
      $0.duration > UInt64(UInt32.max) || $0.mediaTime > Int64(Int32.max)
    }
    if isWide { list.header = FullAtomHeader(version: 1) }
    return list
  }
}

extension PlayedParts.PlayedSegment {
  /// Returns the time in which this part plays the given number of media units.
  fileprivate func duration(of units: Int64, _ timescale: UInt32) -> ExactTime {
    let time = ExactTime(units, timescale)
    guard rate > 0, rate != 0x10000 else { return time }
    return time.times(0x10000, over: Int128(rate)) ?? time
  }
}
