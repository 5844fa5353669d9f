/// The clock of a capture session, by which all of its sources count: zero is when the session was
/// started.
package struct CaptureClock: Sendable {
  private let start: ContinuousClock.Instant

  /// A clock that starts now.
  package init() { start = .now }

  /// Units of its times per second.
  package static let timescale: UInt32 = 1_000_000_000

  /// The time that has passed.
  package var now: MediaTime {
    let passed = (ContinuousClock.now - start).components
    let nanoseconds = passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
    return MediaTime(numeric: nanoseconds, CaptureClock.timescale)
  }

  /// Lets the thread wait until a time of the clock.
  func wait(until time: MediaTime) {
    let rest = (time - now).seconds
    if rest > 0 { ThreadPause.wait(seconds: rest) }
  }
}
