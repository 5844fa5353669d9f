internal import MetaCore

/// A row of a table that was read: its cells as bytes, which need not be UTF-8, and the number of
/// its first line, counted from 1, for messages.
struct TableRow: Sendable {
  let line: Int
  var cells: [[UInt8]]
}

/// Reads the tables given to `apply`, as in RFC 4180 and as spreadsheet programs write them: UTF-8,
/// or UTF-16 with a byte order mark, any line endings, and commas, semicolons or tabs as
/// separators.
///
/// It also splits the value of `--columns`.
enum TableReader {
  private static let quote = UInt8(ascii: "\"")
  private static let separators = Array(",;\t".utf8)

  /// Reads the rows of a file with the separator that its first line declares or uses.
  static func rows(ofFile bytes: [UInt8]) throws(TextError) -> [TableRow] {
    let text = try decoded(bytes)
    // Some programs declare the separator first: `sep=;`.
    if text.starts(with: Array("sep=".utf8)), text.count > 5, [0x0A, 0x0D].contains(text[5]) {
      let rest = text.dropFirst(text[5...].starts(with: [0x0D, 0x0A]) ? 7 : 6)
      return try rows(Array(rest), separator: text[4], firstLine: 2)
    }
    return try rows(text, separator: separator(of: text))
  }

  /// Returns the text as UTF-8 without a byte order mark.
  private static func decoded(_ bytes: [UInt8]) throws(TextError) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) else {
      throw TextError(1, "the table has a UTF-16 byte order mark, but is not valid UTF-16")
    }
    return Array(text.utf8)
  }

  /// Returns the most frequent separator outside quotes in the first line; a comma if there is
  /// none.
  private static func separator(of text: [UInt8]) -> UInt8 {
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in text {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return counts[most] == 0 ? separators[0] : separators[counts.firstIndex(of: counts[most]) ?? 0]
  }

  /// Returns the rows of the text, without empty rows.
  static func rows(
    _ text: [UInt8], separator: UInt8, firstLine: Int = 1
  ) throws(TextError) -> [TableRow] {
    var rows: [TableRow] = []
    var (row, cell) = (TableRow(line: firstLine, cells: []), [UInt8]())
    var (line, index) = (firstLine, 0)
    var wasQuoted = false
    func endRow() {
      row.cells.append(cell)
      if row.cells != [[]] || wasQuoted { rows.append(row) }
    }
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case quote where cell.isEmpty && !wasQuoted:
        cell = try quoted(text, &index, &line)
        wasQuoted = true
      case separator:
        row.cells.append(cell)
        (cell, wasQuoted) = ([], false)
      case 0x0A, 0x0D:
        if byte == 0x0D, index < text.count, text[index] == 0x0A { index += 1 }
        endRow()
        line += 1
        (row, cell, wasQuoted) = (TableRow(line: line, cells: []), [], false)
      default:
        guard !wasQuoted else { throw TextError(line, "unexpected text after a quoted cell") }
        cell.append(byte)
      }
    }
    if !cell.isEmpty || !row.cells.isEmpty || wasQuoted { endRow() }
    return rows
  }

  /// Returns the contents of a quoted cell, up to its closing quote.
  private static func quoted(
    _ text: [UInt8], _ index: inout Int, _ line: inout Int
  ) throws(TextError) -> [UInt8] {
    let start = line
    var cell: [UInt8] = []
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == quote {
        guard index < text.count, text[index] == quote else { return cell }
        index += 1
      }
      if byte == 0x0A || byte == 0x0D && !(index < text.count && text[index] == 0x0A) { line += 1 }
      cell.append(byte)
    }
    throw TextError(start, "unterminated quoted cell")
  }
}
