/// Plans edits to the metadata in a WAV file: ID3 tags, `INFO`, `bext`, XML and other single-value
/// chunks, and ID3v1 after the form.
///
/// Chapters are written to ID3 tags; C2PA manifests can only be removed and restored.
struct RIFFRewriter {
  private let window: SourceWindow
  private let shape: LayoutConstraints
  private let form: FourCC
  private var chunks: ChunkRewriter
  private var trailingTag: ID3v1Rewriter?
  private var lists: [(index: Int?, rewriter: ChunkTextList<InfoChunk>)] = []

  private static let metadataIDs: Set<FourCC> = [
    ChunkID.id3, ChunkID.id3Upper, ChunkID.list, ChunkID.bext, ChunkID.ixml, ChunkID.axml,
    ChunkID.xmp, ChunkID.display, ChunkID.claims,
  ]

  /// Reads the headers of the chunks, and the ID3v1 tag after the form.
  ///
  /// - Throws: `unsupported` when the file is too large for its form or has too many chunks, and
  ///   read errors.
  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    form = RIFFFormat.form(try window.bytes(at: 0, count: 12)) ?? ChunkID.riff
    let walker = try RIFFRewriter.walker(window)
    chunks = try ChunkRewriter(walker, shape: shape, metadataIDs: RIFFRewriter.metadataIDs)
    if walker.end < window.length {
      let tag = try window.bytes(at: window.length - Int64(ID3v1.size), count: ID3v1.size)
      trailingTag = ID3v1Rewriter(tag)
    }
    guard form == ChunkID.rf64 || form == ChunkID.bw64 || window.length - 8 <= Int64(UInt32.max)
    else {
      throw ParseError(
        .unsupported, at: 4, "a RIFF file of more than 4 GiB has no reliable sizes")
    }
  }

  private static func walker(_ window: SourceWindow) throws(ParseError) -> ChunkWalker {
    var log = DiagnosticLog()
    return try RIFFFormat.walker(window, options: ReadOptions(), log: &log)
  }

  /// Plans an edit; returns nil when the layout constraints do not allow it.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  mutating func plan(_ edit: DocumentEdit, of document: Document) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("WAV files")
    var tags = try ChunkTags(of: edit, in: chunks, window, shape: shape)
    try openLists()
    for change in edit.changes {
      if ChunkTags.concern(change) {
        try tags.apply(change)
      } else if trailingTag?.covers(change) == true {
        try trailingTag?.apply(change)
        chunks.trailer = trailingTag?.result
      } else {
        try apply(change.stored(in: chunks.form))
      }
    }
    if let chapters = edit.chapters { try tags.set(chapters, of: document) }
    for (index, info) in lists where info.isChanged {
      chunks.setContent(.body(info.pieces), at: index, id: ChunkID.list)
    }
    try tags.close(into: &chunks, newID: ChunkID.id3)
    chunks.notes += trailingTag?.notes.diagnostics ?? []
    let (form, window) = (self.form, self.window)
    return try chunks.plan(
      header: { end throws(ParseError) in
        try RIFFRewriter.header(form, end: end, in: window)
      }, walker: RIFFRewriter.walker)
  }

  // MARK: Changes

  /// Reads the `INFO` lists.
  private mutating func openLists() throws(ParseError) {
    for (index, part) in chunks.parts.enumerated()
    where part.id == ChunkID.list && part.bodySize >= 4 {
      guard let info = try ChunkTextList<InfoChunk>(part, chunks.form, in: window) else { continue }
      lists.append((index, info))
    }
  }

  /// Applies a change that concerns neither an ID3 tag nor ID3v1.
  private mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    let name = change.container.rawValue
    if name == "LIST/INFO" { return try applyToList(change) }
    switch change {
    case .add(let insertionPoint, let entry):
      var part = ChunkRewriter.ChunkEdit(
        id: try RIFFRewriter.id(name), range: 0..<0, bodySize: 0,
        content: try content(entry, name, replacing: nil))
      part.keepOrder(of: entry, in: insertionPoint)
      chunks.add(part)
    case .remove(let location):
      guard let index = chunks.index(of: location) else { throw change.isNowhere }
      chunks.set(.removed, at: index)
    case .replace(let location, let entry):
      guard let index = chunks.index(of: location) else { throw change.isNowhere }
      chunks.set(try content(entry, name, replacing: chunks.parts[index]), at: index)
    }
  }

  private mutating func applyToList(_ change: DocumentEdit.Change) throws(ParseError) {
    if change.location == nil, lists.isEmpty {
      lists.append((nil, ChunkTextList<InfoChunk>(chunks.form)))
    }
    guard let index = lists.firstIndex(where: { $0.rewriter.covers(change) }) else {
      throw change.isNowhere
    }
    try lists[index].rewriter.apply(change)
  }

  private static func id(_ name: String) throws(ParseError) -> FourCC {
    guard let id = FourCC(name), metadataIDs.contains(id) else {
      throw ParseError(.unsupported, at: 0, "WAV files have no chunk named \(name)")
    }
    return id
  }

  /// Returns the new content of a chunk whose items form one entry.
  private func content(
    _ entry: DocumentEdit.Entry, _ name: String, replacing part: ChunkRewriter.ChunkEdit?
  ) throws(ParseError) -> ChunkRewriter.Content {
    if let bytes = entry.bytes { return .body([.write(Array(bytes.bytes.dropFirst(8)))]) }
    if name == ChunkID.claims.description {
      throw ContentCredentials.refusal(at: part?.range.lowerBound ?? 0)
    }
    if name == "bext" {
      var old: BroadcastExtension?
      if let part {
        old = try BroadcastExtension.parse(
          try window.bytes(at: part.bodyOffset, count: Int(clamping: part.bodySize)),
          chunks.form.order)
      }
      let new = try BroadcastExtension(entry.items, changing: old)
      return .body([.write(new.encode(chunks.form.order))])
    }
    if name == "_PMX" {
      let packet = try part.map { part throws(ParseError) in
        try window.bytes(at: part.bodyOffset, count: Int(clamping: part.bodySize))
      }
      return .body([.write(try XMPEditor.packet(packet, items: entry.items))])
    }
    switch entry.items.first?.value {
    case .string(let text): return .body([.write(Array(text.utf8))])
    case .data(let data):
      let bytes = try data.load(from: window.source)
      let isSwapped = name == ChunkID.display.description && chunks.form == .rifx
      return .body([.write(isSwapped ? DisplayChunkByteOrder.swapped(bytes) : Array(bytes.bytes))])
    default:
      throw ParseError(
        .notRepresentable, at: part?.range.lowerBound ?? 0, "\(name) can hold only text or bytes",
        path: StructurePath([name]))
    }
  }

  // MARK: Sizes

  /// Returns the bytes before the first chunk and, in RF64 and BW64, `ds64` up to its first number,
  /// for a form that ends at `end`.
  ///
  /// - Throws: `unsupported` when the old size of the form is unknown, or the new size exceeds 32
  ///   bits in a form without `ds64`; also read errors.
  private static func header(
    _ form: FourCC, end: Int64, in window: SourceWindow
  ) throws(ParseError) -> [FileLayout.Piece] {
    let head = try window.bytes(at: 0, upTo: 28)
    let order = try RIFFFormat.chunkForm(of: window).order
    var reader = ByteReader(head.clamped(from: 4))
    let claimed = try reader.u32(order)
    var size = ByteWriter()
    let isWide =
      (form == ChunkID.rf64 || form == ChunkID.bw64)
      && head.clamped(from: 12).starts(with: "ds64".utf8)
    if isWide, claimed == .max {
      size.u32(.max)
    } else {
      guard claimed != 0, claimed != .max, let number = UInt32(exactly: end - 8) else {
        throw ParseError(
          .unsupported, at: 4, "the file size was never written, or exceeds 32 bits")
      }
      size.u32(number, order)
    }
    var pieces: [FileLayout.Piece] = [.media(0..<4), .write(size.bytes), .media(8..<12)]
    guard isWide else { return pieces }
    var wide = ByteWriter()
    wide.littleU64(UInt64(clamping: end - 8))
    pieces += [.media(12..<20), .write(wide.bytes)]
    return pieces
  }
}

extension RIFFFormat {
  func insertionPoints(of document: Document) -> [InsertionPoint] {
    let names = document.container.facts.tags
    var insertionPoints = InsertionPoint.id3(names)
    if names.contains("INFO") {
      insertionPoints.append(
        InsertionPoint(MetadataContainer(rawValue: "LIST/INFO"), [.riff], isKeptInSync: true))
    }
    if names.contains(ID3v1.container.rawValue) {
      insertionPoints.append(InsertionPoint(ID3v1.container, [.id3v1], isKeptInSync: true))
    }
    return insertionPoints
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try RIFFRewriter(window, shape: shape)
    return try rewriter.plan(edit, of: document)
  }
}

extension DocumentEdit.Change {
  /// Returns the change with the bytes of its entry in the byte order of `form`, because a dump may
  /// come from a file with the opposite byte order.
  ///
  /// - Throws: Read errors.
  fileprivate func stored(in form: ChunkForm) throws(ParseError) -> DocumentEdit.Change {
    switch self {
    case .add(let insertionPoint, let entry): .add(insertionPoint, try entry.stored(in: form))
    case .replace(let location, let entry): .replace(location, try entry.stored(in: form))
    case .remove: self
    }
  }
}

extension DocumentEdit.Entry {
  /// Returns the entry with its bytes in the byte order of `form`; they are taken to be in the
  /// opposite order if only that order yields the actual size of the chunk.
  fileprivate func stored(in form: ChunkForm) throws(ParseError) -> DocumentEdit.Entry {
    guard let bytes else { return self }
    let other: ChunkForm = form == .riff ? .rifx : .riff
    var reader = ByteReader(bytes)
    let id = try reader.fourCC()
    let size = try reader.bytes(form.headerSize - 4)
    let body = reader.takeRest()
    var (sizeReader, otherSizeReader) = (ByteReader(size), ByteReader(size))
    guard try form.size(&sizeReader) != UInt64(body.count),
      try other.size(&otherSizeReader) == UInt64(body.count)
    else { return self }
    var new = Array(body.bytes)
    if id == ChunkID.bext {
      new = try BroadcastExtension.parse(body, other.order).encode(form.order)
    } else if id == ChunkID.display {
      new = DisplayChunkByteOrder.swapped(body)
    }
    return DocumentEdit.Entry(
      items, bytes: ByteSlice(form.header(id, size: Int64(new.count)) + new))
  }
}
