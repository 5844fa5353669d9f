/// A calendar date, as precise as in its file: month, day and time may be missing, and the time
/// zone may be unknown.
public struct MetadataDate: Sendable, Hashable, Codable {
  /// The time zone of a date as a file gives it: UTC, an offset from it, or unknown.
  public enum Zone: Sendable, Hashable, Codable {
    /// Coordinated universal time.
    case utc
    /// A known offset from UTC, in minutes to the east.
    case offset(minutes: Int)
    /// No zone: the date is in an unknown local time.
    case unknown
  }

  /// The year, 0 to 9999.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int?
  /// The day, 1 to 31.
  public var day: Int?
  /// The hour, 0 to 23.
  public var hour: Int?
  /// The minute, 0 to 59.
  public var minute: Int?
  /// The second, 0 to 60.
  public var second: Int?
  /// The digits after the decimal point of the seconds, unchanged.
  public var fraction: String?
  /// The time zone.
  public var zone: Zone

  /// Creates a date from its parts.
  public init(
    year: Int, month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil,
    second: Int? = nil, fraction: String? = nil, zone: Zone = .unknown
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.fraction = fraction
    self.zone = zone
  }
}
