/// Changes the metadata of a WAV file: ID3 tags, `INFO`, `bext`, XML and other chunks that are one value.
struct RIFFRewriter {
  private let window: SourceWindow
  private let shape: PlanShape
  private let form: FourCC
  private var chunks: ChunkRewriter
  private var lists: [(index: Int?, rewriter: ChunkTextList<InfoChunk>)] = []

  private static let metadataIDs: Set<FourCC> = [
    ChunkID.id3, ChunkID.id3Upper, ChunkID.list, ChunkID.bext, ChunkID.ixml, ChunkID.axml,
    ChunkID.xmp, ChunkID.display,
  ]

  init(_ window: SourceWindow, shape: PlanShape) throws(ParseError) {
    self.window = window
    self.shape = shape
    form = RIFFFormat.form(try window.bytes(at: 0, count: 12)) ?? ChunkID.riff
    chunks = try ChunkRewriter(
      RIFFRewriter.walker(window), shape: shape, metadataIDs: RIFFRewriter.metadataIDs)
    guard form != ChunkID.riff || window.length - 8 <= Int64(UInt32.max) else {
      throw ParseError(
        .unsupported, at: 4, "a RIFF file of more than 4 GiB, whose sizes nobody can know")
    }
  }

  private static func walker(_ window: SourceWindow) throws(ParseError) -> ChunkWalker {
    var log = DiagnosticLog()
    return try RIFFFormat.walker(window, options: ReadOptions(), log: &log)
  }

  /// What an edit makes of the file; nil when it cannot be laid out in this shape.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and what reading throws.
  mutating func plan(_ edit: DocumentEdit, of document: Document) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("WAV files")
    var tags = try ChunkTags(of: edit, in: chunks, window, shape: shape)
    try openLists()
    for change in edit.changes {
      if ChunkTags.concern(change) { try tags.apply(change) } else { try apply(change) }
    }
    if let chapters = edit.chapters { try tags.set(chapters, of: document) }
    for (index, info) in lists where info.isChanged {
      chunks.put(.body(info.pieces), at: index, id: ChunkID.list)
    }
    try tags.close(into: &chunks, newID: ChunkID.id3)
    let (form, window) = (self.form, self.window)
    return try chunks.plan(
      header: { end throws(ParseError) in
        try RIFFRewriter.header(form, end: end, in: window)
      }, walker: RIFFRewriter.walker)
  }

  // MARK: Changes

  private mutating func openLists() throws(ParseError) {
    for (index, part) in chunks.parts.enumerated()
    where part.id == ChunkID.list && part.bodySize >= 4 {
      guard let info = try ChunkTextList<InfoChunk>(part, in: window) else { continue }
      lists.append((index, info))
    }
  }

  private mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    let name = change.container.rawValue
    if name == "LIST/INFO" { return try applyToList(change) }
    switch change {
    case .add(let home, let entry):
      var part = ChunkRewriter.Part(
        id: try RIFFRewriter.id(name), range: 0..<0, bodySize: 0,
        content: try content(entry, name, replacing: nil))
      part.keepOrder(of: entry, in: home)
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
    if change.location == nil, lists.isEmpty { lists.append((nil, ChunkTextList<InfoChunk>())) }
    guard let index = lists.firstIndex(where: { $0.rewriter.holds(change) }) else {
      throw change.isNowhere
    }
    try lists[index].rewriter.apply(change)
  }

  private static func id(_ name: String) throws(ParseError) -> FourCC {
    guard let id = FourCC(name), metadataIDs.contains(id) else {
      throw ParseError(.unsupported, at: 0, "no chunk of WAV files is called \(name)")
    }
    return id
  }

  /// The body of a chunk that is one entry.
  private func content(
    _ entry: DocumentEdit.Entry, _ name: String, replacing part: ChunkRewriter.Part?
  ) throws(ParseError) -> ChunkRewriter.Content {
    if let bytes = entry.bytes { return .body([.write(Array(bytes.bytes.dropFirst(8)))]) }
    if name == "bext" {
      var old: BroadcastExtension?
      if let part {
        old = try BroadcastExtension.parse(
          try window.bytes(at: part.bodyOffset, count: Int(clamping: part.bodySize)))
      }
      return .body([.write(try BroadcastExtension(entry.items, changing: old).encode())])
    }
    if name == "_PMX", let part {
      let packet = try window.bytes(at: part.bodyOffset, count: Int(clamping: part.bodySize))
      return .body([.write(try XMPEditor.packet(packet, items: entry.items))])
    }
    let item = entry.items.first { name != "_PMX" || $0.key == "packet" }
    switch item?.value {
    case .string(let text): return .body([.write(Array(text.utf8))])
    case .data(let data):
      return .body([.write(Array(try data.load(from: window.source).bytes))])
    default:
      throw ParseError(
        .notRepresentable, at: part?.range.lowerBound ?? 0, "\(name) holds text or bytes",
        path: StructurePath([name]))
    }
  }

  // MARK: Sizes

  /// The bytes before the first chunk, and `ds64` up to its first number, for a file whose last chunk ends at `end`.
  private static func header(
    _ form: FourCC, end: Int64, in window: SourceWindow
  ) throws(ParseError) -> [FileLayout.Piece] {
    let head = try window.bytes(at: 0, upTo: 28)
    var reader = ByteReader(head.clamped(from: 4))
    let claimed = try reader.littleU32()
    var size = ByteWriter()
    let isWide = form != ChunkID.riff && head.clamped(from: 12).starts(with: "ds64".utf8)
    if isWide, claimed == .max {
      size.u32(.max)
    } else {
      guard claimed != 0, claimed != .max, let number = UInt32(exactly: end - 8) else {
        throw ParseError(
          .unsupported, at: 4, "the size of the file was never written, or does not fit 32 bits")
      }
      size.littleU32(number)
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
  func homes(of document: Document) -> [ItemHome] {
    let names = document.container.facts.tags
    var homes = ItemHome.id3(names)
    if names.contains("INFO") {
      homes.append(ItemHome(MetadataContainer(rawValue: "LIST/INFO"), [.riff], isInStep: true))
    }
    return homes
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: PlanShape
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try RIFFRewriter(window, shape: shape)
    return try rewriter.plan(edit, of: document)
  }
}
