/// One field of the converted view: a name, a fixed type, and its keys in every key space.
public struct Field: Sendable, Hashable {
  /// What the values of a field are.
  public enum Kind: Sendable, Hashable {
    /// Text.
    case text
    /// A whole number.
    case integer
    /// A number, whole or not.
    case number
    /// Yes or no.
    case boolean
    /// Number and count.
    case pair
    /// A date as far as it is given, as ISO 8601 writes it.
    case date
    /// A place, as ISO 6709 writes it.
    case location
    /// Pictures; they are no part of the converted view but stand for themselves.
    case artwork
    /// Chapters; likewise.
    case chapters
    /// Text with times; it stands among the items only.
    case timedText
  }

  /// Its place in the table.
  let number: Int
  /// The name: `title`, `albumArtist`, `musicBrainzReleaseID`.
  public let name: String
  /// What its values are.
  public let kind: Kind
  /// Whether it has a list of values, even where there is one.
  public let isList: Bool

  init(number: Int, name: String, kind: Kind, isList: Bool) {
    self.number = number
    self.name = name
    self.kind = kind
    self.isList = isList
  }

  /// Whether both are the same row.
  public static func == (left: Field, right: Field) -> Bool { left.number == right.number }

  /// Hashes the place in the table.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Field {
  /// Every field, in the order in which `dump` shows them.
  public static var all: [Field] { FieldTable.standard.fields }

  /// The field of a name or alias, without regard to case; nil when there is none.
  public static func named(_ text: String) -> Field? {
    let wanted = text.lowercased()
    return all.first { $0.name.lowercased() == wanted }
      ?? all.first { $0.aliases.contains { $0.lowercased() == wanted } }
  }

  /// The type of its value in JSON: `string`, `number`, `boolean`, `object`, or an array of one.
  public var jsonType: String {
    let type =
      switch kind {
      case .text, .date, .location, .timedText: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .pair, .artwork, .chapters: "object"
      }
    return isList || kind == .artwork || kind == .chapters ? "array of \(type)" : type
  }

  /// Other names by which it is found.
  public var aliases: [String] {
    column(3).split(separator: ",").map(String.init)
  }

  /// What it is.
  public var summary: String { column(5) }

  /// The key that all key spaces share, where there is one.
  public var commonKey: CommonKey? {
    let text = column(2)
    return text.isEmpty ? nil : CommonKey(rawValue: text)
  }

  /// Its keys, by key space in the order of the table; the first of each is the one that is written.
  ///
  /// Keys are as people write them: `©nam`, `TXXX:BARCODE`, `com.apple.iTunes.LABEL`.
  public var keys: [(space: KeySpace, keys: [String])] {
    var result: [(space: KeySpace, keys: [String])] = []
    for key in tableKeys {
      if result.last?.space == key.space {
        result[result.count - 1].keys.append(key.name)
      } else {
        result.append((key.space, [key.name]))
      }
    }
    return result
  }

  private func column(_ index: Int) -> String {
    let table = FieldTable.standard
    return table.string(table.column(index, of: table.rows[number]))
  }

  /// One key of a field, read back from its row.
  struct TableKey {
    let space: KeySpace
    /// The key as people write it.
    let name: String
    let rank: UInt8
    let part: FieldPart
  }

  /// The keys of the row, in its order.
  var tableKeys: [TableKey] {
    let table = FieldTable.standard
    var cursor = FieldKeyCursor(table.text, table.column(4, of: table.rows[number]))
    var keys: [TableKey] = []
    while let key = cursor.next() {
      let space =
        key.space > KeySpace.id3.ordinal && key.space >= SubKey.userText.rawValue
        ? KeySpace.id3 : KeySpace.known.first { $0.ordinal == key.space } ?? .common
      keys.append(
        TableKey(
          space: space, name: Field.wholeKey(table.string(key.written), in: space),
          rank: key.rank, part: key.part))
    }
    return keys
  }

  private static func wholeKey(_ written: String, in space: KeySpace) -> String {
    switch space {
    case .iTunesLong where !written.hasPrefix("com.") && !written.hasPrefix("org."):
      "com.apple.iTunes." + written
    case .aiff where written == "(c)": "(c) "
    case .iTunes where written.count == 3: written + " "
    default: written
    }
  }
}

extension Field.Kind {
  init(rowText: ArraySlice<UInt8>) {
    let wanted = packedWord(rowText)
    self = Field.Kind.names.first { $0.word == wanted }?.kind ?? .text
  }

  private static let names: [(word: UInt64, kind: Field.Kind)] = spelled.map {
    (packedWord($0.name.utf8), $0.kind)
  }

  private static let spelled: [(name: String, kind: Field.Kind)] = [
    ("text", .text), ("texts", .text), ("integer", .integer), ("number", .number),
    ("boolean", .boolean), ("pair", .pair), ("date", .date), ("location", .location),
    ("artwork", .artwork), ("chapters", .chapters), ("timedText", .timedText),
  ]
}
