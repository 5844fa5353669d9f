/// Values one after another, equal neighbours counted, as the tables of samples have them.
struct Runs<Value: Hashable & Sendable>: Sendable, Hashable {
  /// Equal values that follow on each other.
  struct Run: Sendable, Hashable {
    var count: Int
    var value: Value
  }

  private(set) var runs: [Run] = []
  /// How many values there are.
  private(set) var count = 0

  /// Adds a value so many times.
  mutating func append(_ value: Value, count more: Int = 1) {
    guard more > 0 else { return }
    count += more
    if let last = runs.last, last.value == value {
      runs[runs.count - 1].count += more
    } else {
      runs.append(Run(count: more, value: value))
    }
  }

  /// Puts another value in the place of the last.
  mutating func replaceLast(with value: Value) {
    guard let last = runs.last else { return }
    count -= 1
    if last.count > 1 { runs[runs.count - 1].count -= 1 } else { runs.removeLast() }
    append(value)
  }

  /// The values in a range; those behind the last are left out.
  func part(_ range: Range<Int>) -> Runs {
    var part = Runs()
    var start = 0
    for run in runs {
      guard start < range.upperBound else { break }
      let kept = (start..<(start + run.count)).clamped(to: range)
      part.append(run.value, count: kept.count)
      start += run.count
    }
    return part
  }
}
