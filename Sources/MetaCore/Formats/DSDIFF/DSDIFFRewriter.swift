/// Plans edits to the metadata in a DSDIFF file: ID3 tags, the strings in `DIIN`, and comments,
/// which can only be removed and restored.
struct DSDIFFRewriter {
  private let window: SourceWindow
  private let shape: LayoutConstraints
  private var chunks: ChunkRewriter
  private var lists: [(index: Int, rewriter: ChunkTextList<DSDIFFText>)] = []

  private static let metadataIDs: Set<FourCC> = [
    ChunkID.id3, ChunkID.id3Upper, ChunkID.masterInformation, ChunkID.comt,
  ]

  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    chunks = try ChunkRewriter(
      DSDIFFFormat.walker(window), shape: shape, metadataIDs: DSDIFFRewriter.metadataIDs)
  }

  /// Plans an edit; returns nil when the layout constraints do not allow it.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  mutating func plan(_ edit: DocumentEdit, of document: Document) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("DSDIFF files")
    var tags = try ChunkTags(of: edit, in: chunks, window, shape: shape)
    for (index, part) in chunks.parts.enumerated() where part.id == ChunkID.masterInformation {
      guard let list = try ChunkTextList<DSDIFFText>(part, .dsdiff, in: window) else { continue }
      lists.append((index, list))
    }
    for change in edit.changes {
      if ChunkTags.concern(change) { try tags.apply(change) } else { try apply(change) }
    }
    if let chapters = edit.chapters { try tags.set(chapters, of: document) }
    for (index, list) in lists where list.isChanged { chunks.set(.body(list.pieces), at: index) }
    try tags.close(into: &chunks, newID: ChunkID.id3Upper)
    return try chunks.plan(
      header: { end throws(ParseError) in
        var size = ByteWriter()
        size.u64(UInt64(clamping: end - 12))
        return [.media(0..<4), .write(size.bytes), .media(12..<16)]
      }, walker: { DSDIFFFormat.walker($0) })
  }

  private mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    if change.container.rawValue == DSDIFFText.list {
      guard let index = lists.firstIndex(where: { $0.rewriter.covers(change) }) else {
        throw change.isNowhere
      }
      return try lists[index].rewriter.apply(change)
    }
    switch change {
    case .remove(let location):
      guard let index = chunks.index(of: location) else { throw change.isNowhere }
      chunks.set(.removed, at: index)
    case .add(let insertionPoint, let entry):
      // Comments are restored as bytes, because items do not include their dates and kinds.
      guard let bytes = entry.bytes else { throw DSDIFFRewriter.refusal }
      let body = Array(bytes.bytes.dropFirst(ChunkForm.dsdiff.headerSize))
      var part = ChunkRewriter.ChunkEdit(
        id: ChunkID.comt, range: 0..<0, bodySize: 0, content: .body([.write(body)]))
      part.keepOrder(of: entry, in: insertionPoint)
      chunks.add(part)
    case .replace: throw DSDIFFRewriter.refusal
    }
  }

  private static var refusal: ParseError {
    ParseError(
      .notRepresentable, at: 0, "DSDIFF comments can be removed and restored, but not changed",
      path: StructurePath(["FRM8", "COMT"]))
  }
}
