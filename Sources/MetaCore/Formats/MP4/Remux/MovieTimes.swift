/// The times of a movie whose samples are others than its headers say.
struct MovieTimes {
  /// The parts that each track plays.
  private(set) var parts: [UInt32: PlayedParts] = [:]
  /// The units per second of the movie.
  private(set) var timescale: UInt32

  init(timescale: UInt32) { self.timescale = max(1, timescale) }

  /// Sets what a track plays.
  mutating func set(_ new: PlayedParts, for trackID: UInt32) {
    parts[trackID] = new
    timescale = new.timescale(multipleOf: timescale)
  }

  /// How long the movie is, in its units.
  var duration: UInt64 {
    parts.values.reduce(0) { longest, parts in
      max(longest, UInt64(max(0, parts.duration.units(timescale, .up))))
    }
  }

  /// Gives a track its list and the durations of its headers.
  func settle(_ track: inout TrackRemux) {
    let length = track.samples.duration
    track.mediaHeader.setDuration(UInt64(max(0, length)))
    guard let parts = parts[track.id] else { return }
    track.header.setDuration(UInt64(max(0, parts.duration.units(timescale, .up))))
    track.edits =
      parts.isIdentity(of: track.samples.shown)
      ? EditListAtom([]) : parts.list(movieTimescale: timescale)
  }

  /// The header of the movie with these times.
  func header(_ old: MovieHeaderAtom) -> MovieHeaderAtom {
    var header = old
    header.timescale = timescale
    header.setDuration(duration)
    return header
  }
}

extension TrackSamples {
  /// When the first sample is shown and when the last one ends, in units of the media.
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

  /// Calls `body` with how many samples on end have a duration and are shown so much later than they are decoded.
  func forEachRun(_ body: (_ count: Int, _ duration: UInt32, _ shift: Int32) -> Void) {
    var shifts = compositions.runs[...]
    var left = shifts.first?.count ?? 0
    for run in durations.runs {
      var count = run.count
      while count > 0 {
        let step = shifts.isEmpty ? count : min(count, left)
        body(step, run.value, shifts.first?.value ?? 0)
        count -= step
        left -= step
        if left == 0, !shifts.isEmpty {
          shifts.removeFirst()
          left = shifts.first?.count ?? 0
        }
      }
    }
  }
}

extension TrackHeaderAtom {
  /// Sets the duration, in 64 bits where it takes them.
  mutating func setDuration(_ new: UInt64) {
    duration = new
    if new >= UInt64(UInt32.max) { header.version = 1 }
  }
}

extension MediaHeaderAtom {
  /// Sets the duration, in 64 bits where it takes them.
  mutating func setDuration(_ new: UInt64) {
    duration = new
    if new >= UInt64(UInt32.max) { header.version = 1 }
  }
}

extension MovieHeaderAtom {
  /// Sets the duration, in 64 bits where it takes them.
  mutating func setDuration(_ new: UInt64) {
    duration = new
    if new >= UInt64(UInt32.max) { header.version = 1 }
  }
}
