import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// Tables as text: cells, rows, and the forms that spreadsheet programs write.
@Suite struct TableTests {
  private func cells(_ text: String, file: Bool = true) throws -> [[String]] {
    try rows(Array(text.utf8)).map { $0.cells.map { String(decoding: $0, as: UTF8.self) } }
  }

  private func rows(_ bytes: [UInt8]) throws -> [TableRow] { try TableReader.rows(ofFile: bytes) }

  @Test(arguments: [
    ("path,title\r\na,b\r\n", [["path", "title"], ["a", "b"]]),
    ("a;b\nc;d", [["a", "b"], ["c", "d"]]),
    ("a\tb\rc\td\r", [["a", "b"], ["c", "d"]]), ("\u{FEFF}a,b", [["a", "b"]]),
    ("sep=;\r\na;b,c\n", [["a", "b,c"]]),
    ("\"a\"\"b\",\"c\nd\"\n", [["a\"b", "c\nd"]]), ("a,\"\"\n", [["a", ""]]),
    ("a\n\n\nb\n", [["a"], ["b"]]),
    ("a,,\n", [["a", "", ""]]), ("\"a;b;c\",d\n", [["a;b;c", "d"]]), ("x\"y,z\n", [["x\"y", "z"]]),
    ("", []), ("\n", []),
    ("\"\"\n", [[""]]),
  ])
  func tablesAreRead(text: String, wanted: [[String]]) throws {
    #expect(try cells(text) == wanted)
  }

  @Test(arguments: ["a,\"b\n", "\"a\"b,c\n"]) func brokenQuotesAreRefused(text: String) {
    #expect(throws: TextError.self) { try cells(text) }
  }

  @Test func linesAreCounted() throws {
    let rows = try rows(Array("path,title\r\n\"a\r\nb\",c\r\n\r\nd,e\r\n".utf8))
    #expect(rows.map(\.line) == [1, 2, 5])
    do {
      _ = try cells("a\nb\n\"c\nd")
      Issue.record("it was read")
    } catch let error as TextError { #expect(error.place == 3) }
  }

  @Test func wideCharactersAreRead() throws {
    let text = "path\ttitle\r\na\tÜber 東京\r\n"
    for isLittle in [true, false] {
      var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
      for unit in text.utf16 {
        let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
        bytes += isLittle ? [low, high] : [high, low]
      }
      let rows = try rows(bytes)
      #expect(rows.last.map { String(decoding: $0.cells[1], as: UTF8.self) } == "Über 東京")
      #expect(throws: TextError.self) { try self.rows(bytes + [0]) }
    }
  }

  @Test(arguments: TableFormat.allCases) func rowsAreReadAgain(format: TableFormat) throws {
    let cells = ["", "a", "b,c", "d\te", "f\"g", "h\ni", "j\r\nk", " l ", "Ü", ";"].map {
      Array($0.utf8)
    }
    let row = format.row(cells) + format.row(cells)
    let read = try TableReader.rows(row, separator: format.separator)
    #expect(read.map(\.cells) == [cells, cells])
  }

  @Test func randomBytesAreReadOrRefused() throws {
    var random = SeededGenerator(seed: 23)
    let alphabet = Array("a\",;\t\n\r\\\u{FEFF}=".utf8) + [0xFF, 0xFE, 0]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      _ = try? TableReader.rows(ofFile: bytes)
    }
  }

  @Test(arguments: [
    [], ["a"], ["a", "b"], ["a; b", "c"], ["a\\"], ["a\\;b", "c\\\\", "\\"], ["\\a", ";"],
    ["1;2;3"],
  ])
  func listsAreSplit(values: [String]) {
    #expect(CellText.values(CellText.joined(values)) == values)
  }

  @Test(arguments: [
    ("a;b", ["a", "b"]), (" a ;; b ; ", ["a", "b"]), ("a\\;b", ["a;b"]), ("AC\\DC", ["AC\\DC"]),
    ("", []),
  ])
  func listsOfPeopleAreSplit(cell: String, values: [String]) {
    #expect(CellText.values(cell) == values)
  }

  @Test func columnsAreNamed() throws {
    #expect(
      try TableColumn.columns("path, title,\"TXXX:a,b\",year").map(\.name) == [
        "title", "TXXX:a,b", "year",
      ])
    #expect(try TableColumn.columns("").isEmpty)
    for wrong in ["titel", "title,name", "title,title", "\"x"] {
      #expect(throws: Failure.self) { try TableColumn.columns(wrong) }
    }
  }
}
