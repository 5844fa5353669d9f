internal import MetaCore

/// A comparison in the expression of `--where`, such as `year < 2000`: an operand, a relation, and
/// the value to compare with.
struct Comparison: Sendable, Hashable {
  /// The operator between the operand and the value.
  ///
  /// Longer operators come first, because they are matched in this order.
  enum Relation: String, Sendable, Hashable, CaseIterable {
    case contains, matches
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
  }

  /// The value after the operator, converted to the type of the operand, so that numbers and dates
  /// are not compared as text.
  enum ExpectedValue: Sendable, Hashable {
    /// Text in lower case, and the number that it represents, if any.
    case text(String, Double?)
    case number(Double)
    case boolean(Bool)
    case date(MetadataDate)
    case pair(NumberPair)
    /// The index of a regular expression.
    case pattern(Int)
  }

  let operand: Operand
  let relation: Relation
  /// The value after the operator.
  let expected: ExpectedValue

  /// Returns whether a value satisfies a name without a comparison: a flag must be true, a count
  /// must not be zero, and text must not be empty.
  static func isPresent(_ value: MetadataValue, _ operand: Operand) -> Bool {
    switch (operand.kind, value) {
    case (.count, _): value.integerValue ?? 0 > 0
    case (.boolean, .boolean(let flag)): flag
    case (_, .string(let text)): !text.isEmpty
    default: true
    }
  }

  /// Returns whether one of the values matches, or, for `!=`, whether no value equals the given
  /// value.
  func matches(for values: [MetadataValue], _ patterns: [Regex<AnyRegexOutput>]) -> Bool {
    if relation == .notEqual { return !values.contains { matches(.equal, $0, patterns) } }
    return values.contains { matches(relation, $0, patterns) }
  }

  /// Returns whether a value, or an element of a list, has the relation to the expected value.
  private func matches(
    _ relation: Relation, _ value: MetadataValue, _ patterns: [Regex<AnyRegexOutput>]
  ) -> Bool {
    // Items may contain lists.
    if case .list(let values) = value {
      return values.contains { matches(relation, $0, patterns) }
    }
    switch expected {
    case .pattern(let number):
      guard patterns.indices.contains(number) else { return false }
      return (try? patterns[number].firstMatch(in: ValueText.line(value))) != nil
    case .text(let text, let number):
      let line = ValueText.line(value).lowercased()
      if relation == .contains { return line.contains(text) }
      if let number, let other = Comparison.number(value) {
        return matches(relation, other, number)
      }
      return matches(relation, line, text)
    case .number(let number):
      return Comparison.number(value).map { matches(relation, $0, number) } ?? false
    case .boolean(let flag): return (value.integerValue ?? 0 != 0) == flag
    case .date(let date):
      guard case .date(let fileDate) = value else { return false }
      return matches(relation, DateOrder.order(fileDate, date), 0)
    case .pair(let pair):
      guard case .pair(let filePair) = value else { return false }
      return matches(relation, filePair, pair)
    }
  }

  /// Returns whether the relation holds between two comparable values.
  private func matches<Value: Comparable>(
    _ relation: Relation, _ value: Value, _ other: Value
  ) -> Bool {
    switch relation {
    case .equal: value == other
    case .notEqual: value != other
    case .less: value < other
    case .lessOrEqual: value <= other
    case .greater: value > other
    case .greaterOrEqual: value >= other
    case .contains, .matches: false
    }
  }

  /// Compares the labels if `pair` has one; otherwise, the numbers first, then the counts, if
  /// `pair` has them.
  private func matches(_ relation: Relation, _ filePair: NumberPair, _ pair: NumberPair) -> Bool {
    if let label = pair.label {
      return filePair.label.map { matches(relation, $0.lowercased(), label.lowercased()) } ?? false
    }
    let (numbers, counts) = ([filePair.number, filePair.count], [pair.number, pair.count])
    for (value, other) in zip(numbers, counts) {
      guard let other else { continue }
      guard let value else { return false }
      if value != other { return matches(relation, value, other) }
    }
    return matches(relation, 0, 0)
  }

  /// Returns the number that a value is or represents as text.
  private static func number(_ value: MetadataValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .real(let number): number
    case .string(let text): Double(text)
    case .pair(let pair): pair.number.map { Double($0) }
    default: nil
    }
  }
}

/// Compares dates, each of which may have only a year, a day, or a time.
enum DateOrder {
  /// Returns a negative number if `date` is before `reference`, a positive number if it is after
  /// it, and 0 if it is within it.
  ///
  /// 1999-04-01 is within 1999, but 1999 is before 1999-04-01, because it is unknown whether it is
  /// within that day.
  static func order(_ date: MetadataDate, _ reference: MetadataDate) -> Int {
    if reference.minute != nil, let value = date.unixEpochSeconds,
      let other = reference.unixEpochSeconds
    {
      let end = other + (reference.second == nil ? 60 : 1)
      return value < other ? -1 : value < end ? 0 : 1
    }
    for (value, other) in zip(parts(date), parts(reference)) {
      guard let other else { return 0 }
      guard let value else { return -1 }
      if value != other { return value < other ? -1 : 1 }
    }
    return 0
  }

  private static func parts(_ date: MetadataDate) -> [Int?] {
    [date.year, date.month, date.day, date.hour, date.minute, date.second]
  }
}
