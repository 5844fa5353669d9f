internal import MetaCore

/// Decides which frames ``LibAVVideoEncoder`` must encode as key frames, to limit the time between
/// key frames (`maxKeyFrameIntervalDuration`) of video with a variable frame rate.
///
/// As long as no frame is longer than usual, the encoder's own limit, a number of frames, is
/// sufficient. After the first longer frame, or always if the frame rate is unknown, a key frame is
/// forced at the last frame within the limit.
struct KeyFramePlan {
  private let interval: MediaTime
  /// The usual frame duration and its tolerance, in seconds; nil if the encoder has no limit of its
  /// own.
  private let usual: (length: Double, tolerance: Double)?
  private var isVariable: Bool
  /// The presentation time of the last forced key frame, or of the first frame.
  private var last: MediaTime?

  /// Creates a plan; nil for an invalid interval.
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

  /// Returns whether the frame with the given presentation time and duration must be a key frame.
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
      // The position of the encoder's last key frame is unknown.
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
