/// Edits fields in a Lyrics3 tag and builds the pieces of the new tag; fields that are not edited
/// keep their bytes.
struct Lyrics3Rewriter {
  private let tag: Lyrics3Tag
  /// The current size of the tag.
  var size: Int64 { tag.size }
  private var list: EntryList
  /// The bytes after the last field.
  private var rest: Range<Int64>?

  /// The maximum sizes of the text in version 1 and of a value in version 2.
  private static let longest = (version1: 5100, version2: 99999)

  /// Reads the locations of the fields in a tag.
  ///
  /// - Throws: Read errors.
  init(_ tag: Lyrics3Tag, in window: SourceWindow) throws(ParseError) {
    self.tag = tag
    list = EntryList(name: "field of \(tag.name)")
    var log = DiagnosticLog()
    var entries: [EntryList.Entry] = []
    var end = tag.contentOffset
    try tag.forEachField(in: window, log: &log) { field, location in
      let range = location.offset..<(location.offset + location.size)
      let type = field.metadataItem(at: location).dataType
      entries.append(EntryList.Entry(content: .stored(range, type)))
      end = range.upperBound
    }
    list.entries = entries
    if tag.version == 2, end < tag.contentEnd { rest = end..<tag.contentEnd }
  }

  /// Whether a change concerns a field in this tag or a new field for it.
  func covers(_ change: DocumentEdit.Change) -> Bool {
    change.concerns(tag.name, at: tag.offset..<(tag.offset + tag.size))
  }

  /// Changes one field.
  ///
  /// - Throws: `unsupported` when there is no field at the location; `notRepresentable` when a
  ///   field cannot hold the value.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    let new = try change.entry.map { (entry) throws(ParseError) in
      try encode(entry, as: list.oldType(change))
    }
    try list.apply(change, bringing: new ?? [])
  }

  /// Returns the bytes of the new fields for an entry; `type` is the text encoding of the field
  /// that they replace, which is kept.
  private func encode(
    _ entry: DocumentEdit.Entry, as type: DataType?
  ) throws(ParseError) -> [[UInt8]] {
    if let bytes = entry.bytes { return [plain(bytes)] }
    var encodedItems: [[UInt8]] = []
    for item in entry.items {
      var item = item
      if let type { item.dataType = type }
      guard let field = Lyrics3Field(item), case .bytes(let value) = field.value,
        value.count <= (tag.version == 1 ? Lyrics3Rewriter.longest.version1 : .max),
        value.count <= Lyrics3Rewriter.longest.version2,
        tag.version == 2 || field.id == "LYR"
      else {
        throw ParseError(
          .notRepresentable, at: tag.offset, "not text that a Lyrics3 field can hold",
          path: StructurePath([tag.name, item.key.description]))
      }
      var writer = ByteWriter()
      if tag.version == 1 { writer.append(value) } else { field.encode(into: &writer) }
      encodedItems.append(writer.bytes)
    }
    return encodedItems
  }

  /// Returns the bytes of an entry; an entry in version 1 is the whole tag with its markers.
  private func plain(_ bytes: ByteSlice) -> [UInt8] {
    guard tag.version == 1, bytes.starts(with: Lyrics3Tag.begin) else { return Array(bytes.bytes) }
    return Array(bytes.bytes.dropFirst(Lyrics3Tag.begin.count).dropLast(Lyrics3Tag.end1.count))
  }

  /// Returns the pieces of the new tag.
  ///
  /// - Throws: `notRepresentable` when the tag is too large.
  func pieces() throws(ParseError) -> [FileLayout.Piece] {
    var pieces = list.entries.map(\.piece)
    if tag.version == 1 {
      // The only entry is the tag with its markers.
      if case .stored? = list.entries.first?.content { return [pieces[0]] }
      return [.write(Lyrics3Tag.begin)] + pieces + [.write(Lyrics3Tag.end1)]
    }
    pieces.insert(.write(Lyrics3Tag.begin), at: 0)
    if let rest { pieces.append(.keep(rest)) }
    let size = pieces.reduce(0) { $0 + $1.count }
    // The size has six digits.
    guard size < 1_000_000 else {
      throw ParseError(
        .notRepresentable, at: tag.offset, "\(size) bytes exceed the maximum size of a Lyrics3 tag")
    }
    return pieces + [.write(Lyrics3Tag.digits(Int(size), width: 6) + Lyrics3Tag.end2)]
  }
}
