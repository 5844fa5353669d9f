/// Plans edits to the metadata in an AIFF file: ID3 tags and text chunks.
struct AIFFRewriter {
  private let window: SourceWindow
  private let shape: LayoutConstraints
  private var chunks: ChunkRewriter

  private static let metadataIDs: Set<FourCC> = [
    ChunkID.id3, ChunkID.id3Upper, ChunkID.name, ChunkID.auth, ChunkID.copyright, ChunkID.anno,
    ChunkID.comt,
  ]

  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    chunks = try ChunkRewriter(
      AIFFRewriter.walker(window), shape: shape, metadataIDs: AIFFRewriter.metadataIDs)
  }

  private static func walker(_ window: SourceWindow) throws(ParseError) -> ChunkWalker {
    AIFFFormat.walker(window, options: ReadOptions())
  }

  /// Plans an edit; returns nil when the layout constraints do not allow it.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  mutating func plan(_ edit: DocumentEdit, of document: Document) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("AIFF files")
    var tags = try ChunkTags(of: edit, in: chunks, window, shape: shape)
    for change in edit.changes {
      if ChunkTags.concern(change) { try tags.apply(change) } else { try apply(change) }
    }
    if let chapters = edit.chapters { try tags.set(chapters, of: document) }
    try tags.close(into: &chunks, newID: ChunkID.id3Upper)
    return try chunks.plan(header: AIFFRewriter.header, walker: AIFFRewriter.walker)
  }

  /// Returns the pieces of the form header, whose size field covers the chunks up to `end`.
  private static func header(end: Int64) throws(ParseError) -> [FileLayout.Piece] {
    guard let size = UInt32(exactly: end - 8) else {
      throw ParseError(.unsupported, at: 4, "AIFF files are limited to 4 GiB")
    }
    var writer = ByteWriter()
    writer.u32(size)
    return [.media(0..<4), .write(writer.bytes), .media(8..<12)]
  }

  /// Applies a change that concerns a text chunk.
  private mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    switch change {
    case .add(let insertionPoint, let entry):
      for (id, body) in try bodies(entry, like: nil) {
        var part = ChunkRewriter.ChunkEdit(id: id, range: 0..<0, bodySize: 0, content: .body(body))
        part.keepOrder(of: entry, in: insertionPoint)
        chunks.add(part)
      }
    case .remove(let location):
      guard let index = chunks.index(of: location) else { throw change.isNowhere }
      chunks.set(.removed, at: index)
    case .replace(let location, let entry):
      guard let index = chunks.index(of: location) else { throw change.isNowhere }
      let old = chunks.parts[index]
      let newChunks = try bodies(entry, like: old)
      guard let first = newChunks.first, newChunks.count == 1, first.id == old.id else {
        throw ParseError(
          .notRepresentable, at: location.offset, "a text chunk can hold only one string")
      }
      chunks.set(.body(first.body), at: index)
    }
  }

  /// Returns the chunk bodies for an entry: one for each string, or one for all comments.
  private func bodies(
    _ entry: DocumentEdit.Entry, like old: ChunkRewriter.ChunkEdit?
  ) throws(ParseError) -> [(id: FourCC, body: [FileLayout.Piece])] {
    guard let first = entry.items.first else { return [] }
    guard let id = FourCC(first.key.description), AIFFRewriter.metadataIDs.contains(id) else {
      throw ParseError(
        .notRepresentable, at: 0, "AIFF has no text chunk named \(first.key)",
        path: StructurePath(["FORM"]))
    }
    if let bytes = entry.bytes { return [(id, [.write(Array(bytes.bytes.dropFirst(8)))])] }
    if id == ChunkID.comt {
      let comments = entry.items.compactMap { AIFFComment($0) }
      guard comments.count == entry.items.count, comments.count <= 0xFFFF else {
        throw refusal(first)
      }
      return [(id, [.write(AIFFComment.body(comments))])]
    }
    var bodies: [(id: FourCC, body: [FileLayout.Piece])] = []
    for item in entry.items {
      var item = item
      if let old { item.dataType = try storedType(of: old) }
      guard let text = item.value.stringValue, let id = FourCC(item.key.description) else {
        throw refusal(item)
      }
      bodies.append((id, [.write(StoredText.encode(text, as: item.dataType))]))
    }
    return bodies
  }

  private func refusal(_ item: MetadataItem) -> ParseError {
    ParseError(
      .notRepresentable, at: 0, "AIFF text chunks can hold only text",
      path: StructurePath(["FORM", item.key.description]))
  }

  /// Returns the data type of the existing text.
  private func storedType(of part: ChunkRewriter.ChunkEdit) throws(ParseError) -> DataType {
    let body = try window.bytes(at: part.bodyOffset, upTo: Int(min(part.bodySize, 65536)))
    return AIFFText.parse(part.id, body: body, at: ItemLocation()).dataType
  }
}

extension AIFFFormat {
  func insertionPoints(of document: Document) -> [InsertionPoint] {
    var insertionPoints = InsertionPoint.id3(document.container.facts.tags)
    insertionPoints.append(InsertionPoint(MetadataContainer(rawValue: "FORM"), [.aiff]))
    return insertionPoints
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try AIFFRewriter(window, shape: shape)
    return try rewriter.plan(edit, of: document)
  }
}
