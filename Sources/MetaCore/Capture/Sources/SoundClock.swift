/// The clock of a sound device, which counts its samples, against the clock of the session.
///
/// No two clocks run equally fast: those of sound devices differ by up to some 100 parts in a
/// million, a tenth of a second in a quarter of an hour. So pieces of sound follow each other
/// without a sample added or left out, and the session counts its time by them: ``drift`` says by
/// how much its own clock is ahead, smoothly. A piece that is far from where it should be was
/// preceded by a loss.
package struct SoundClock: Sendable {
  /// The sample with which the next piece begins, in samples since the session's clock was zero.
  private var position: Int64?
  /// By how much the clock of the session is ahead of the samples, in seconds.
  private var offset = 0.0

  /// A piece that is farther than this from its place follows a loss, in seconds; less is the
  /// inaccuracy of the times of a device.
  private static let tolerance = 0.1
  /// In how many seconds `offset` follows what the pieces say, which is inaccurate for each of
  /// them.
  private static let smoothing = 10.0

  /// A clock before the first piece.
  package init() {}

  /// By how much the clock of the session is ahead of the samples.
  package var drift: MediaTime {
    MediaTime(numeric: Int64((offset * 1e6).rounded()), 1_000_000)
  }

  /// Adds a piece that came at a time of the session's clock; the sample with which it begins.
  package mutating func add(_ count: Int, rate: Int, at time: MediaTime) -> Int64 {
    let scale = UInt32(clamping: max(1, rate))
    let samples = Double(scale)
    let byClock = ExactTime(time).units(scale, .nearest)
    var start = position ?? byClock
    let error = Double(byClock.minus(start)) / samples - offset
    if abs(error) > SoundClock.tolerance {
      start = byClock.minus(Int64((offset * samples).rounded()))
    } else {
      offset += error * min(1, Double(max(0, count)) / samples / SoundClock.smoothing)
    }
    position = start.plus(Int64(max(0, count)))
    return start
  }
}
