/// A stretch of time, which includes its start and not its end; CoreMedia's `CMTimeRange`.
public struct MediaTimeRange: Sendable, Hashable, Codable {
  /// Where it begins.
  public var start: MediaTime
  /// Where it ends.
  public var end: MediaTime

  /// Makes a range.
  public init(start: MediaTime, end: MediaTime) {
    self.start = start
    self.end = end
  }

  /// Makes a range of its length.
  public init(start: MediaTime, duration: MediaTime) {
    self.init(start: start, end: start + duration)
  }

  /// From zero to zero.
  public static let zero = MediaTimeRange(start: .zero, end: .zero)
  /// A range that cannot be used.
  public static let invalid = MediaTimeRange(start: .invalid, end: .invalid)
  /// From zero to the end of everything.
  public static let all = MediaTimeRange(start: .zero, end: .positiveInfinity)

  /// How long it is.
  public var duration: MediaTime { end - start }

  /// Whether both ends are valid, the end is not before the start, and both are of one epoch.
  public var isValid: Bool {
    start.isValid && end.isValid && start <= end
      && (!start.isNumeric || !end.isNumeric || start.epoch == end.epoch)
  }

  /// Whether it is valid and one of its ends is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || end.isIndefinite) }

  /// Whether it is valid and nothing is in it.
  public var isEmpty: Bool { isValid && start == end }

  /// Whether a moment is in it.
  public func contains(_ time: MediaTime) -> Bool {
    isValid && time.isNumeric && start <= time && time < end
  }

  /// Whether another range is in it; an empty one is where its start is, or at its end.
  public func contains(_ other: MediaTimeRange) -> Bool {
    isValid && other.isValid && start <= other.start && other.end <= end
  }

  /// The smallest range that has both in it; the other one where one is empty, ``invalid`` where one is invalid.
  public func union(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    if isEmpty { return other }
    if other.isEmpty { return self }
    return MediaTimeRange(start: min(start, other.start), end: max(end, other.end))
  }

  /// What is in both; ``zero`` where nothing is, ``invalid`` where one is invalid.
  public func intersection(_ other: MediaTimeRange) -> MediaTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (start, end) = (max(start, other.start), min(end, other.end))
    return start < end ? MediaTimeRange(start: start, end: end) : .zero
  }
}

extension MediaTimeRange {
  /// The moment of `to` that a moment of `from` becomes when one range is laid over the other; CoreMedia's `CMTimeMapTimeFromRangeToRange`.
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
    // offset * new / length, with the time scales of the two ranges in the ratio.
    let scaled = offset.multiplied(by: new.value, over: length.value)
    return to.start
      + scaled.multiplied(by: Int64(length.timescale), over: Int64(new.timescale))
  }
}
