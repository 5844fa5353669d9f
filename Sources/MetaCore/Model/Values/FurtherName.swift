internal import Synchronization

/// A name that no table of ours has, as a number, so that what carries it is copied and compared like a number.
///
/// Files can make only a few, for odd places of tags; others come from the code and the JSON of users. They stay for good, up to a
/// limit that only an attack on a long-lived process reaches; what comes after that has one name, `unknown`.
struct FurtherName: Sendable, Hashable {
  /// From 256 on: numbers below stand for the names of a table.
  let number: UInt32

  /// The name that was given this number.
  init(number: UInt32) { self.number = number }

  /// The number of a name, the same each time.
  init(_ name: String) { number = FurtherName.names.withLock { $0.number(of: name) } }

  /// The name.
  var text: String { FurtherName.names.withLock { $0.text(of: number) } }

  private static let names = Mutex(Table())

  /// Names and their numbers.
  struct Table: Sendable {
    private static let first: UInt32 = 256
    private static let most = 1 << 14
    /// How long all names may be together, in bytes.
    private static let mostBytes = 1 << 20

    private var texts = ["unknown"]
    private var numbers = ["unknown": Table.first]
    private var bytes = 0

    mutating func number(of name: String) -> UInt32 {
      if let known = numbers[name] { return known }
      let size = name.utf8.count
      guard texts.count < Table.most, size <= Table.mostBytes - bytes else { return Table.first }
      let number = Table.first + UInt32(clamping: texts.count)
      bytes += size
      numbers[name] = number
      texts.append(name)
      return number
    }

    func text(of number: UInt32) -> String {
      let index = Int(number) - Int(Table.first)
      return texts.indices.contains(index) ? texts[index] : ""
    }
  }
}
