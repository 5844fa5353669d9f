internal import Synchronization

/// The name of a key space, metadata container or data type that is not in the table of its type,
/// interned as a number, so that a type that stores it can be copied and compared like a number.
///
/// Files can create only a few names, for unusual structure paths; other names come from code and
/// from users' JSON. Names are never freed; beyond a limit that only an attack on a long-lived
/// process can reach, all new names become `unknown`.
struct InternedName: Sendable, Hashable {
  /// The number, 256 or higher; lower numbers denote names in a table.
  let number: UInt32

  /// Creates the name with the given number.
  init(number: UInt32) { self.number = number }

  /// Interns a name; the same name always gets the same number.
  init(_ name: String) { number = InternedName.names.withLock { $0.number(of: name) } }

  /// The name.
  var text: String { InternedName.names.withLock { $0.text(of: number) } }

  private static let names = Mutex(Table())

  /// The interned names in the process, each with its number; protected by a lock.
  struct Table: Sendable {
    private static let first: UInt32 = 256
    private static let maxNames = 1 << 14
    /// The limit for the total length of all names, in bytes.
    private static let maxBytes = 1 << 20

    private var texts = ["unknown"]
    private var numbers = ["unknown": Table.first]
    private var bytes = 0

    /// Returns the number of a name, which is added if it is new.
    mutating func number(of name: String) -> UInt32 {
      if let known = numbers[name] { return known }
      let size = name.utf8.count
      guard texts.count < Table.maxNames, size <= Table.maxBytes - bytes else { return Table.first }
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
