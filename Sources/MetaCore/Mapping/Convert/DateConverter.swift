/// Converts stored values to the dates of fields: complete or partial ISO 8601 text, Exif text,
/// year numbers, and records with a date or a year.
enum DateConverter {
  /// Returns the value as a date: a year from 1 to 9999, a date in text, the first date in a list,
  /// or the `date` or `year` in a record.
  ///
  /// Text that is not a date remains text if it contains a digit; nil for all other values.
  static func date(_ value: MetadataValue) -> MetadataValue? {
    switch value {
    case .date: return value
    case .string(let text):
      let text = String(TextConverter.trimmed(text[...]))
      if let date = parse(text) { return .date(date) }
      // Text without a digit is not a date in any notation.
      return text.utf8.contains { (0x30...0x39).contains($0) } ? .string(text) : nil
    case .integer(let year):
      return Int(exactly: year).flatMap { $0 > 0 && $0 < 10000 ? MetadataDate(year: $0) : nil }
        .map { .date($0) }
    case .list(let values): return values.lazy.compactMap { date($0) }.first
    case .record: return (value[part: "date"] ?? value[part: "year"]).flatMap { date($0) }
    default: return nil
    }
  }

  /// Parses a date in ISO 8601 or Exif form, or in ISO 8601 form followed by "UTC" or "GMT".
  private static func parse(_ text: String) -> MetadataDate? {
    if let date = MetadataDate(iso8601: text) ?? MetadataDate(exif: text) { return date }
    guard text.hasSuffix(" UTC") || text.hasSuffix(" GMT") else { return nil }
    return MetadataDate(iso8601: text.dropLast(4) + "Z")
  }
}

/// Collects the values of one date field and combines them into one date: the first complete date,
/// or the year, day and time from separate ID3v2.3 frames.
struct DateReading {
  private var completeDate: MetadataValue?
  private var year: String?
  private var dayMonth: String?
  private var time: String?

  /// Adds one value; if there are several for the same part, the first is used.
  mutating func add(_ input: FieldInput) {
    switch input.part {
    case .year: year = year ?? text(input.value)
    case .day: dayMonth = dayMonth ?? text(input.value)
    case .time: time = time ?? text(input.value)
    default: completeDate = completeDate ?? DateConverter.date(input.value)
    }
  }

  /// The first complete date or, if there is a year, the date from `TYER` (YYYY), `TDAT` (DDMM) and
  /// `TIME` (HHMM); a `TYER` that contains more than a year is used alone.
  var value: MetadataValue? {
    guard let year else { return completeDate }
    return MetadataDate(year: year, dayMonth: dayMonth, time: time).map { .date($0) }
      ?? DateConverter.date(.string(year))
  }

  /// Returns the text of a value without surrounding white space; nil if it is empty.
  private func text(_ value: MetadataValue) -> String? {
    guard let text = value.stringValue else { return nil }
    let trimmed = TextConverter.trimmed(text[...])
    return trimmed.isEmpty ? nil : String(trimmed)
  }
}
