import Testing

@testable import MetaCore

/// Sound devices whose clocks are not that of the session.
@Suite("Clocks of sound devices")
struct AudioDeviceClockTests {
  private let rate = 48_000
  private let count = 960

  /// The arrival time of a buffer from a device that is slow by some parts per million and has a
  /// jitter of some milliseconds.
  private func time(_ piece: Int, slow parts: Double, jitter: Double) -> MediaTime {
    let inaccuracy = Double(piece * 7919 % 21 - 10) / 10 * jitter
    let seconds = Double(piece * count) / Double(rate) * (1 + parts / 1e6) + 1 + inaccuracy / 1000
    return MediaTime(numeric: Int64(seconds * 1e6), 1_000_000)
  }

  @Test(arguments: [0.0, 200, -200, 50])
  func driftIsFollowedWithoutAddingOrDroppingSamples(parts: Double) {
    var clock = AudioDeviceClock()
    let first = clock.add(count, rate: rate, at: time(0, slow: parts, jitter: 0))
    #expect(first == Int64(rate))
    var (last, largest) = (clock.drift.seconds, 0.0)
    let pieces = 3600 * rate / count
    for piece in 1..<pieces {
      let start = clock.add(count, rate: rate, at: time(piece, slow: parts, jitter: 10))
      if start != first + Int64(piece * count) { Issue.record("piece \(piece) begins at \(start)") }
      largest = max(largest, abs(clock.drift.seconds - last))
      last = clock.drift.seconds
    }
    // An hour, after which the clocks are 0.72 s apart at most.
    #expect(abs(last - 3600 * parts / 1e6) < 0.005, "\(last)")
    // The change between buffers is imperceptible.
    #expect(largest < 0.0001, "\(largest)")
  }

  @Test func lossIsAGapAndKeepsTheDrift() {
    var clock = AudioDeviceClock()
    var next: Int64 = 0
    for piece in 0..<60_000 {
      next = clock.add(count, rate: rate, at: time(piece, slow: 100, jitter: 5)) + Int64(count)
    }
    let drift = clock.drift.seconds
    #expect(drift > 0.1)
    // Half a second of audio is missing.
    let start = clock.add(count, rate: rate, at: time(60_025, slow: 100, jitter: 0))
    #expect(abs(start - next - 24_000) < 480, "\(start - next)")
    #expect(clock.drift.seconds == drift)
  }

  @Test(arguments: [
    (Int64.max, 48_000, Int.max), (.min, 1, 1), (.max, .max, 0), (0, 0, -1), (0, -5, 5),
  ])
  func noInputTraps(value: Int64, rate: Int, count: Int) {
    var clock = AudioDeviceClock()
    for _ in 0..<3 { _ = clock.add(count, rate: rate, at: MediaTime(numeric: value, 1)) }
    _ = clock.drift
  }
}
