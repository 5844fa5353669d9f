/// Converts stored values to pairs of number and total: `8/10`, `trkn` and `disk` pairs, single
/// numbers, and record sides such as "A1".
enum PairConverter {
  /// Returns a value as a pair; zero means "not given".
  ///
  /// Nil if no number, total or label remains.
  static func pair(_ value: MetadataValue) -> NumberPair? {
    switch value {
    case .pair(let pair): normalised(pair)
    case .integer(let number): number > 0 ? NumberPair(number: Int(exactly: number)) : nil
    case .string(let text): parse(text)
    case .list(let values): values.first.flatMap(pair)
    case .record: value[part: "number"].flatMap(pair)
    default: nil
    }
  }

  /// Returns the pair without zeros; nil if nothing remains.
  private static func normalised(_ pair: NumberPair) -> NumberPair? {
    let number = pair.number.flatMap { $0 > 0 ? $0 : nil }
    let count = pair.count.flatMap { $0 > 0 ? $0 : nil }
    guard number != nil || count != nil || pair.label != nil else { return nil }
    return NumberPair(number: number, count: count, label: pair.label)
  }

  /// Parses `8`, `8/10`, `/10`, and labels such as `A1`; any other text before a slash is a label.
  static func parse(_ text: String) -> NumberPair? {
    if let pair = plain(text.utf8.span) { return normalised(pair) }
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map(TextConverter.trimmed)
    guard let first = halves.first else { return nil }
    let count = halves.count > 1 ? Int(halves[1]) : nil
    if let number = Int(first) {
      return normalised(NumberPair(number: number, count: count))
    }
    return normalised(
      NumberPair(number: nil, count: count, label: first.isEmpty ? nil : String(first)))
  }

  /// Parses a pair that consists only of digits and a slash, the most frequent form; nil for other
  /// text.
  private static func plain(_ text: Span<UInt8>) -> NumberPair? {
    // Numbers of fewer than 16 digits cannot overflow.
    guard text.count < 16 else { return nil }
    var numbers: (Int?, Int?)
    var isCount = false
    for index in text.indices {
      switch text[index] {
      case 0x30...0x39:
        let digit = Int(text[index] - 0x30)
        if isCount {
          numbers.1 = (numbers.1 ?? 0) * 10 + digit
        } else {
          numbers.0 = (numbers.0 ?? 0) * 10 + digit
        }
      case UInt8(ascii: "/") where !isCount: isCount = true
      default: return nil
      }
    }
    return NumberPair(number: numbers.0, count: numbers.1)
  }
}

/// Collects the values of one pair field (track, disc), whose number and total may be under
/// separate keys, and combines them into one pair.
struct PairReading {
  private var result = NumberPair(number: nil)

  /// Adds a value; returns false if it contradicts the previous values.
  @discardableResult
  mutating func add(_ input: FieldInput) -> Bool {
    guard let pair = PairConverter.pair(input.value) else { return true }
    if input.part == .count {
      result.count = result.count ?? pair.count ?? pair.number
      return result.count == pair.count ?? pair.number
    }
    result.number = result.number ?? pair.number
    result.label = result.label ?? pair.label
    result.count = result.count ?? pair.count
    return (pair.number == nil || result.number == pair.number)
      && (pair.count == nil || result.count == pair.count)
  }

  /// The collected pair; nil if no value was usable.
  var value: MetadataValue? {
    let isEmpty = result.number == nil && result.count == nil && result.label == nil
    return isEmpty ? nil : .pair(result)
  }
}
