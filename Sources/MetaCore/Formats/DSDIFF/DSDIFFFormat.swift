/// The ``EditableFormat`` for DSDIFF files, with DSD or DST audio in IFF chunks with eight-byte
/// sizes (Philips "DSDIFF" 1.5): ``DSDIFFReader`` reads them, and ``DSDIFFRewriter`` plans edits.
///
/// Offset and size of each field in bytes:
///
///     0  4  "FRM8"     4  8  remaining size      12  4  "DSD "     16  …  chunks
struct DSDIFFFormat: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(name: "DSDIFF", extensions: ["dff"], keySpaces: [.id3, .dsdiff])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    let isMine =
      head.bytes.starts(with: "FRM8".utf8) && head.bytes.clamped(from: 12).starts(with: "DSD ".utf8)
    return isMine ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var content = DSDIFFReader(window, options: options)
    try content.read()
    return content.document
  }

  static func walker(_ window: SourceWindow, limits: Limits = .standard) -> ChunkWalker {
    ChunkWalker(
      window, from: ChunkForm.dsdiff.start, to: window.length, form: .dsdiff, limits: limits)
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    for id in [ChunkID.dsd, ChunkID.dst] {
      try visitChunks(id, of: DSDIFFFormat.walker(window, limits: limits), visit)
    }
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var root = StructureNode(
      name: "FRM8", offset: 0, size: window.length, headerSize: Int(ChunkForm.dsdiff.start),
      summary: "DSD")
    try root.addChunks(
      of: DSDIFFFormat.walker(window, limits: options.limits), options: options
    ) { (chunk, node) throws(ParseError) in
      guard chunk.id == ChunkID.properties || chunk.id == ChunkID.masterInformation else { return }
      // The chunks in `PROP` follow its type.
      let inner: Int64 = chunk.id == ChunkID.properties ? 4 : 0
      node.headerSize += Int(inner)
      let walker = ChunkWalker(
        window, from: chunk.bodyOffset + inner, to: chunk.bodyEnd, form: .dsdiff,
        limits: options.limits)
      try node.addChunks(of: walker, options: options) { (_, _) throws(ParseError) in }
    }
    return [root]
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    var insertionPoints = InsertionPoint.id3(document.container.facts.tags)
    if document.container.facts.tags.contains(DSDIFFText.list) {
      insertionPoints.append(
        InsertionPoint(MetadataContainer(rawValue: DSDIFFText.list), [.dsdiff], isKeptInSync: true))
    }
    return insertionPoints
  }

  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    try ChunkTraces.privateTraces(by: DSDIFFFormat.walker(window))
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try DSDIFFRewriter(window, shape: shape)
    return try rewriter.plan(edit, of: document)
  }
}
