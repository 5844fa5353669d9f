internal import MetaCore

/// The formats in which tables are written (`--format csv`, `--format tsv`): cells separated by
/// commas (CSV) or tabs (TSV), quoted as in RFC 4180; a line feed ends a row.
enum TableFormat: String, CaseIterable, Sendable {
  case csv, tsv

  /// The separator between the cells of a row.
  var separator: UInt8 { self == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

  /// Returns a row of cells.
  ///
  /// Cells that contain a separator, a quote or a line break are quoted, even in tab-separated
  /// tables, as in spreadsheet programs.
  func row(_ cells: [[UInt8]]) -> [UInt8] {
    var row: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { row.append(separator) }
      append(cell, to: &row)
    }
    row.append(0x0A)
    return row
  }

  /// Appends a cell, quoted if it contains a separator, a quote or a line break.
  private func append(_ cell: [UInt8], to row: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let isQuoted = cell.contains { $0 == quote || $0 == 0x0A || $0 == 0x0D || $0 == separator }
    guard isQuoted else { return row.append(contentsOf: cell) }
    row.append(quote)
    for byte in cell {
      if byte == quote { row.append(quote) }
      row.append(byte)
    }
    row.append(quote)
  }
}

/// A column of a table, or a field of `get`: its name, and the field, items or property of a file
/// that it refers to.
struct TableColumn: Sendable, Hashable {
  /// The name as spelled.
  let name: String
  let operand: Operand

  init(name: String, operand: Operand) {
    self.name = name
    self.operand = operand
  }

  /// The default columns of tables.
  static let standard = [
    "title", "artist", "albumArtist", "album", "track", "disc", "date", "genre", "composer",
    "comment",
  ].compactMap { TableColumn($0) }

  /// Creates the column for a name; returns nil if the name is unknown.
  init?(_ name: String) {
    guard let operand = Operand(name) else { return nil }
    self.init(name: name, operand: operand)
  }

  /// Parses comma-separated columns; names that contain commas are quoted.
  ///
  /// The path is the first column of every table and is not repeated.
  static func columns(_ text: String) throws(Failure) -> [TableColumn] {
    var columns: [TableColumn] = []
    let rows: [TableRow]
    do throws(TextError) {
      rows = try TableReader.rows(Array(text.utf8), separator: UInt8(ascii: ","))
    } catch {
      throw Failure(.usage, "usage", "the columns: \(error.reason)")
    }
    for cell in rows.flatMap(\.cells) {
      let name = LetterCase.trimmed(String(decoding: cell, as: UTF8.self))
      if name.lowercased() == FileFact.path.rawValue { continue }
      guard let column = TableColumn(name) else {
        throw Failure(.usage, "usage", Operand.complaint(about: name))
      }
      guard !columns.contains(where: { $0.operand == column.operand }) else {
        throw Failure(.usage, "usage", "the column \(name) is given twice")
      }
      columns.append(column)
    }
    return columns
  }

  /// Whether a cell can contain several values.
  var isList: Bool {
    switch operand {
    case .field(let field, .whole): field.isList
    case .field, .fact: false
    case .items: true
    }
  }

  /// Returns the text of the column's cell for a file.
  func cell(of file: ConditionInput) -> String {
    let values = (file.values(of: operand) ?? []).flatMap(ValueText.singles).map(ValueText.line)
    return isList ? CellText.joined(values) : values.joined(separator: ", ")
  }
}

/// Joins several values of a field into the text of one table cell, separated by `; `, and splits
/// such text into values.
///
/// Within a value, a semicolon is written `\;`, and a backslash before a semicolon, before a
/// backslash or at the end is written `\\`.
enum CellText {
  /// Returns the text of a cell with these values.
  static func joined(_ values: [String]) -> String {
    values.map(escaped).joined(separator: "; ")
  }

  /// Returns the value with backslashes where ``values(_:)`` would otherwise misread it.
  private static func escaped(_ value: String) -> String {
    let scalars = Array(value.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : ";"
      if scalar == ";" || scalar == "\\" && (next == ";" || next == "\\") { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Returns the non-empty values of a cell, without surrounding spaces.
  static func values(_ cell: String) -> [String] {
    var values: [String] = []
    var value = String.UnicodeScalarView()
    func end() {
      let text = CellText.trimmed(String(value))
      if !text.isEmpty { values.append(text) }
      value = String.UnicodeScalarView()
    }
    var rest = Array(cell.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, next == ";" || next == "\\" {
        value.append(next)
        rest.removeFirst()
      } else if scalar == ";" {
        end()
      } else {
        value.append(scalar)
      }
    }
    end()
    return values
  }

  /// Returns the text without leading and trailing spaces.
  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
