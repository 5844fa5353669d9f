/// A range of time that includes its start but not its end; the counterpart of CoreMedia's
/// `CMTimeRange`.
public struct MediaTimeRange: Sendable, Hashable, Codable {
  /// The start.
  public var start: MediaTime
  /// The end.
  public var end: MediaTime

  /// Creates a range.
  public init(start: MediaTime, end: MediaTime) {
    self.start = start
    self.end = end
  }

  /// Creates a range from its duration.
  public init(start: MediaTime, duration: MediaTime) {
    self.init(start: start, end: start + duration)
  }

  /// The empty range at zero.
  public static let zero = MediaTimeRange(start: .zero, end: .zero)
  /// An invalid range.
  public static let invalid = MediaTimeRange(start: .invalid, end: .invalid)
  /// The range from zero to positive infinity.
  public static let all = MediaTimeRange(start: .zero, end: .positiveInfinity)

  /// The duration.
  public var duration: MediaTime { end - start }

  /// Whether both ends are valid and in the same epoch, and the end is not before the start.
  public var isValid: Bool {
    start.isValid && end.isValid && start <= end
      && (!start.isNumeric || !end.isNumeric || start.epoch == end.epoch)
  }

  /// Whether the range is valid and one of its ends is indefinite.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || end.isIndefinite) }

  /// Whether the range is valid and its duration is zero.
  public var isEmpty: Bool { isValid && start == end }

  /// Whether the range contains the given time.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && start <= time && time < end
  }

  /// Whether the range contains another range; an empty range may also be at the end.
  public func contains(_ other: MediaTimeRange) -> Bool {
    isValid && other.isValid && start <= other.start && other.end <= end
  }

  /// Returns the smallest range that contains both; if one is empty, returns the other; if one is
  /// invalid, ``invalid``.
  public func union(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    if isEmpty { return other }
    if other.isEmpty { return self }
    return MediaTimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// Returns the intersection of two ranges; ``zero`` if they do not overlap, ``invalid`` if one is
  /// invalid.
  public func intersection(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (start, end) = (max(start, other.start), min(end, other.end))
    return start < end ? MediaTimeRange(start: start, end: end) : .zero
  }
}

extension MediaTimeRange {
  /// Maps a time linearly from one range to another; ``MediaTime/invalid`` unless both ranges are
  /// valid with numeric durations, and the duration of the first is greater than zero.
  ///
  /// The counterpart of CoreMedia's `CMTimeMapTimeFromRangeToRange`.
  public static func map(
    _ time: MediaTime, from: MediaTimeRange, to: MediaTimeRange
  ) -> MediaTime {
    let length = from.duration
    guard from.isValid, to.isValid, time.isNumeric, length.isNumeric, length.value > 0 else {
      return .invalid
    }
    let offset = time - from.start
    let new = to.duration
    guard offset.isNumeric, new.isNumeric else { return .invalid }
    guard length != new else { return to.start + offset }
    return to.start + offset.multiplied(by: new, over: length)
  }
}
