/// The durations, edit lists and timescale of a movie whose samples were joined from fragments,
/// cut, or replaced, so that its headers no longer describe them.
///
/// First, each track gets its played parts, and the timescale becomes fine enough for their empty
/// edits and, on request, their ends; then, the headers of the tracks and the movie are set.
struct MovieTimes {
  /// The parts that each track plays, by track ID.
  private(set) var parts: [UInt32: PlayedParts] = [:]
  /// The new timescale of the movie, which is a multiple of the old timescale.
  private(set) var timescale: UInt32
  /// The old timescale of the movie, in units per second.
  private let oldTimescale: UInt32
  /// The durations of tracks whose headers are kept.
  private var keptDurations: [ExactTime] = []

  init(timescale: UInt32) {
    self.timescale = max(1, timescale)
    oldTimescale = self.timescale
  }

  /// Sets the parts that a track plays, with a timescale that, if possible, represents their empty
  /// edits exactly.
  mutating func set(_ new: PlayedParts, for trackID: UInt32) {
    parts[trackID] = new
    timescale = new.timescale(multipleOf: timescale)
  }

  /// Sets the parts that a track plays, with a timescale that, if possible, represents their
  /// durations exactly, except for parts that extend to the end of the media.
  mutating func set(exactly new: PlayedParts, of track: TrackRemux) {
    set(new, for: track.id)
    let end = ExactTime(track.samples.shown.upperBound, new.mediaTimescale)
    for part in new.parts {
      guard let time = part.mediaTime,
        ExactTime(time, new.mediaTimescale).plus(part.duration) != end
      else { continue }
      timescale = part.duration.timescale(multipleOf: timescale) ?? timescale
    }
  }

  /// Keeps the times of a track, except for their timescale; its duration is that in its header, or
  /// else that of its edit list.
  mutating func keep(_ track: TrackRemux) {
    if let known = track.header.knownDuration, known > 0 {
      keptDurations.append(ExactTime(Int64(clamping: known), oldTimescale))
    } else {
      keptDurations.append(track.played(movieTimescale: oldTimescale).duration)
    }
  }

  /// The duration of the movie in its timescale, which is that of the longest track.
  var duration: UInt64 {
    (parts.values.map(\.duration) + keptDurations).reduce(0) { longest, duration in
      max(longest, UInt64(max(0, duration.units(timescale, .up))))
    }
  }

  /// Sets the edit list of a track and the durations in its headers; the times of a track without
  /// new parts are converted to the new timescale.
  func setTimes(_ track: inout TrackRemux) {
    guard let parts = parts[track.id] else {
      return track.scaleTimes(by: timescale / oldTimescale)
    }
    let length = track.samples.duration
    track.mediaHeader.setDuration(UInt64(max(0, length)))
    track.header.setDuration(UInt64(max(0, parts.duration.units(timescale, .up))))
    track.edits =
      parts.isIdentity(of: track.samples.shown)
      ? EditListAtom([]) : parts.list(movieTimescale: timescale)
  }

  /// Returns the movie header with these times.
  func header(_ old: MovieHeaderAtom) -> MovieHeaderAtom {
    var header = old
    header.scalePreview(by: timescale / oldTimescale)
    header.timescale = timescale
    header.setDuration(duration)
    return header
  }
}

extension TrackRemux {
  /// Converts times in the movie timescale to a finer timescale.
  fileprivate mutating func scaleTimes(by factor: UInt32) {
    guard factor > 1 else { return }
    if let known = header.knownDuration { header.setDuration(known.scaled(by: factor)) }
    guard var list = edits ?? oldEdits, !list.entries.isEmpty else { return }
    for index in list.entries.indices {
      list.entries[index].duration = list.entries[index].duration.scaled(by: factor)
      if list.entries[index].duration > UInt64(UInt32.max) {
        list.header = FullAtomHeader(version: 1)
      }
    }
    edits = list
  }
}

extension UInt64 {
  /// Returns the product of the number and a factor, clamped to the maximum.
  fileprivate func scaled(by factor: UInt32) -> UInt64 {
    let product = multipliedReportingOverflow(by: UInt64(factor))
    return product.overflow ? .max : product.partialValue
  }
}

extension TrackSamples {
  /// The presentation range of all samples, from the first start to the last end, in media time;
  /// it starts at 0 or later.
  var shown: Range<Int64> {
    var (start, end, time): (Int64, Int64, Int64) = (.max, 0, 0)
    forEachRun { count, duration, shift in
      start = min(start, time.plus(Int64(shift)))
      time = time.plus(Int64(count).times(Int64(duration)))
      end = max(end, time.plus(Int64(shift)))
    }
    start = max(0, min(start, end))
    return start..<max(start, end)
  }

  /// Calls `body` for each run of `count` samples with the same duration and composition offset;
  /// offsets that are not listed are 0.
  func forEachRun(_ body: (_ count: Int, _ duration: UInt32, _ shift: Int32) -> Void) {
    var shifts = compositions.runs[...]
    var remaining = shifts.first?.count ?? 0
    for run in durations.runs {
      var count = run.count
      while count > 0 {
        let step = shifts.isEmpty ? count : min(count, remaining)
        body(step, run.value, shifts.first?.value ?? 0)
        count -= step
        remaining -= step
        if remaining == 0, !shifts.isEmpty {
          shifts.removeFirst()
          remaining = shifts.first?.count ?? 0
        }
      }
    }
  }
}

extension TrackHeaderAtom {
  /// Sets the duration, with 64 bits if necessary.
  mutating func setDuration(_ new: UInt64) {
    duration = new
    if new >= UInt64(UInt32.max) { header.version = 1 }
  }
}

extension MediaHeaderAtom {
  /// Sets the duration, with 64 bits if necessary.
  mutating func setDuration(_ new: UInt64) {
    duration = new
    if new >= UInt64(UInt32.max) { header.version = 1 }
  }
}

extension MovieHeaderAtom {
  /// Converts the preview, poster and selection, which are movie times, to a finer timescale (QTFF
  /// "Movie Header Atoms").
  fileprivate mutating func scalePreview(by factor: UInt32) {
    guard factor > 1, preview.withoutTrailingZeros.count > 0 else { return }
    var (reader, writer) = (ByteReader(preview), ByteWriter())
    while let time = try? reader.u32() {
      writer.u32(UInt32(clamping: UInt64(time).scaled(by: factor)))
    }
    preview = ByteSlice(writer.bytes)
  }

  /// Sets the duration, with 64 bits if necessary.
  mutating func setDuration(_ new: UInt64) {
    duration = new
    if new >= UInt64(UInt32.max) { header.version = 1 }
  }
}
