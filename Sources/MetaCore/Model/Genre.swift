/// Genres by number: ID3v1's list with Winamp's extensions, `gnre` of iTunes files, and the genre tree of Apple's stores.
public enum Genre {
  /// The name of an ID3v1 number 0 to 191, or nil when none is assigned.
  public static func id3v1Name(_ number: Int) -> String? {
    number >= 0 && number < list.names.count ? list.names[number] : nil
  }

  /// The ID3v1 number of a name, or nil when the list does not have it.
  ///
  /// Case, blanks, punctuation and an "and" for "&" do not count, and the spellings of other programs are known.
  public static func id3v1Number(_ name: String) -> Int? { list.numbers[folded(name)] }

  /// The name of a `gnre` value of an iTunes file, which is the ID3v1 number plus one.
  public static func name(gnre value: Int) -> String? { value > 0 ? id3v1Name(value - 1) : nil }

  /// The place of a `geID` in the genre tree of Apple's stores: `Music|Blues`.
  public static func appleName(geID: Int) -> String? {
    guard let entry = appleTree[geID] else { return nil }
    return entry.parent.isEmpty ? String(entry.name) : "\(entry.parent)|\(entry.name)"
  }

  /// A name without what programs spell differently: letters and digits only, in lower case, no "and".
  static func folded(_ name: String) -> String {
    var folded: [UInt8] = []
    for word in name.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x26 || $0 == 0x2F }) {
      let letters = word.compactMap { byte -> UInt8? in
        switch byte {
        case 0x41...0x5A: byte + 0x20
        case 0x61...0x7A, 0x30...0x39, 0x80...0xFF: byte
        default: nil
        }
      }
      if letters != [0x61, 0x6E, 0x64] { folded += letters }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  private struct List: Sendable {
    var names: [String] = []
    var numbers: [String: Int] = [:]
  }

  private static let list: List = {
    var list = List()
    for (number, line) in GenreTables.id3v1.split(separator: "\n").enumerated() {
      let names = line.drop { $0 != " " }.dropFirst().split(separator: ";")
      for name in names { list.numbers[folded(String(name))] = number }
      list.names.append(names.first.map(String.init) ?? "")
    }
    return list
  }()

  private struct Entry: Sendable {
    let parent: Substring
    let name: Substring
  }

  private static let appleTree: [Int: Entry] = {
    var tree: [Int: Entry] = [:]
    tree.reserveCapacity(2700)
    for line in GenreTables.apple.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      for member in parts.last?.split(separator: ";") ?? [] {
        let entry = member.split(separator: " ", maxSplits: 1)
        guard let number = entry.first.flatMap({ Int($0) }), let name = entry.last else { continue }
        tree[number] = Entry(parent: parts.first ?? "", name: name)
      }
    }
    return tree
  }()
}
