/// Maps session times to movie times for one recording: it determines which frames and which parts
/// of audio buffers are recorded, and when they are presented in the movie, without the pauses.
///
/// A stretch (``RecordedSegment``) begins with the first frame after recording was started or
/// resumed, and ends with the last one before the pause; the next stretch follows without a gap.
/// Audio uses the same stretches, so it stays in sync with the video. In a recording without video,
/// audio buffers take the place of frames.
struct RecordingTimeline: Sendable {
  /// A stretch of session time that is recorded without a pause, with its position in the movie.
  struct RecordedSegment: Sendable {
    /// The start, in session time.
    let start: MediaTime
    /// The start of its last frame so far.
    var last: MediaTime
    /// The end of its last frame so far.
    var end: MediaTime
    /// The start in the movie.
    let movieStart: MediaTime

    /// The end in the movie.
    var movieEnd: MediaTime { movieStart + (end - start) }
  }

  private(set) var stretches: [RecordedSegment] = []
  /// The time from which the next frame starts a new stretch; nil if the next frame does not start
  /// one.
  private var beginning: MediaTime?
  /// The time until which frames belong to the last stretch; nil means that all frames do.
  private var pause: MediaTime?
  private(set) var isEnded = false

  /// Whether recording is paused, rather than recording or waiting for the first frame.
  var isPaused: Bool { beginning == nil && pause != nil }

  /// The duration of the movie so far.
  var duration: MediaTime { stretches.last?.movieEnd ?? .zero }

  // MARK: Commands

  /// Starts recording with the first frame at or after the given time.
  mutating func start(at time: MediaTime) {
    (beginning, pause) = (time, time)
  }

  /// Omits frames at or after the given time, until recording is resumed.
  mutating func pause(at time: MediaTime) {
    guard !isPaused, !isEnded else { return }
    // If recording was resumed and paused before a frame arrived, the earlier pause still applies.
    if beginning == nil { pause = time }
    beginning = nil
  }

  /// Resumes with the first frame at or after the given time.
  mutating func resume(at time: MediaTime) {
    guard isPaused, !isEnded else { return }
    beginning = time
  }

  /// Ends the recording.
  mutating func end(at time: MediaTime) {
    pause(at: time)
    isEnded = true
  }

  // MARK: Samples

  /// Adds a captured frame, which must be later than all previous ones; returns its time in the
  /// movie, or nil if it is not recorded.
  mutating func add(_ time: MediaTime, lasting duration: MediaTime) -> MediaTime? {
    if let pause, time >= pause {
      guard let beginning, time >= beginning else { return nil }
      stretches.append(
        RecordedSegment(start: time, last: time, end: time + duration, movieStart: self.duration))
      (self.beginning, self.pause) = (nil, nil)
    }
    guard let last = stretches.last, time >= last.start else { return nil }
    stretches[stretches.count - 1].last = max(last.last, time)
    stretches[stretches.count - 1].end = max(last.end, time + duration)
    return last.movieStart + (time - last.start)
  }

  /// Returns the time of an added frame in the movie; nil if it is not recorded.
  func movieTime(of time: MediaTime) -> MediaTime? {
    stretches.last { $0.start <= time && time <= $0.last }.map { $0.movieStart + (time - $0.start) }
  }

  /// A part of an audio buffer that is recorded, with its position in the movie.
  struct RecordedAudio: Sendable, Equatable {
    /// The samples.
    let samples: Range<Int>
    /// The position of the first sample in the movie, in samples.
    let position: Int64
  }

  /// Returns the recorded parts of an audio buffer; nil if they are not known yet because the
  /// buffer extends past a pause and the frame that begins the next stretch has not arrived.
  func parts(from time: MediaTime, count: Int, rate: Int) -> [RecordedAudio]? {
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
      return RecordedAudio(
        samples: Int(from)..<Int(to), position: first.plus(from).plus(offset))
    }
  }

  /// The maximum time after a pause in which audio may still belong to the last frame.
  private static let longestPicture = MediaTime(numeric: 1, 1)

  /// Returns whether the audio will not be recorded, regardless of when the next stretch begins.
  func isPast(from start: MediaTime, to end: MediaTime) -> Bool {
    guard let pause else { return false }
    if !stretches.isEmpty, start < pause + RecordingTimeline.longestPicture { return false }
    return beginning.map { end <= $0 } ?? true
  }
}
