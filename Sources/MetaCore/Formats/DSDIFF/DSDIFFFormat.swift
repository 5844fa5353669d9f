/// DSDIFF: DSD sound in chunks as IFF has them, with sizes of eight bytes (Philips "DSDIFF" 1.5), and an ID3 tag as all players have it.
///
///     0  4  "FRM8"     4  8  size of the rest     12  4  "DSD "     16  …  chunks
struct DSDIFFFormat: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(name: "DSDIFF", extensions: ["dff"], keySpaces: [.id3, .dsdiff])
  }

  func match(_ head: ByteSlice, _ window: SourceWindow) -> FormatMatch {
    let isMine = head.starts(with: "FRM8".utf8) && head.clamped(from: 12).starts(with: "DSD ".utf8)
    return isMine ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var content = DSDIFFContent(window, options: options)
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
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var root = StructureNode(
      name: "FRM8", offset: 0, size: window.length, headerSize: Int(ChunkForm.dsdiff.start),
      summary: "DSD")
    var walker = DSDIFFFormat.walker(window, limits: options.limits)
    while let chunk = try walker.next(log: &log) {
      root.children.append(try node(chunk, in: window, options: options))
    }
    if let rest = StructureNode.leftOut(log) { root.children.append(rest) }
    return [root]
  }

  private func node(
    _ chunk: Chunk, in window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> StructureNode {
    var node = StructureNode(
      name: chunk.id.description, offset: chunk.offset, size: chunk.size,
      headerSize: chunk.headerSize)
    switch chunk.id {
    case ChunkID.id3, ChunkID.id3Upper:
      let tag = try ID3Tag.structure(
        at: chunk.bodyOffset, upTo: chunk.bodyEnd, in: window, options: options)
      node.children = tag.map { [$0] } ?? []
    case ChunkID.properties, ChunkID.masterInformation:
      let inner: Int64 = chunk.id == ChunkID.properties ? 4 : 0
      node.headerSize += Int(inner)
      var walker = ChunkWalker(
        window, from: chunk.bodyOffset + inner, to: chunk.bodyEnd, form: .dsdiff,
        limits: options.limits)
      var log = DiagnosticLog(limit: 0)
      while let child = try walker.next(log: &log) {
        node.children.append(
          StructureNode(
            name: child.id.description, offset: child.offset, size: child.size,
            headerSize: child.headerSize))
      }
    default: break
    }
    return node
  }

  func homes(of document: Document) -> [ItemHome] {
    var homes = ItemHome.id3(document.tagNames)
    if document.tagNames.contains(DSDIFFText.list) {
      homes.append(
        ItemHome(MetadataContainer(rawValue: DSDIFFText.list), [.dsdiff], isInStep: true))
    }
    return homes
  }

  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    try ChunkTraces.found(by: DSDIFFFormat.walker(window))
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: PlanShape
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try DSDIFFRewriter(window, shape: shape)
    return try rewriter.plan(edit, of: document)
  }
}
