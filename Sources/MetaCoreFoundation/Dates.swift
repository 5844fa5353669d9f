#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import MetaCore

extension MetadataDate {
  /// Returns the date as a point in time; missing parts default to the earliest possible value, and
  /// a missing time zone defaults to `defaultTimeZone`.
  ///
  /// Returns nil for an invalid date, such as 30 February.
  public func date(defaultTimeZone: TimeZone = .gmt) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone ?? defaultTimeZone
    // `Calendar` does not support leap seconds, so second 60 becomes the second after 59.
    let components = DateComponents(
      year: year, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0,
      second: min(second ?? 0, 59))
    guard let date = calendar.date(from: components) else { return nil }
    let normalized = calendar.dateComponents([.year, .month, .day], from: date)
    guard normalized.year == components.year, normalized.month == components.month,
      normalized.day == components.day
    else {
      return nil
    }
    let fraction = fraction.flatMap { Double("0.\($0)") } ?? 0
    return date.addingTimeInterval(fraction + (second == 60 ? 1 : 0))
  }

  /// Creates a date in coordinated universal time; fractions of a second are dropped.
  public init(_ date: Date) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    self.init(
      year: parts.year ?? 0, month: parts.month, day: parts.day, hour: parts.hour,
      minute: parts.minute, second: parts.second, zone: .utc)
  }

  private var timeZone: TimeZone? {
    switch zone {
    case .utc: .gmt
    case .offset(let minutes): TimeZone(secondsFromGMT: minutes * 60)
    case .unknown: nil
    }
  }
}
