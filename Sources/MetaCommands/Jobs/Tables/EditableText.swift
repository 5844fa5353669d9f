internal import MetaCore
internal import YAMLText

/// The fields of files as YAML for the text editor of `edit`.
///
/// After editing, the YAML is compared with the original cells (the fields as text, as in a table),
/// and the differences become the changes to each file (``TableChanges``).
///
///     - path: song.mp3
///       title: Blue
///       artist:
///       - Ada
///       - Bo
struct EditableText {
  /// A file with the cells as they were written to the text.
  struct EditedFile {
    let path: InputPath
    let cells: [TableChanges.Cell]
  }

  private(set) var entries: [EditedFile] = []
  /// The indices of the entries by display path.
  private var places: [InputPath: Int] = [:]

  /// The comment at the start of the text.
  private static let head = """
    # Change, add or remove fields, then save and close. A field without a value or whose line is deleted is removed;
    # a file whose entry is deleted is left unchanged. "metatool fields" lists the fields.

    """

  /// Adds a file.
  ///
  /// - Throws: ``Failure`` if a file with the same display path has been added.
  mutating func add(_ path: InputPath, _ document: Document) throws(Failure) {
    guard places[InputPath(text: path.display)] == nil else {
      throw Failure(.usage, "usage", "is given twice, or has the same display name as another file")
    }
    let file = ConditionInput(path, document, needsFields: true)
    var columns = TableColumn.standard
    for entry in MetadataView(document).entries where TableChanges.canSet(entry.field) {
      let column = TableColumn(name: entry.field.name, operand: .field(entry.field, .whole))
      if !columns.contains(where: { $0.operand == column.operand }) { columns.append(column) }
    }
    let cells = columns.map { TableChanges.Cell(column: $0, text: $0.cell(of: file)) }
    places[InputPath(text: path.display)] = entries.count
    entries.append(EditedFile(path: path, cells: cells))
  }

  // MARK: Text

  /// Returns the text for the editor.
  func bytes() throws(Failure) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.array(entries) { json, entry in
      json.beginObject()
      json.member("path", entry.path.display)
      for cell in entry.cells {
        let values = EditableText.values(of: cell)
        json.key(ours: cell.column.name)
        if values.count > 1 {
          json.array(values) { $0.string($1) }
        } else {
          json.string(values.first ?? "")
        }
      }
      json.endObject()
    }
    do {
      return Array(EditableText.head.utf8)
        + (try BlockYAML.text(ofJSON: json.bytes, texts: .bare))
    } catch {
      throw Failure(.ioError, "io", "the text cannot be created: \(error)")
    }
  }

  /// Returns the values of a cell as separate strings.
  private static func values(of cell: TableChanges.Cell) -> [String] {
    if cell.column.isList { return CellText.values(cell.text) }
    return cell.text.isEmpty ? [] : [cell.text]
  }

  // MARK: Changes

  /// Returns the changes in the edited text: the files with changed fields.
  ///
  /// - Throws: ``TextError`` if the text is invalid.
  func changes(in bytes: [UInt8]) throws(TextError) -> TableChanges {
    let node: YAMLNode?
    do throws(YAMLNode.Failure) { node = try YAMLNode.read(bytes) } catch {
      throw TextError(error.line, error.reason)
    }
    var changes = TableChanges()
    guard let node else { return changes }
    guard case .list(let nodes) = node.value else {
      throw TextError(node.line, "expected a list of files: “- path: ...”")
    }
    var known: Set<InputPath> = []
    for node in nodes {
      let (entry, cells) = try edited(node)
      guard known.insert(entry.path).inserted else {
        throw TextError(node.line, "duplicate entry for \(entry.path.display)")
      }
      let changed = cells.filter { cell in
        !EditableText.values(of: cell).hasSameBytes(
          as: EditableText.values(of: entry.cell(of: cell.column)))
      }
      if !changed.isEmpty { changes.add(entry.path, changed, insteadOf: entry.cells) }
    }
    return changes
  }

  /// Returns the file of an entry and all of its cells, which are empty for fields that the entry
  /// omits.
  private func edited(
    _ node: YAMLNode
  ) throws(TextError) -> (entry: EditedFile, cells: [TableChanges.Cell]) {
    guard case .mapping(let members) = node.value else {
      throw TextError(node.line, "expected the fields of a file: “path: ...”")
    }
    guard let path = members.first(where: { $0.name == "path" })?.node,
      case .text(let name) = path.value
    else { throw TextError(node.line, "the entry has no “path”") }
    guard let place = places[InputPath(text: name)] else {
      throw TextError(path.line, "\(name) is not one of the opened files")
    }
    let entry = entries[place]
    var cells: [TableChanges.Cell] = []
    for member in members where member.name != "path" {
      let cell = try EditableText.cell(of: member)
      guard !cells.contains(where: { $0.column.operand == cell.column.operand }) else {
        throw TextError(member.node.line, "\(member.name) is given twice")
      }
      cells.append(cell)
    }
    for cell in entry.cells
    where !cells.contains(where: { $0.column.operand == cell.column.operand }) {
      cells.append(TableChanges.Cell(column: cell.column, text: ""))
    }
    return (entry, cells)
  }

  /// Returns the cell of a member: a string, or a list for fields with several values.
  private static func cell(of member: YAMLNode.Member) throws(TextError) -> TableChanges.Cell {
    let line = member.node.line
    guard let operand = Operand(word: member.name) else {
      throw TextError(line, Operand.complaint(about: member.name))
    }
    let column = TableColumn(name: member.name, operand: operand)
    switch member.node.value {
    case .text(let text):
      return TableChanges.Cell(
        column: column, text: column.isList && !text.isEmpty ? CellText.joined([text]) : text)
    case .list(let nodes):
      guard column.isList || nodes.count < 2 else {
        throw TextError(line, "\(member.name) takes one value, not a list")
      }
      var texts: [String] = []
      for node in nodes {
        guard case .text(let text) = node.value else {
          throw TextError(node.line, "values of \(member.name) must be strings")
        }
        if !text.isEmpty { texts.append(text) }
      }
      return TableChanges.Cell(
        column: column, text: column.isList ? CellText.joined(texts) : texts.first ?? "")
    case .mapping: throw TextError(line, "\(member.name) must be a string or a list")
    }
  }
}

extension EditableText.EditedFile {
  /// Returns the original cell of a column, or an empty cell.
  fileprivate func cell(of column: TableColumn) -> TableChanges.Cell {
    cells.first { $0.column.operand == column.operand }
      ?? TableChanges.Cell(column: column, text: "")
  }
}
