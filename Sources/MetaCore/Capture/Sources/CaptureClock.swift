/// The clock of a capture session, shared by all its sources; zero is the time at which the session
/// opens its inputs.
package struct CaptureClock: Sendable {
  private let start: ContinuousClock.Instant

  /// Creates a clock that starts now.
  package init() { start = .now }

  /// The timescale of the clock's times.
  package static let timescale: UInt32 = 1_000_000_000

  /// The time elapsed.
  package var now: MediaTime {
    let passed = (ContinuousClock.now - start).components
    let nanoseconds = passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
    return MediaTime(numeric: nanoseconds, CaptureClock.timescale)
  }

  /// Blocks the thread until the clock reaches the given time.
  func wait(until time: MediaTime) {
    let rest = (time - now).seconds
    if rest > 0 { ThreadPause.wait(seconds: rest) }
  }
}
