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

  private static func date(_ value: MetadataValue) -> MetadataValue? {
    switch value {
    case .date: return value
    case .string(let text):
      let text = String(TextConverter.trimmed(text[...]))
      return text.isEmpty ? nil : .string(text)
    case .integer(let year): return year > 0 ? .string(String(year)) : nil
    case .list(let values): return values.lazy.compactMap { date($0) }.first
    case .record: return (value[part: "date"] ?? value[part: "year"]).flatMap { date($0) }
    default: return nil
    }
  }

  /// `TYER` (YYYY), `TDAT` (DDMM) and `TIME` (HHMM): ID3v2.3 §4.2.1.
  private static func joined(_ inputs: [FieldInput]) -> MetadataValue? {
    guard let year = text(.year, inputs) else { return nil }
    guard year.utf8.count == 4, let number = Int(year) else { return .string(year) }
    guard let (day, month) = digits(text(.day, inputs)), (1...31).contains(day),
      (1...12).contains(month)
    else { return .string(year) }
    var date = "\(padded(number, 4))-\(padded(month))-\(padded(day))"
    if let (hour, minute) = digits(text(.time, inputs)), hour < 24, minute < 60 {
      date += "T\(padded(hour)):\(padded(minute))"
    }
    return .string(date)
  }

  private static func text(_ part: FieldPart, _ inputs: [FieldInput]) -> String? {
    for input in inputs where input.part == part {
      guard let text = input.value.stringValue else { continue }
      let trimmed = TextConverter.trimmed(text[...])
      if !trimmed.isEmpty { return String(trimmed) }
    }
    return nil
  }

  /// Four digits as two numbers.
  private static func digits(_ text: String?) -> (Int, Int)? {
    guard let text, text.utf8.count == 4, let first = Int(text.prefix(2)),
      let second = Int(text.suffix(2)), first >= 0, second >= 0
    else { return nil }
    return (first, second)
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
