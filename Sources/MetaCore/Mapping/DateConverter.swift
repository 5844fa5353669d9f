/// Dates: ISO 8601 in whole or in part, and the three frames of ID3v2.3 that make one date together.
enum DateConverter {
  /// The date that several values make together.
  static func date(_ inputs: [FieldInput]) -> MetadataValue? {
    guard let first = inputs.first else { return nil }
    guard first.part == .year || first.part == .day || first.part == .time else {
      return inputs.lazy.compactMap { date($0.value) }.first
    }
    return joined(inputs)
  }

  /// A date as it is meant; a text that is no date stays a text.
  private static func date(_ value: MetadataValue) -> MetadataValue? {
    switch value {
    case .date: return value
    case .string(let text):
      let text = String(TextConverter.trimmed(text[...]))
      if let date = parse(text) { return .date(date) }
      // What has no digit is no date in any spelling.
      return text.utf8.contains { (0x30...0x39).contains($0) } ? .string(text) : nil
    case .integer(let year):
      return Int(exactly: year).flatMap { $0 > 0 && $0 < 10000 ? MetadataDate(year: $0) : nil }
        .map { .date($0) }
    case .list(let values): return values.lazy.compactMap { date($0) }.first
    case .record: return (value[part: "date"] ?? value[part: "year"]).flatMap { date($0) }
    default: return nil
    }
  }

  private static func parse(_ text: String) -> MetadataDate? {
    if let date = MetadataDate(iso8601: text) ?? MetadataDate(exif: text) { return date }
    guard text.hasSuffix(" UTC") || text.hasSuffix(" GMT") else { return nil }
    return MetadataDate(iso8601: text.dropLast(4) + "Z")
  }

  /// `TYER` (YYYY), `TDAT` (DDMM) and `TIME` (HHMM); a year that is more than a year stands alone.
  private static func joined(_ inputs: [FieldInput]) -> MetadataValue? {
    guard let year = text(.year, inputs) else { return nil }
    let whole = MetadataDate(
      year: year, dayMonth: text(.day, inputs), time: text(.time, inputs))
    return whole.map { .date($0) } ?? date(.string(year))
  }

  private static func text(_ part: FieldPart, _ inputs: [FieldInput]) -> String? {
    for input in inputs where input.part == part {
      guard let text = input.value.stringValue else { continue }
      let trimmed = TextConverter.trimmed(text[...])
      if !trimmed.isEmpty { return String(trimmed) }
    }
    return nil
  }
}
