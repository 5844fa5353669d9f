internal import Synchronization

/// A name that no table of ours has, as a number, so that what carries it is copied and compared like a number.
///
/// Files can make only a few, for odd places of tags; others come from the code and the JSON of users. All stay for good.
struct FurtherName: Sendable, Hashable {
  /// From 256 on: numbers below stand for the names of a table.
  let number: UInt32

  /// The name that was given this number.
  init(number: UInt32) { self.number = number }

  /// The number of a name, the same each time.
  init(_ name: String) {
    number = FurtherName.names.withLock { names in
      if let known = names.numbers[name] { return known }
      let number = FurtherName.first + UInt32(clamping: names.texts.count)
      names.numbers[name] = number
      names.texts.append(name)
      return number
    }
  }

  /// The name.
  var text: String {
    FurtherName.names.withLock { names in
      let index = Int(number) - Int(FurtherName.first)
      return names.texts.indices.contains(index) ? names.texts[index] : ""
    }
  }

  private static let first: UInt32 = 256

  private struct Names {
    var texts: [String] = []
    var numbers: [String: UInt32] = [:]
  }

  private static let names = Mutex(Names())
}
