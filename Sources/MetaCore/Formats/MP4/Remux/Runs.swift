/// One value per sample, with run-length encoding as in the sample tables `stts`, `ctts` and
/// `sbgp`.
///
/// Even the samples of several hours of audio have few different values, so memory and time depend
/// on the number of runs, not on the number of samples.
struct Runs<Value: Hashable & Sendable>: Sendable, Hashable {
  /// A value, and the number of consecutive samples that have it.
  struct Run: Sendable, Hashable {
    var count: Int
    var value: Value
  }

  /// The runs, in order; adjacent runs have different values.
  private(set) var runs: [Run] = []
  /// The total number of values.
  private(set) var count = 0

  /// Appends a value `more` times.
  mutating func append(_ value: Value, count more: Int = 1) {
    guard more > 0 else { return }
    count += more
    if let last = runs.last, last.value == value {
      runs[runs.count - 1].count += more
    } else {
      runs.append(Run(count: more, value: value))
    }
  }

  /// Replaces the last value.
  mutating func replaceLast(with value: Value) {
    guard let last = runs.last else { return }
    count -= 1
    if last.count > 1 { runs[runs.count - 1].count -= 1 } else { runs.removeLast() }
    append(value)
  }

  /// Returns at most the first `count` values.
  func prefix(_ count: Int) -> Runs {
    var cursor = Cursor(self)
    return cursor.nextValues(count)
  }

  /// The individual values.
  var values: some Sequence<Value> {
    runs.lazy.flatMap { repeatElement($0.value, count: $0.count) }
  }

  /// A position in the values, from which they are taken in order, several at a time, without
  /// searching from the start each time.
  struct Cursor {
    private let runs: [Run]
    /// The index of the current run.
    private var next = 0
    /// The number of values taken from the current run.
    private var consumed = 0

    init(_ runs: Runs) { self.runs = runs.runs }

    /// Takes the next values, or fewer at the end.
    mutating func nextValues(_ count: Int) -> Runs {
      var part = Runs()
      while part.count < count, next < runs.count {
        let step = min(count - part.count, runs[next].count - consumed)
        part.append(runs[next].value, count: step)
        consumed += step
        if consumed == runs[next].count { (next, consumed) = (next + 1, 0) }
      }
      return part
    }
  }
}
