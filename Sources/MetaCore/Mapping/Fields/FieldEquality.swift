/// Compares two values of one field, such as those in `©nam` and `TIT2`, to the extent that the
/// container of the second can represent them.
///
/// ``MetadataView`` reports differences as conflicts; edits leave values unchanged that are equal
/// in this sense.
enum FieldEquality {
  /// Whether two readings agree; `other` is from `keySpace`, whose limits are taken into account.
  static func agree(
    _ reading: FieldReading, _ other: FieldReading, in keySpace: KeySpace
  ) -> Bool {
    if reading.value == other.value { return true }
    switch (reading.value, other.value) {
    case (.pair(let left), .pair(let right)): return agree(left, right)
    case (.boolean, .boolean): return false
    case (.integer, .integer) where reading.field.form != .rating: return false
    case (.real, _), (.integer, _): return agree(number: reading.value, other.value)
    case (.string(let left), .string(let right)) where other.field.form == .location:
      return LocationConverter.agree(left, right)
    default: break
    }
    let (first, second) = (texts(reading.value), texts(other.value))
    if keySpace.holdsOneText, second.count == 1, first.first == second.first { return true }
    if keySpace.isLimited || reading.field.kind == .date { return isBeginning(first, of: second) }
    return Set(first) == Set(second)
  }

  /// Whether two pairs agree in the parts that both have.
  private static func agree(_ left: NumberPair, _ right: NumberPair) -> Bool {
    let number = left.number == nil || right.number == nil || left.number == right.number
    return number && (left.count == nil || right.count == nil || left.count == right.count)
  }

  /// Whether two numbers agree to within one per cent, since containers store ratings and fractions
  /// with different precision.
  private static func agree(number left: MetadataValue, _ right: MetadataValue) -> Bool {
    guard let left = ScalarConverter.number(left), let right = ScalarConverter.number(right)
    else { return false }
    return abs(left - right) <= 0.01 * max(abs(left), abs(right))
  }

  /// Whether the first string of either is a truncated or less precise form of the other's; a
  /// character outside ASCII matches any character, and so does `?` in the shorter string.
  private static func isBeginning(_ left: [String], of right: [String]) -> Bool {
    guard let first = left.first, let second = right.first else { return true }
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    return zip(short, long).allSatisfy { $0 == $1 || !$0.isASCII || !$1.isASCII || $0 == "?" }
  }

  /// Returns the strings in a value for comparison.
  private static func texts(_ value: MetadataValue) -> [String] {
    switch value {
    case .string(let text): [String(TextConverter.trimmed(text[...]))]
    case .list(let values): values.flatMap(texts)
    case .date(let date): [date.description]
    default: []
    }
  }
}
