/// The tables of genres by number: ID3v1's list with Winamp's extensions, `gnre` in iTunes files,
/// and the genre tree of Apple's stores.
///
/// Converts numbers to names, ID3v1's names to numbers, and the text of ID3 frames to names and
/// back.
package enum Genre {
  /// Returns the name for an ID3v1 number (0 to 191), or nil when none is assigned.
  package static func id3v1Name(_ number: Int) -> String? {
    number >= 0 && number < names.count ? names[number] : nil
  }

  /// Returns the ID3v1 number for a name, or nil when the name is not in the list.
  ///
  /// Case, spaces and punctuation are ignored, "and" matches "&", and spellings from other programs
  /// are recognised.
  package static func id3v1Number(_ name: String) -> Int? { numbers[folded(name)] }

  /// Returns the name for a `gnre` value in an iTunes file, which is the ID3v1 number plus one.
  package static func name(gnre value: Int) -> String? { value > 0 ? id3v1Name(value - 1) : nil }

  /// Returns the path, such as `Music|Blues`, of a `geID` in the genre tree of Apple's stores.
  package static func appleName(geID: Int) -> String? {
    guard let entry = appleTree[geID] else { return nil }
    return entry.parent.isEmpty ? String(entry.name) : "\(entry.parent)|\(entry.name)"
  }

  /// Returns a name without the characters that programs spell differently: only ASCII letters, in
  /// lower case, digits and characters outside ASCII remain, without the word "and".
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

  /// The names by number.
  private static let names: [String] = {
    var names: [String] = []
    names.reserveCapacity(192)
    for line in GenreTables.id3v1.utf8.split(separator: 0x0A) {
      let name = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x3B }
      names.append(String(Substring(name)))
    }
    return names
  }()

  /// The numbers by folded name, including all spellings.
  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, line) in GenreTables.id3v1.utf8.split(separator: 0x0A).enumerated() {
      for name in line.drop(while: { $0 != 0x20 }).dropFirst().split(separator: 0x3B) {
        numbers[folded(String(Substring(name)))] = number
      }
    }
    return numbers
  }()

  /// A genre in the tree of Apple's stores: its name, and the path of its parent, such as
  /// `Music|Blues`.
  private struct Entry: Sendable {
    let parent: Substring
    let name: Substring
  }

  /// The genres of Apple's stores by number.
  private static let appleTree: [Int: Entry] = {
    var tree: [Int: Entry] = [:]
    tree.reserveCapacity(2700)
    for line in GenreTables.apple.utf8.split(separator: 0x0A) {
      let parent = line.prefix { $0 != 0x3D }
      for member in line[parent.endIndex...].dropFirst().split(separator: 0x3B) {
        let digits = member.prefix { $0 != 0x20 }
        guard let number = Int(Substring(digits)) else { continue }
        tree[number] = Entry(
          parent: Substring(parent), name: Substring(member[digits.endIndex...].dropFirst()))
      }
    }
    return tree
  }()
}
