internal import Synchronization

/// The fields in order, and an index that maps keys to fields.
///
/// Names, forms and the index are generated constants; everything else is parsed from ``sections``
/// on demand.
enum FieldTable {
  /// The fields, in the order of their rows.
  static let fields: [Field] = names.indices.map { Field(number: $0) }

  /// Maps keys to fields.
  static let keys = KeyIndex(
    hashes: keyHashes, values: keyValues, texts: keyTexts, starts: keyStarts, sections: sections)

  /// One parsed row of the field table: the name, form, aliases, keys and description of a field.
  struct Row {
    let name: String
    let form: Field.Form
    let isList: Bool
    let commonKey: String
    let aliases: [String]
    let keys: [FieldKey]
    let summary: String
  }

  /// All parsed rows; only commands that show the table need them.
  static let rows: [Row] = lines.compactMap { row(of: $0) }

  /// Returns the row with the given number, parsed on demand, because parsing all rows takes longer
  /// than an edit.
  static func row(_ number: Int) -> Row? {
    known.withLock { known in
      if known.isEmpty { known = Array(repeating: nil, count: names.count) }
      if let row = known[number] { return row }
      known[number] = line(number).flatMap { row(of: $0) }
      return known[number]
    }
  }

  /// The rows parsed so far.
  ///
  /// An array, because the first use of a dictionary costs more than parsing a row.
  private static let known = Mutex<[Row?]>([])

  /// Returns the line with the given number, found without parsing the others.
  private static func line(_ number: Int) -> Substring? {
    var left = number
    for section in sections {
      let text = section.utf8.span
      var start = 0
      while start < text.count {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
        if end > start {
          if left == 0 { return part(of: section, start..<end) }
          left -= 1
        }
        start = end + 1
      }
    }
    return nil
  }

  /// Returns a range of bytes in a string.
  private static func part(of text: String, _ range: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: range.count)]
  }

  private static let lines = sections.flatMap { section in
    section.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
  }

  /// Parses a row of six columns; nil for other lines.
  private static func row(of line: Substring) -> Row? {
    let columns = line.split(separator: "|", omittingEmptySubsequences: false)
    guard columns.count == 6 else { return nil }
    let isList = columns[1].hasPrefix("[")
    let form = isList ? columns[1].dropFirst().dropLast() : columns[1]
    guard let form = Field.Form.named(form) else { return nil }
    return Row(
      name: String(columns[0]), form: form, isList: isList, commonKey: String(columns[2]),
      aliases: columns[3].split(separator: ",").map(String.init),
      keys: FieldKey.parse(columns[4]), summary: String(columns[5]))
  }
}

/// One key of a field in the field table, with its key space, its priority, and the part of the
/// value that it provides.
struct FieldKey {
  /// The key space, or the kind of sub-key (``SubKey``).
  let ordinal: UInt8
  /// The key space.
  let space: KeySpace
  /// The key as it is in the index; for a sub-key, without the frame before the colon.
  let name: Substring
  /// The key as it is written in the row.
  let written: Substring
  let rank: UInt8
  let part: FieldPart
  /// Whether existing items with the key are read and changed, but no new ones are added.
  let isAlias: Bool

  /// The complete key in readable form, including its frame, domain or padding.
  var wholeKey: String {
    switch space {
    case .id3 where isAlias: "TXXX:" + written
    case .iTunesLong where !written.hasPrefix("com.") && !written.hasPrefix("org."):
      "com.apple.iTunes." + written
    case .aiff where written == "(c)": "(c) "
    case .iTunes where written.count == 3: written + " "
    default: String(written)
    }
  }

  /// The number of a key that is an ID3 frame ID or a four-byte code, or nil.
  var code: UInt32? {
    if space == .id3 { return ordinal == space.ordinal ? FrameCode.packed(String(name)) : nil }
    return space.hasFourByteKeys ? FourCC(wholeKey)?.rawValue : nil
  }

  /// Parses the key column of a row; the names after `any=` are added to every key space with
  /// free-text keys, with lower priority than its own keys.
  static func parse(_ column: Substring) -> [FieldKey] {
    var keys: [FieldKey] = []
    var aliases: [Substring] = []
    for group in column.split(separator: ";") {
      let halves = trimmed(group).split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { continue }
      guard halves[0] != "any" else {
        aliases += halves[1].split(separator: ",").map { trimmed($0) }
        continue
      }
      let space = KeySpace(identifierPrefix: String(halves[0]))
      for (rank, joined) in halves[1].split(separator: ",").enumerated() {
        for key in joined.split(separator: "+") {
          keys.append(FieldKey(trimmed(key), in: space, rank: UInt8(clamping: rank)))
        }
      }
    }
    for space in aliases.isEmpty ? [] : spacesOfTexts {
      var rank = keys.last { $0.space == space }?.rank ?? 0
      for alias in aliases {
        rank = rank == .max ? rank : rank + 1
        keys.append(FieldKey(alias: alias, in: space, rank: rank))
      }
    }
    return keys
  }

  /// The key spaces with free-text keys; in ID3, these are the `TXXX` descriptions.
  private static let spacesOfTexts: [KeySpace] = [
    .ape, .vorbis, .id3, .asf, .quickTimeMetadata, .matroska, .iTunesLong,
  ]

  private init(alias text: Substring, in space: KeySpace, rank: UInt8) {
    ordinal = space == .id3 ? SubKey.userText.rawValue : space.ordinal
    (written, name) = (text, text)
    self.space = space
    self.rank = rank
    part = .whole
    isAlias = true
  }

  /// Parses a key with its part and, if it is an ID3 sub-key, with the frame before the colon.
  private init(_ text: Substring, in space: KeySpace, rank: UInt8) {
    isAlias = false
    let marked = text.split(separator: "#", maxSplits: 1)
    written = marked.first ?? text
    part = marked.count > 1 ? FieldPart.named(marked[1]) ?? .whole : .whole
    self.space = space
    self.rank = rank
    guard space == .id3, let colon = written.firstIndex(of: ":") else {
      ordinal = space.ordinal
      name = written
      return
    }
    ordinal = (SubKey.named(written[..<colon]) ?? .none).rawValue
    name = written[written.index(after: colon)...]
  }

  private static func trimmed(_ text: Substring) -> Substring { TextConverter.trimmed(text) }
}
