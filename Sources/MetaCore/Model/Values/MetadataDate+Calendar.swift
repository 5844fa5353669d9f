/// Conversion between calendar dates and counts of days in the proleptic Gregorian calendar, and
/// the distances between the Unix, Macintosh and Windows epochs.
enum Calendar {
  static let secondsPerDay: Int64 = 86_400
  /// The seconds from 1904-01-01 to 1970-01-01.
  static let macEpochOffset: Int64 = 2_082_844_800
  /// The seconds from 1601-01-01 to 1970-01-01.
  static let windowsEpochOffset: Int64 = 11_644_473_600

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// Returns the number of days in a month, which is numbered from 1 to 12.
  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days from 1970-01-01 to a date in the years 0 to 9999.
  ///
  /// Years are counted from March, so that a leap day is the last day. 400 years have 146097 days,
  /// and there are 719468 days between 0000-03-01 and 1970-01-01.
  static func daysFromEpoch(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// Returns the date the given number of days after 1970-01-01; the inverse of
  /// ``daysFromEpoch(year:month:day:)``.
  static func date(daysFromEpoch days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }
}

extension MetadataDate {
  /// Creates a date from seconds since 1970 in UTC; nil outside the years 0 to 9999.
  public init?(unixEpoch seconds: Int64) {
    guard seconds >= -62_167_219_200, seconds <= 253_402_300_799 else { return nil }
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = Int(seconds - day * 86_400)
    let date = Calendar.date(daysFromEpoch: Int(day))
    self.init(
      year: date.year, month: date.month, day: date.day, hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60, zone: .utc)
  }

  /// Creates a date from a header date of QuickTime and MP4, in seconds since 1904 in UTC; nil for
  /// 0, which means "not set", and for dates after the year 9999.
  ///
  /// Values that would be before 1970 come from writers that count from 1970, and are interpreted
  /// accordingly, as other tools do.
  package init?(macEpoch seconds: UInt64) {
    guard seconds != 0, let signed = Int64(exactly: seconds) else { return nil }
    let offset = Calendar.macEpochOffset
    self.init(unixEpoch: signed >= offset ? signed - offset : signed)
  }

  /// Creates a date from a Windows file time, in units of 100 ns since 1601 in UTC; nil for 0 and
  /// for dates after the year 9999.
  package init?(windowsFileTime ticks: UInt64) {
    guard ticks != 0, let seconds = Int64(exactly: ticks / 10_000_000) else { return nil }
    self.init(unixEpoch: seconds - Calendar.windowsEpochOffset)
    let digits = String(ticks % 10_000_000)
    if ticks % 10_000_000 != 0 {
      let padded = String(repeating: "0", count: 7 - digits.count) + digits
      fraction = String(padded.reversed().drop { $0 == "0" }.reversed())
    }
  }

  /// The seconds since 1970 in UTC; nil unless day, hour, minute and zone are known.
  public var unixEpochSeconds: Int64? {
    guard isLegal, let month, let day, let hour, let minute else { return nil }
    let east: Int
    switch zone {
    case .utc: east = 0
    case .offset(let minutes): east = minutes
    case .unknown: return nil
    }
    let days = Calendar.daysFromEpoch(year: year, month: month, day: day)
    return days * Calendar.secondsPerDay + Int64(hour * 3600 + minute * 60 + (second ?? 0))
      - Int64(east * 60)
  }

  /// Returns the date shifted by a number of seconds, in the same zone; nil when the date is not
  /// precise enough, or the result is outside the years 0 to 9999.
  ///
  /// A date without a time can only be shifted by whole days. The result has minutes and seconds if
  /// the date has them or the shift requires them.
  public func shifted(by seconds: Int64) -> MetadataDate? {
    guard isLegal, let month, let day, hour != nil || seconds % Calendar.secondsPerDay == 0 else {
      return nil
    }
    let days = Calendar.daysFromEpoch(year: year, month: month, day: day)
    let time = (hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)
    let (moved, isTooFar) = (days * Calendar.secondsPerDay + Int64(time))
      .addingReportingOverflow(seconds)
    guard !isTooFar, let date = MetadataDate(unixEpoch: moved) else { return nil }
    var result = self
    (result.year, result.month, result.day) = (date.year, date.month, date.day)
    guard hour != nil else { return result }
    result.hour = date.hour
    if minute != nil || date.minute != 0 || date.second != 0 { result.minute = date.minute }
    if second != nil || date.second != 0 { result.second = date.second }
    return result
  }

  /// The seconds since 1904 in UTC; nil for dates before 1970, and unless day, time and zone are
  /// known.
  var macEpochSeconds: UInt64? {
    guard let seconds = unixEpochSeconds, seconds >= 0 else { return nil }
    return UInt64(exactly: seconds + Calendar.macEpochOffset)
  }

  /// The Windows file time, in units of 100 ns since 1601 in UTC; nil for dates before 1601, and
  /// unless day, time and zone are known.
  var windowsFileTime: UInt64? {
    guard let seconds = unixEpochSeconds,
      let wholeSeconds = UInt64(exactly: seconds + Calendar.windowsEpochOffset)
    else { return nil }
    let digits = (fraction ?? "").prefix(7)
    let ticks = UInt64(digits + String(repeating: "0", count: 7 - digits.count)) ?? 0
    return wholeSeconds * 10_000_000 + ticks
  }
}
