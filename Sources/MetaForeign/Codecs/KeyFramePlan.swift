internal import MetaCore

/// Says which pictures have to be key frames so that none is farther from the next than a time,
/// where a number of pictures does not do that.
///
/// As long as no picture lasts longer than the usual one, the encoder's own limit, which counts
/// pictures, holds. From the first longer one on, the last picture that is not too late is made a
/// key frame.
struct KeyFramePlan {
  private let interval: MediaTime
  /// How long a picture usually lasts, and what is taken for the same, in seconds; nil where there
  /// is no limit of pictures.
  private let usual: (length: Double, tolerance: Double)?
  private var isVariable: Bool
  /// When the last key frame is presented that was made one here, or the first.
  private var last: MediaTime?

  /// A plan; nil for an interval that is no length of time.
  init?(every seconds: Double, rate: Double?, timescale: UInt32) {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9,
      let interval = MediaTime(
        value: Int64((seconds * 1e6).rounded()), timescale: 1_000_000)
    else { return nil }
    self.interval = interval
    usual = rate.flatMap { rate in
      rate > 0 ? (length: 1 / rate, tolerance: 1 / Double(max(1, timescale))) : nil
    }
    isVariable = usual == nil
  }

  /// Whether a picture that is presented at a time for so long has to be a key frame.
  mutating func isKey(at time: MediaTime, lasting length: MediaTime?) -> Bool {
    guard let last else {
      self.last = time
      return false
    }
    let length = length.flatMap { $0.isNumeric ? $0 : nil }
    if !isVariable {
      guard let usual, let length, length.seconds > usual.length + usual.tolerance else {
        return false
      }
      // Where the encoder's last key frame was is not known.
      isVariable = true
      self.last = time
      return true
    }
    let end = length.map { time + $0 } ?? time
    let isLate = length == nil ? end - last >= interval : end - last > interval
    guard isLate else { return false }
    self.last = time
    return true
  }
}
