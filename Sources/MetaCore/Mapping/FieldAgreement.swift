/// Whether two places of a file say the same of a field, as far as each can say it.
enum FieldAgreement {
  static func agree(_ left: FieldReading, _ right: FieldReading, isLimited: Bool) -> Bool {
    if left.value == right.value { return true }
    switch (left.value, right.value) {
    case (.pair(let left), .pair(let right)): return agree(left, right)
    case (.real, _), (.integer, _): return agree(number: left.value, right.value)
    default: break
    }
    let (first, second) = (texts(left.value), texts(right.value))
    if isLimited || left.field.kind == .date { return isBeginning(first, of: second) }
    return Set(first) == Set(second)
  }

  private static func agree(_ left: NumberPair, _ right: NumberPair) -> Bool {
    let number = left.number == nil || right.number == nil || left.number == right.number
    return number && (left.count == nil || right.count == nil || left.count == right.count)
  }

  private static func agree(number left: MetadataValue, _ right: MetadataValue) -> Bool {
    guard let left = ScalarConverter.number(left), let right = ScalarConverter.number(right)
    else { return false }
    return abs(left - right) <= 0.01 * max(abs(left), abs(right))
  }

  /// Whether one is what is left of the other when it is cut off, or given less precisely.
  private static func isBeginning(_ left: [String], of right: [String]) -> Bool {
    guard let first = left.first, let second = right.first else { return true }
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    return zip(short, long).allSatisfy { $0 == $1 || !$0.isASCII || !$1.isASCII || $0 == "?" }
  }

  private static func texts(_ value: MetadataValue) -> [String] {
    switch value {
    case .string(let text): [String(TextConverter.trimmed(text[...]))]
    case .list(let values): values.flatMap(texts)
    case .date(let date): [date.description]
    default: []
    }
  }
}
