/// Conversion between dates and text: ISO 8601 in every precision, Exif's form, and the three
/// ID3v2.3 frames.
///
///     1999   1999-04   1999-04-01   2018-08-05T15   2018-08-05T15:39   2018-08-05 15:39:27.5+02:00   20180805T153927Z
extension MetadataDate: CustomStringConvertible {
  /// Parses ISO 8601, extended or basic, in any precision from a year to a fraction of a second.
  ///
  /// The T may be a space, and a space may precede the zone, which is `Z`, `UTC`, `GMT`, `±hh`,
  /// `±hhmm` or `±hh:mm`. The basic form requires a day after the month. Returns nil for other text
  /// and for dates that do not exist.
  public init?(iso8601 text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.digits(4) else { return nil }
    self.init(year: year)
    let isBasic = scanner.peekIsDigit
    if isBasic || scanner.accept("-") {
      month = scanner.digits(2)
      guard month != nil else { return nil }
      if isBasic || scanner.accept("-") {
        day = scanner.digits(2)
        guard day != nil else { return nil }
      }
    }
    guard scanner.time(into: &self), isLegal else { return nil }
  }

  /// Parses `YYYY:MM:DD hh:mm:ss` as written by Exif and cameras, with or without a zone.
  package init?(exif text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.digits(4), scanner.accept(":"), let month = scanner.digits(2),
      scanner.accept(":"), let day = scanner.digits(2)
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard scanner.time(into: &self), isLegal else { return nil }
  }

  /// Combines the frames of ID3v2.3 §4.2.1: `TYER` (YYYY), `TDAT` (DDMM) and `TIME` (HHMM).
  ///
  /// A missing or invalid day or time is omitted; returns nil if there is no valid year.
  public init?(year: String, dayMonth: String?, time: String?) {
    var scanner = DateScanner(year)
    guard let number = scanner.digits(4), scanner.isAtEnd else { return nil }
    self.init(year: number)
    guard let (day, month) = MetadataDate.pair(dayMonth) else { return }
    let dated = MetadataDate(year: number, month: month, day: day)
    guard dated.isLegal else { return }
    self = dated
    guard let (hour, minute) = MetadataDate.pair(time) else { return }
    let timed = MetadataDate(year: number, month: month, day: day, hour: hour, minute: minute)
    if timed.isLegal { self = timed }
  }

  /// Returns the two numbers in a string of four digits; nil for any other string.
  private static func pair(_ text: String?) -> (Int, Int)? {
    guard let text else { return nil }
    var scanner = DateScanner(text)
    guard let first = scanner.digits(2), let second = scanner.digits(2), scanner.isAtEnd else {
      return nil
    }
    return (first, second)
  }

  /// Whether every part is in range and all larger parts are present.
  var isLegal: Bool {
    guard (0...9999).contains(year) else { return false }
    if case .offset(let minutes) = zone, !(-1439...1439).contains(minutes) { return false }
    if let fraction, fraction.isEmpty || !fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return false
    }
    guard let month else { return day == nil && hour == nil }
    guard (1...12).contains(month) else { return false }
    guard let day else { return hour == nil }
    guard (1...Calendar.days(inMonth: month, of: year)).contains(day) else { return false }
    guard let hour else { return minute == nil }
    guard (0...23).contains(hour), (0...59).contains(minute ?? 0) else { return false }
    guard let second else { return fraction == nil }
    return minute != nil && (0...60).contains(second)
  }

  /// The date in ISO 8601 form, with the precision that it has; the zone is included when it and
  /// the hour are known.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(32)
    text.appendDecimal(year, width: 4)
    _ =
      text.append(0x2D, month) && text.append(0x2D, day) && text.append(0x54, hour)
      && text.append(0x3A, minute) && text.append(0x3A, second)
    if let fraction { text += [0x2E] + fraction.utf8 }
    if hour != nil { zone.append(to: &text) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension MetadataDate.Zone {
  /// Appends the zone to `text` in ISO 8601 form.
  fileprivate func append(to text: inout [UInt8]) {
    switch self {
    case .unknown: break
    case .utc: text.append(0x5A)
    case .offset(let minutes):
      let size = Int(clamping: minutes.magnitude)
      text.append(minutes < 0 ? 0x2D : 0x2B)
      text.appendDecimal(size / 60, width: 2)
      text.append(0x3A)
      text.appendDecimal(size % 60, width: 2)
    }
  }
}

extension [UInt8] {
  /// Appends a separator and two digits; returns false when the part is missing.
  fileprivate mutating func append(_ separator: UInt8, _ part: Int?) -> Bool {
    guard let part else { return false }
    append(separator)
    appendDecimal(part, width: 2)
    return true
  }

  /// Appends a number, padded with zeros to `width` digits (2 or 4).
  fileprivate mutating func appendDecimal(_ number: Int, width: Int) {
    guard number >= 0, number < (width == 4 ? 10_000 : 100) else {
      append(contentsOf: String(number).utf8)
      return
    }
    if width == 4 { appendTwoDigits(number / 100) }
    appendTwoDigits(number % 100)
  }

  private mutating func appendTwoDigits(_ number: Int) {
    append(0x30 + UInt8(truncatingIfNeeded: number / 10))
    append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}

/// A cursor over the characters of a date in text, used for parsing.
private struct DateScanner {
  private let text: [UInt8]
  private var position: Int
  private let end: Int

  /// Creates a scanner for a string, without spaces, line breaks and zero bytes at both ends.
  init(_ text: String) {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0 || byte == 0x0A || byte == 0x0D
    }
    self.text = Array(text.utf8)
    var start = 0
    var end = self.text.count
    while start < end, isBlank(self.text[start]) { start += 1 }
    while end > start, isBlank(self.text[end - 1]) { end -= 1 }
    position = start
    self.end = end
  }

  var isAtEnd: Bool { position >= end }

  var peekIsDigit: Bool { position < end && text[position] >= 0x30 && text[position] <= 0x39 }

  /// Skips a character if it comes next.
  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard position < end, UInt32(text[position]) == character.value else { return false }
    position += 1
    return true
  }

  /// Reads exactly `count` decimal digits; returns nil, and reads nothing, when there are fewer.
  mutating func digits(_ count: Int) -> Int? {
    let start = position
    var number = 0
    while position - start < count {
      guard peekIsDigit else {
        position = start
        return nil
      }
      number = number * 10 + Int(text[position] - 0x30)
      position += 1
    }
    return number
  }

  /// Reads the time after the day; returns false when the text there is not a time.
  mutating func time(into date: inout MetadataDate) -> Bool {
    if isAtEnd { return true }
    guard date.day != nil, accept("T") || accept("t") || accept(" "), let hour = digits(2) else {
      return false
    }
    date.hour = hour
    let isBasic = peekIsDigit
    if isBasic || accept(":") {
      guard let minute = digits(2) else { return false }
      date.minute = minute
      if isBasic ? peekIsDigit : accept(":") {
        guard let second = digits(2) else { return false }
        date.second = second
        guard fraction(into: &date) else { return false }
      }
    }
    return zone(into: &date)
  }

  /// Reads a decimal point or comma and digits, if present; returns false when the point has no
  /// digits after it.
  private mutating func fraction(into date: inout MetadataDate) -> Bool {
    guard accept(".") || accept(",") else { return true }
    let start = position
    while peekIsDigit { position += 1 }
    guard position > start else { return false }
    date.fraction = String(decoding: text[start..<position], as: UTF8.self)
    return true
  }

  /// Skips a word if it comes next.
  private mutating func accept(word: String) -> Bool {
    guard text[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// Reads a time zone, if present; returns false when other text follows.
  private mutating func zone(into date: inout MetadataDate) -> Bool {
    if isAtEnd { return true }
    _ = accept(" ")
    // Some recorders write the name of the zone instead of the ISO 8601 letter ("2016-07-31
    // 10:25:09 UTC").
    if accept("Z") || accept("z") || accept(word: "UTC") || accept(word: "GMT") {
      date.zone = .utc
      return isAtEnd
    }
    let isWest = accept("-")
    guard isWest || accept("+"), let hours = digits(2), hours <= 23 else { return false }
    var minutes = 0
    if !isAtEnd {
      _ = accept(":")
      guard let rest = digits(2), rest <= 59 else { return false }
      minutes = rest
    }
    let east = hours * 60 + minutes
    date.zone = .offset(minutes: isWest ? -east : east)
    return isAtEnd
  }
}
