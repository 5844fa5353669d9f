internal import MetaCore

/// Converts metadata values to text for users, in `get`, `diff`, templates and the text form of a
/// dump.
enum ValueText {
  /// Returns one line for each value.
  static func lines(_ value: MetadataValue) -> [String] {
    singles(value).map(line)
  }

  /// Returns the values of a list, or the value itself.
  static func singles(_ value: MetadataValue) -> [MetadataValue] {
    if case .list(let values) = value { values } else { [value] }
  }

  /// Returns the whole value on one line.
  static func line(_ value: MetadataValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .real(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.description
    case .pair(let pair): self.pair(pair)
    case .data(let data): "(\(data.count) bytes)"
    case .list(let values): values.map(line).joined(separator: "; ")
    case .record(let parts):
      parts.map { "\($0.name)=\(line($0.value))" }.joined(separator: ", ")
    }
  }

  /// Returns the number with its count, such as `3/12`, `3`, or `A1` for the side of a record.
  private static func pair(_ pair: NumberPair) -> String {
    let number = pair.label ?? pair.number.map(String.init) ?? ""
    return pair.count.map { "\(number)/\($0)" } ?? number
  }
}
