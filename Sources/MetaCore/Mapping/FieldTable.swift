/// The rows of ``Field`` as a table: fields in their order, and an index from keys to them.
///
/// Built once, on first use, in one pass over the row text.
struct FieldTable: Sendable {
  static let standard = FieldTable(FieldTable.sections)

  /// The row text as bytes.
  let text: [UInt8]
  /// The fields, in the order of their rows.
  private(set) var fields: [Field] = []
  /// Where each row stands in the text.
  private(set) var rows: [Range<Int>] = []
  /// From keys to fields.
  private(set) var keys: KeyIndex

  init(_ sections: [String]) {
    var text: [UInt8] = []
    text.reserveCapacity(sections.reduce(0) { $0 + $1.utf8.count })
    for section in sections { text.append(contentsOf: section.utf8) }
    self.text = text
    keys = KeyIndex(text, capacity: 1500)
    fields.reserveCapacity(256)
    var start = 0
    while let end = FieldTable.position(of: UInt8(ascii: "\n"), in: text, start..<text.count) {
      add(start..<end)
      start = end + 1
    }
  }

  private mutating func add(_ row: Range<Int>) {
    let name = column(0, of: row)
    let kind = column(1, of: row)
    let number = fields.count
    fields.append(
      Field(
        number: number, name: string(name), kind: Field.Kind(rowText: text[kind]),
        isList: text[kind].last == UInt8(ascii: "s") && text[kind].first == UInt8(ascii: "t")))
    rows.append(row)
    var cursor = FieldKeyCursor(text, column(4, of: row))
    while let key = cursor.next() { index(key, of: UInt16(number)) }
  }

  private mutating func index(_ key: FieldKeyCursor.Key, of field: UInt16) {
    let bytes = text[key.name]
    let space = key.space
    // Frames and atoms are found by number, everything else by its text.
    let code = FieldTable.code(bytes, in: space)
    let hash = code.map { KeyIndex.hash(space, $0) } ?? KeyIndex.hash(space, bytes)
    keys.insert(
      KeyIndex.Entry(
        hash: hash, text: code == nil ? key.name : 0..<0, target: field, rank: key.rank,
        part: key.part.rawValue, next: -1))
  }

  /// A key of the row text as a number, in key spaces whose keys are codes.
  static func code(_ bytes: ArraySlice<UInt8>, in space: UInt8) -> UInt32? {
    switch space {
    case KeySpace.id3.ordinal: return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    case KeySpace.iTunes.ordinal, KeySpace.quickTimeUserData.ordinal,
      KeySpace.isoUserData.ordinal:
      break
    default: return nil
    }
    var code: UInt32 = 0
    var count = 0
    // The only character beyond ASCII is ©, whose second UTF-8 byte is the byte of the code.
    for byte in bytes where byte != 0xC2 {
      code = code << 8 | UInt32(byte)
      count += 1
    }
    return count == 3 ? code << 8 | 0x20 : code
  }

  // MARK: Columns

  /// The bytes of column `index` of a row: name, kind, common key, aliases, keys, description.
  func column(_ index: Int, of row: Range<Int>) -> Range<Int> {
    var start = row.lowerBound
    for _ in 0..<index {
      guard let bar = FieldTable.position(of: UInt8(ascii: "|"), in: text, start..<row.upperBound)
      else { return row.upperBound..<row.upperBound }
      start = bar + 1
    }
    let end = FieldTable.position(of: UInt8(ascii: "|"), in: text, start..<row.upperBound)
    return start..<(end ?? row.upperBound)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  private static func position(of byte: UInt8, in text: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if text[index] == byte { return index }
      index += 1
    }
    return nil
  }
}

/// Reads the key column of a row from left to right.
struct FieldKeyCursor {
  /// One key of the column.
  struct Key {
    /// The number of the key space, or of the kind of sub-key (``KeyIndex/SubKey``).
    let space: UInt8
    /// The key as it is indexed: without the frame before a colon, for sub-keys.
    let name: Range<Int>
    /// The key as it is written in the row.
    let written: Range<Int>
    let rank: UInt8
    let part: FieldPart
  }

  private let text: [UInt8]
  private let end: Int
  private var position: Int
  private var space: UInt8 = 0
  private var rank: UInt8 = 0

  init(_ text: [UInt8], _ column: Range<Int>) {
    self.text = text
    position = column.lowerBound
    end = column.upperBound
  }

  mutating func next() -> Key? {
    skipSpaces()
    guard position < end else { return nil }
    if space == 0 { space = takeKeySpace() }
    var mark: Int?
    var colon: Int?
    let start = position
    while position < end, !isSeparator(text[position]) {
      if text[position] == UInt8(ascii: "#") { mark = position }
      if text[position] == UInt8(ascii: ":"), colon == nil { colon = position }
      position += 1
    }
    var stop = position
    while stop > start, text[stop - 1] == UInt8(ascii: " ") { stop -= 1 }
    let part = mark.map { FieldPart(rowText: text[($0 + 1)..<stop]) } ?? .whole
    let key = makeKey(start..<(mark ?? stop), colon: colon, part: part)
    passSeparator()
    return key
  }

  private func makeKey(_ written: Range<Int>, colon: Int?, part: FieldPart) -> Key {
    if space == KeySpace.id3.ordinal, let colon, colon < written.upperBound {
      return Key(
        space: SubKey(frame: text[written.lowerBound..<colon]).rawValue,
        name: (colon + 1)..<written.upperBound, written: written, rank: rank, part: part)
    }
    return Key(space: space, name: written, written: written, rank: rank, part: part)
  }

  private mutating func takeKeySpace() -> UInt8 {
    let start = position
    while position < end, text[position] != UInt8(ascii: "=") { position += 1 }
    let prefix = text[start..<position]
    position += 1
    return KeySpace.ordinal(rowText: prefix)
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      || byte == UInt8(ascii: "+")
  }

  private mutating func passSeparator() {
    guard position < end else { return }
    switch text[position] {
    case UInt8(ascii: ","): rank += 1
    case UInt8(ascii: ";"):
      rank = 0
      space = 0
    default: break
    }
    position += 1
  }

  private mutating func skipSpaces() {
    while position < end, text[position] == UInt8(ascii: " ") { position += 1 }
  }
}
