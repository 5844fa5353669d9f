import Foundation
import Testing

@testable import MetaCore

/// The tables for look-ups match their rows; `Scripts/generate-tables` writes them.
@Suite struct GeneratedTableTests {
  private static let isUpdating = ProcessInfo.processInfo.environment["META_UPDATE_TABLES"] != nil

  @Test func fieldTableMatchesItsRows() throws {
    let rows = FieldTable.rows
    let lines = FieldTable.sections.joined().split(separator: "\n").count
    #expect(rows.count == lines, "a row has not six columns, or an unknown form")
    // A name that a row claims is no alias of another field.
    var claimed = Set(
      rows.flatMap { $0.keys.filter { !$0.isAlias }.map(GeneratedTableTests.place) })
    let keys = rows.enumerated().flatMap { number, row in
      row.keys.filter { key in
        !key.isAlias || claimed.insert(GeneratedTableTests.place(of: key)).inserted
      }.map { key in
        TableWriter.Key(
          ordinal: key.ordinal, name: key.name, code: key.code,
          entry: KeyIndex.Entry(target: UInt16(number), rank: key.rank, part: key.part.rawValue))
      }
    }
    let forms = rows.map { $0.form.rawValue | ($0.isList ? Field.listMark : 0) }
    var writer = TableWriter("FieldTable")
    writer.add("names", "String", rows.map { "\"\($0.name)\"" }, perLine: 3)
    writer.add("forms", "UInt8", forms.map { "\($0)" }, perLine: 18)
    writer.add(keys, in: FieldTable.sections)
    try check(writer, is: "Mapping/Fields/FieldTable+Generated.swift")
  }

  /// Where a key is, without regard to case.
  private static func place(of key: FieldKey) -> String {
    "\(key.ordinal) \(key.name.lowercased())"
  }

  @Test func fieldNamesMatchTheRows() throws {
    var writer = TableWriter("FieldTable", in: "Field")
    for (number, row) in FieldTable.rows.enumerated() {
      writer.add(
        summary: row.summary, "public static var \(row.name): Field { Field(number: \(number)) }")
    }
    try check(writer, is: "Mapping/Fields/Field+Names+Generated.swift")
  }

  @Test func typedFieldsMatchTheRows() throws {
    var writer = TableWriter("FieldTable", in: "MetadataView")
    for (number, row) in FieldTable.rows.enumerated() {
      guard let (type, reader) = GeneratedTableTests.typed(row) else { continue }
      writer.add(
        summary: row.summary, "public var \(row.name): \(type) { \(reader)(\(number)) }")
    }
    try check(writer, is: "Mapping/Fields/MetadataView+Fields+Generated.swift")
  }

  /// The type of a field's values in Swift, and what reads it; nil for those that the view does not have.
  private static func typed(_ row: FieldTable.Row) -> (type: String, reader: String)? {
    switch row.form.kind {
    case .text: row.isList ? ("[String]", "texts") : ("String?", "text")
    case .integer: ("Int?", "integer")
    case .number: ("Double?", "real")
    case .boolean: ("Bool?", "boolean")
    case .pair: ("NumberPair?", "pair")
    case .date: ("MetadataDate?", "date")
    case .location: ("Location?", "location")
    case .artwork, .chapters, .timedText: nil
    }
  }

  @Test func commonKeyTableMatchesItsRows() throws {
    let keys = CommonKeyMap.rows.split(separator: "\n").compactMap { row -> TableWriter.Key? in
      let words = row.split(separator: " ")
      guard words.count == 4,
        let common = CommonKey.known.firstIndex(where: { $0.rawValue == words[2] })
      else { return nil }
      let space = KeySpace(identifierPrefix: String(words[0]))
      let code = space == .id3 ? FrameCode.packed(String(words[1])) : FourCC(words[1])?.rawValue
      return TableWriter.Key(
        ordinal: space.ordinal, name: words[1],
        code: space == .id3 || space.hasFourByteKeys ? code : nil,
        entry: KeyIndex.Entry(target: UInt16(common)))
    }
    #expect(keys.count == CommonKeyMap.rows.split(separator: "\n").count)
    var writer = TableWriter("CommonKeyMap")
    writer.add(keys, in: [CommonKeyMap.rows])
    try check(writer, is: "Mapping/Fields/CommonKeyMap+Generated.swift")
  }

  @Test func frameTableMatchesItsRows() throws {
    let rows = ID3FrameTable.rows
    #expect(rows.count == ID3FrameTable.rowCount, "a row names an unknown shape")
    let frames = rows.flatMap { row in row.ids.map { (id: $0, shape: row.shape) } }
      .sorted { $0.id.rawValue < $1.id.rawValue }
    var writer = TableWriter("ID3FrameTable")
    writer.add(
      "ids", "UInt32", frames.map { "0x" + String($0.id.rawValue, radix: 16) }, perLine: 8)
    writer.add("names", "String", frames.map { "\"\($0.id.text)\"" }, perLine: 11)
    writer.add("shapeNumbers", "UInt8", frames.map { "\($0.shape)" }, perLine: 18)
    try check(writer, is: "Formats/Tags/ID3/Frames/ID3FrameTable+Generated.swift")
    #expect(ID3FrameTable.standard.all.count == frames.count)
  }

  private func check(_ writer: TableWriter, is name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Sources/MetaCore/\(name)")
    if GeneratedTableTests.isUpdating {
      try writer.text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let stored = try String(contentsOf: file, encoding: .utf8)
      #expect(stored == writer.text, "Scripts/generate-tables writes \(name) again")
    }
  }
}

/// Writes the arrays of a ``KeyIndex`` as Swift.
struct TableWriter {
  struct Key {
    let ordinal: UInt8
    let name: Substring
    let code: UInt32?
    let entry: KeyIndex.Entry

    var hash: UInt64 {
      code.map { KeyIndex.hash(ordinal, $0) } ?? KeyIndex.hash(ordinal, name.utf8.span)
    }
  }

  private var lines: [String]

  /// The rows are those of `table`; what is made of them extends it, or another type.
  init(_ table: String, in type: String? = nil) {
    lines = [
      "// Made of the rows of \(table) by GeneratedTableTests; do not edit.", "",
      "extension \(type ?? table) {",
    ]
  }

  var text: String { (lines + ["}", ""]).joined(separator: "\n") }

  mutating func add(summary: String, _ declaration: String) {
    if lines.count > 3 { lines.append("") }
    lines += ["  /// \(summary).", "  \(declaration)"]
  }

  mutating func add(_ name: String, _ type: String, _ values: [String], perLine: Int) {
    lines.append("  static let \(name): [\(type)] = [")
    for start in stride(from: 0, to: values.count, by: perLine) {
      let line = values[start..<min(start + perLine, values.count)]
      lines.append("    " + line.joined(separator: ", ") + ",")
    }
    lines.append("  ]")
  }

  mutating func add(_ keys: [Key], in sections: [String]) {
    let sorted = keys.enumerated().sorted {
      ($0.element.hash, $0.offset) < ($1.element.hash, $1.offset)
    }.map(\.element)
    var starts: [Int] = []
    for bucket in 0...(1 << KeyIndex.bucketBits) {
      starts.append(
        sorted.firstIndex { Int($0.hash >> UInt64(64 - KeyIndex.bucketBits)) >= bucket }
          ?? sorted.count)
    }
    func hex(_ number: some BinaryInteger) -> String { "0x" + String(number, radix: 16) }
    add("keyHashes", "UInt64", sorted.map { hex($0.hash) }, perLine: 4)
    add("keyValues", "UInt32", sorted.map { hex($0.entry.bits) }, perLine: 9)
    add("keyTexts", "UInt32", sorted.map { hex(place($0, in: sections)) }, perLine: 8)
    add("keyStarts", "UInt16", starts.map(String.init), perLine: sorted.count > 999 ? 16 : 18)
  }

  private func place(_ key: Key, in sections: [String]) -> UInt32 {
    guard key.code == nil else { return 0 }
    let wanted = Data(key.name.utf8)
    for (number, section) in sections.enumerated() {
      if let range = Data(section.utf8).range(of: wanted) {
        return UInt32(number) << 24 | UInt32(range.lowerBound) << 8 | UInt32(wanted.count)
      }
    }
    return 0
  }
}
