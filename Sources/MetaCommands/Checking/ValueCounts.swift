/// The distinct values of a property across files, such as the album artists of an album, each with
/// the files that have it, the most frequent first.
struct ValueCounts<Value: Hashable> {
  /// A value, and the indices of the files that have it.
  typealias Group = (value: Value, files: [Int])

  private(set) var groups: [Group] = []

  /// Groups files by value; files whose `value` is nil are ignored.
  init(_ files: [Int], _ value: (Int) -> Value?) {
    var places: [Value: Int] = [:]
    for file in files {
      guard let value = value(file) else { continue }
      if let place = places[value] {
        groups[place].files.append(file)
      } else {
        places[value] = groups.count
        groups.append((value, [file]))
      }
    }
    groups.sort { left, right in
      (right.files.count, left.files.first ?? 0) < (left.files.count, right.files.first ?? 0)
    }
  }

  /// Whether the files have different values.
  var isUnequal: Bool { groups.count > 1 }

  /// The files that deviate from the most frequent value; all files if there is no single most
  /// frequent one.
  var deviating: [Int] {
    guard groups.count > 1 else { return [] }
    let hasMajority = groups[0].files.count > groups[1].files.count
    return groups.dropFirst(hasMajority ? 1 : 0).flatMap(\.files).sorted()
  }

  /// The value shared by at least two files and two thirds of all, if any.
  var majority: Value? {
    guard let first = groups.first, first.files.count >= 2 else { return nil }
    let all = groups.reduce(0) { $0 + $1.files.count }
    return first.files.count * 3 >= all * 2 ? first.value : nil
  }

  /// Returns the most frequent values with their file counts, such as
  /// `“A” in 3 files, “B” in 1 file`.
  ///
  /// `describe` formats a value.
  func sentence(_ describe: (Value) -> String) -> String {
    let shown = groups.prefix(ValueCounts.maxShown).map { group in
      "\(describe(group.value)) in \(group.files.count.files)"
    }
    let rest = groups.dropFirst(ValueCounts.maxShown).reduce(0) { $0 + $1.files.count }
    return (shown + (rest > 0 ? ["others in \(rest.files)"] : [])).joined(separator: ", ")
  }

  /// The maximum number of values in a message.
  private static var maxShown: Int { 4 }
}
