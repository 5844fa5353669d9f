internal import MetaCore
internal import SystemPackage

/// The new cells for files, from edited tables (`apply` with CSV or TSV) or from a text editor
/// (`edit`), and their conversion to edits.
///
/// A cell is written only if it differs from the cell that a table of the file would now contain.
struct TableChanges: Sendable {
  /// A cell in a table: the field or items that its column names, and the text.
  struct Cell: Sendable {
    let column: TableColumn
    let text: String
  }

  /// The base of relative paths, or nil for the working folder.
  private let root: InputPath?
  /// Whether empty cells leave fields unchanged.
  private let ignoresEmpty: Bool
  /// The named files, in order.
  private(set) var paths: [InputPath] = []
  /// The new cells for each file, by its path.
  private var rows: [InputPath: [Cell]] = [:]
  /// The cells for each file when the editor was opened; empty for tables.
  private var originals: [InputPath: [Cell]] = [:]
  /// The absolute paths of the named files, to detect a file that has two rows.
  private var wholePaths: [FilePath: String] = [:]
  /// The files that do not exist, with their failures.
  private(set) var missing: [(path: InputPath, failure: Failure)] = []

  init(root: InputPath? = nil, ignoresEmpty: Bool = false) {
    self.root = root
    self.ignoresEmpty = ignoresEmpty
  }

  /// Adds the cells for a file, which are refused if the file no longer has the original cells.
  mutating func add(_ path: InputPath, _ cells: [Cell], insteadOf originals: [Cell]) {
    paths.append(path)
    rows[path] = cells
    self.originals[path] = originals
  }

  // MARK: Reading

  /// Reads a table; `-` is standard input.
  ///
  /// - Throws: ``Failure`` that names the table and, if its contents are invalid, the line.
  mutating func read(_ file: InputPath, in environment: Environment) throws(Failure) {
    let name = file.isStandardInput ? "standard input" : file.display
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try SourceOpener.readAll(file, in: environment)
    } catch {
      throw Failure(error.status, error.code, "\(name): \(error.message)")
    }
    do throws(TextError) {
      try add(try TableReader.rows(ofFile: bytes), of: name)
    } catch {
      throw Failure(.dataError, "malformed", "\(name): \(error)")
    }
  }

  private mutating func add(_ rows: [TableRow], of name: String) throws(TextError) {
    guard let header = rows.first else { throw TextError(1, "the table is empty") }
    let (place, columns) = try TableChanges.header(header)
    for row in rows.dropFirst() where row.cells.contains(where: { !$0.isEmpty }) {
      try add(row, place, columns, name)
    }
  }

  /// Returns the index of the path column, and all columns; the path column and columns without a
  /// name are nil.
  private static func header(
    _ row: TableRow
  ) throws(TextError) -> (path: Int, columns: [TableColumn?]) {
    var place: Int?
    var columns: [TableColumn?] = []
    for (index, cell) in row.cells.enumerated() {
      let name = LetterCase.trimmed(String(decoding: cell, as: UTF8.self))
      if name.lowercased() == FileFact.path.rawValue, place == nil {
        place = index
        columns.append(nil)
      } else if name.isEmpty {
        columns.append(nil)
      } else {
        guard let column = TableColumn(name) else {
          throw TextError(row.line, Operand.complaint(about: name))
        }
        if columns.contains(where: { $0?.operand == column.operand }) {
          throw TextError(row.line, "the column \(name) is given twice")
        }
        if case .items(let keys) = column.operand, let field = keys.claimedField {
          throw TextError(row.line, "\(name) is a key of the field \(field.name)")
        }
        columns.append(column)
      }
    }
    guard let place else { throw TextError(row.line, "the table has no column “path”") }
    guard columns.contains(where: { $0 != nil }) else {
      throw TextError(row.line, "none of the columns of the table is a field")
    }
    return (place, columns)
  }

  /// Adds a row; `place` is the index of the path column.
  private mutating func add(
    _ row: TableRow, _ place: Int, _ columns: [TableColumn?], _ name: String
  ) throws(TextError) {
    guard row.cells.indices.contains(place), !row.cells[place].isEmpty,
      !row.cells[place].contains(0)
    else { throw TextError(row.line, "the row has no path") }
    let path = try path(row.cells[place], row.line)
    var cells: [Cell] = []
    for (index, cell) in row.cells.enumerated() where index != place {
      guard columns.indices.contains(index), let column = columns[index] else {
        guard cell.isEmpty else { throw TextError(row.line, "cell \(index + 1) has no column") }
        continue
      }
      guard let text = String(validating: cell, as: UTF8.self) else {
        throw TextError(row.line, "\(column.name) is not UTF-8; save the table in that encoding")
      }
      cells.append(Cell(column: column, text: text))
    }
    let wholePath = FileNames.wholePath(naming: path.path)
    if let other = wholePaths.updateValue(path.display, forKey: wholePath) {
      throw TextError(row.line, "duplicate row for the same file: \(other)")
    }
    if (try? path.path.stat()) == nil {
      let failure = Failure(.noInput, "noSuchFile", "no such file (\(name), line \(row.line))")
      missing.append((path, failure))
    }
    paths.append(path)
    rows[path] = cells
  }

  /// Returns the file that a cell names, as bytes, because file names need not be UTF-8.
  private func path(_ cell: [UInt8], _ line: Int) throws(TextError) -> InputPath {
    guard cell != [UInt8(ascii: "-")] else {
      throw TextError(line, "path is “-”, but standard input cannot be edited")
    }
    let isRelative = cell.first != UInt8(ascii: "/")
    let start =
      isRelative ? root.map { FileNameEncoding.bytes(of: $0.text) + [UInt8(ascii: "/")] } : nil
    return InputPath(text: FileNameEncoding.text(of: (start ?? []) + cell))
  }

  // MARK: Edits

  /// Returns the edits for a file, for the cells that differ from its cells in a table.
  ///
  /// - Throws: ``MetaError`` with `refused` if a cell cannot be written.
  func edits(for path: InputPath, _ input: EditInput) throws(MetaError) -> [MetadataEdit] {
    let file = ConditionInput(path, input.document, needsFields: true)
    for cell in originals[path] ?? []
    where !cell.column.cell(of: file).hasSameBytes(as: cell.text) {
      throw MetaError(
        .refused, reason: "its \(cell.column.name) has changed since the editor was opened")
    }
    var edits: [MetadataEdit] = []
    for cell in rows[path] ?? [] {
      let present = cell.column.cell(of: file)
      let text = TableChanges.lines(cell.text)
      guard !text.hasSameBytes(as: TableChanges.lines(present)) else { continue }
      if cell.text.isEmpty, ignoresEmpty { continue }
      do throws(Failure) {
        edits += try TableChanges.edits(cell, file, input.insertionPoints)
      } catch {
        throw MetaError(.refused, reason: error.message, underlying: error)
      }
    }
    return edits
  }

  /// Returns whether a cell can set a field.
  static func canSet(_ field: Field) -> Bool {
    ![.artwork, .chapters, .timedText].contains(field.kind)
  }

  /// Returns the text with normalised line endings.
  private static func lines(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
  }

  /// Returns the edits that write a cell into a file.
  private static func edits(
    _ cell: Cell, _ file: ConditionInput, _ insertionPoints: [InsertionPoint]
  ) throws(Failure) -> [MetadataEdit] {
    let text = lines(cell.text)
    switch cell.column.operand {
    case .fact: throw refused(cell, "cannot be set")
    case .field(let field, .whole):
      guard canSet(field) else { throw refused(cell, "cannot be changed through tables") }
      let texts = field.isList ? CellText.values(text) : text.isEmpty ? [] : [text]
      let present = file.values(of: cell.column.operand)?.first
      return [.set(.field(field), try values(texts, of: field, present, cell))]
    case .field(let field, let detail): return [try edit(text, detail, of: field, cell)]
    case .items(let keys):
      guard !file.hasBytes(cell.column.operand) else {
        throw refused(cell, "is binary, and cannot be changed through tables")
      }
      let values = CellText.values(text)
      return try keys.targets(in: file, insertionPoints: insertionPoints, isRemoval: values.isEmpty)
        .map { .set($0, values.map { .string($0) }) }
    }
  }

  /// Converts the strings in a cell to values of a field.
  private static func values(
    _ texts: [String], of field: Field, _ present: MetadataValue?, _ cell: Cell
  ) throws(Failure) -> [MetadataValue] {
    var values: [MetadataValue] = []
    for text in texts {
      guard var value = field.value(of: text) else { throw wrong(text, field, cell) }
      // A missing number or count is removed.
      if case .pair(var pair) = value, case .pair(let old)? = present {
        if old.number != nil, pair.number == nil, pair.label == nil { pair.number = 0 }
        if old.count != nil, pair.count == nil { pair.count = 0 }
        value = .pair(pair)
      }
      values.append(value)
    }
    return values
  }

  /// Returns the edit to part of a field.
  private static func edit(
    _ text: String, _ detail: FieldDetail, of field: Field, _ cell: Cell
  ) throws(Failure) -> MetadataEdit {
    switch detail {
    case .number, .count:
      guard let number = text.isEmpty ? 0 : Int(text), number >= 0 else {
        throw wrong(text, field, cell)
      }
      let pair =
        detail == .number
        ? NumberPair(number: number) : NumberPair(number: nil, count: number)
      return .set(.field(field), [.pair(pair)])
    case .year:
      if text.isEmpty { return .set(.field(field), []) }
      guard let date = MetadataDate(iso8601: text) else { throw wrong(text, field, cell) }
      return .set(.field(field), [.date(date)])
    default: throw refused(cell, "can only be changed through the column \(field.name)")
    }
  }

  private static func wrong(_ text: String, _ field: Field, _ cell: Cell) -> Failure {
    refused(cell, "must be \(field.wantedValue), not “\(text)”")
  }

  private static func refused(_ cell: Cell, _ reason: String) -> Failure {
    Failure(.refused, "refused", "\(cell.column.name) \(reason)")
  }
}
