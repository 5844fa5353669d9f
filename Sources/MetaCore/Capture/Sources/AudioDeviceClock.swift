/// Reconciles the clock of an audio device, which counts its samples, with the clock of the
/// session: from the arrival times of buffers, it determines the positions of their samples and how
/// far the session clock is ahead of them.
///
/// Clocks never run at exactly the same speed: those of audio devices differ by up to about 100
/// parts per million, a tenth of a second in a quarter of an hour. So buffers follow one another
/// without samples being added or omitted, and the session derives its time from them using
/// ``drift``, the smoothed time by which its own clock is ahead. A buffer that is far from its
/// expected position was preceded by a loss.
package struct AudioDeviceClock: Sendable {
  /// The position of the next buffer, in samples since time zero on the session clock.
  private var position: Int64?
  /// How far the session clock is ahead of the samples, in seconds.
  private var offset = 0.0

  /// The deviation in seconds beyond which samples are assumed to have been lost; a smaller one is
  /// timing inaccuracy in the device.
  private static let tolerance = 0.1
  /// The time constant in seconds with which `offset` follows the individual, inaccurate
  /// measurements.
  private static let smoothing = 10.0

  /// Creates a clock that has not received a buffer yet.
  package init() {}

  /// How far the session clock is ahead of the samples.
  package var drift: MediaTime {
    MediaTime(numeric: Int64((offset * 1e6).rounded()), 1_000_000)
  }

  /// Adds a buffer that arrived at the given time on the session clock; returns the position of its
  /// first sample.
  package mutating func add(_ count: Int, rate: Int, at time: MediaTime) -> Int64 {
    let scale = UInt32(clamping: max(1, rate))
    let samples = Double(scale)
    let byClock = ExactTime(time).units(scale, .nearest)
    var start = position ?? byClock
    let error = Double(byClock.minus(start)) / samples - offset
    if abs(error) > AudioDeviceClock.tolerance {
      start = byClock.minus(Int64((offset * samples).rounded()))
    } else {
      offset += error * min(1, Double(max(0, count)) / samples / AudioDeviceClock.smoothing)
    }
    position = start.plus(Int64(max(0, count)))
    return start
  }
}
