/// A time as a count of units, `timescale` of which make one second; AVFoundation's `CMTime`.
public struct MediaTime: Sendable, Hashable {
  /// How many units.
  public var value: Int64
  /// How many units make one second; above zero.
  public var timescale: UInt32

  /// Makes a time, or nil when the time scale is zero.
  public init?(value: Int64, timescale: UInt32) {
    guard timescale > 0 else { return nil }
    self.value = value
    self.timescale = timescale
  }

  /// The time in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }
}

/// A stretch of time; AVFoundation's `CMTimeRange`.
public struct MediaTimeRange: Sendable, Hashable {
  /// Where it begins.
  public var start: MediaTime
  /// Where it ends.
  public var end: MediaTime

  /// Makes a range.
  public init(start: MediaTime, end: MediaTime) {
    self.start = start
    self.end = end
  }
}
