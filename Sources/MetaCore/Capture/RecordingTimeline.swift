/// Which times of a capture session are recorded, and when they are presented in the movie: from
/// one picture on, with pauses left out.
///
/// A stretch begins with the first picture after recording was started or resumed, and ends with
/// the last one before the pause; the next one follows at once. Sound goes by the same stretches,
/// so it stays with its pictures.
struct RecordingTimeline: Sendable {
  /// A part that is recorded without a pause.
  struct Stretch: Sendable {
    /// When it begins, in times of the session.
    let start: MediaTime
    /// When its last picture begins so far.
    var last: MediaTime
    /// When its last picture ends so far.
    var end: MediaTime
    /// When it begins in the movie.
    let movieStart: MediaTime

    /// When it ends in the movie.
    var movieEnd: MediaTime { movieStart + (end - start) }
  }

  private(set) var stretches: [Stretch] = []
  /// From when on the next picture begins a stretch; nil where none is to.
  private var beginning: MediaTime?
  /// Until when pictures belong to the last stretch; nil for all.
  private var pause: MediaTime?
  private(set) var isEnded = false

  /// Whether pictures that come now are recorded, or the first of them is waited for.
  var isPaused: Bool { beginning == nil && pause != nil }

  /// How long the movie is so far.
  var duration: MediaTime { stretches.last?.movieEnd ?? .zero }

  // MARK: Commands

  /// Begins with the first picture from a time on.
  mutating func start(at time: MediaTime) {
    (beginning, pause) = (time, time)
  }

  /// Leaves out pictures from a time on.
  mutating func pause(at time: MediaTime) {
    guard !isPaused, !isEnded else { return }
    // Resumed and paused again before a picture came.
    if beginning == nil { pause = time }
    beginning = nil
  }

  /// Goes on with the first picture from a time on.
  mutating func resume(at time: MediaTime) {
    guard isPaused, !isEnded else { return }
    beginning = time
  }

  /// Ends for good.
  mutating func end(at time: MediaTime) {
    pause(at: time)
    isEnded = true
  }

  // MARK: Samples

  /// Adds a picture that was captured, later than all others; when it is presented in the movie,
  /// nil when it is not recorded.
  mutating func add(_ time: MediaTime, lasting duration: MediaTime) -> MediaTime? {
    if let pause, time >= pause {
      guard let beginning, time >= beginning else { return nil }
      stretches.append(
        Stretch(start: time, last: time, end: time + duration, movieStart: self.duration))
      (self.beginning, self.pause) = (nil, nil)
    }
    guard let last = stretches.last, time >= last.start else { return nil }
    stretches[stretches.count - 1].last = max(last.last, time)
    stretches[stretches.count - 1].end = max(last.end, time + duration)
    return last.movieStart + (time - last.start)
  }

  /// When a picture that was added is presented in the movie; nil for one that is not recorded.
  func movieTime(of time: MediaTime) -> MediaTime? {
    stretches.last { $0.start <= time && time <= $0.last }.map { $0.movieStart + (time - $0.start) }
  }

  /// A part of sound that is recorded.
  struct Part: Sendable, Equatable {
    /// Its samples.
    let samples: Range<Int>
    /// The place of the first of them in the movie, in samples.
    let position: Int64
  }

  /// What of some sound is recorded; nil when that is not known yet, since the picture with which
  /// the next stretch begins has not come.
  func parts(from time: MediaTime, count: Int, rate: Int) -> [Part]? {
    let scale = UInt32(clamping: max(1, rate))
    let end = time + MediaTime(numeric: Int64(count), scale)
    if let pause, end > pause, !isEnded { return nil }
    let first = ExactTime(time).units(scale, .nearest)
    return stretches.enumerated().compactMap { index, stretch in
      let isOpen = index == stretches.count - 1 && pause == nil
      let start = ExactTime(stretch.start).units(scale, .nearest)
      let from = max(0, start.minus(first))
      let limit = isOpen ? Int64(count) : ExactTime(stretch.end).units(scale, .nearest).minus(first)
      let to = min(Int64(count), limit)
      guard from < to else { return nil }
      let offset = ExactTime(stretch.movieStart).units(scale, .nearest).minus(start)
      return Part(
        samples: Int(from)..<Int(to), position: first.plus(from).plus(offset))
    }
  }

  /// How much sound after a pause may still belong to the picture before it.
  private static let longestPicture = MediaTime(numeric: 1, 1)

  /// Whether sound is of no use any more, whenever the next stretch begins.
  func isPast(from start: MediaTime, to end: MediaTime) -> Bool {
    guard let pause else { return false }
    if !stretches.isEmpty, start < pause + RecordingTimeline.longestPicture { return false }
    return beginning.map { end <= $0 } ?? true
  }
}
