/// A chunk that is one text in a list of such: in `LIST/INFO` of RIFF, in `DIIN` of DSDIFF.
protocol ListedText: Sendable {
  /// What the list begins with, before the first of its chunks.
  static var prefix: [UInt8] { get }
  /// The name of the list for display.
  static var list: String { get }

  /// The chunk of this id with this body.
  static func parse(_ id: FourCC, body: ByteSlice) -> Self
  /// The chunk of a metadata item, or nil when its key is no id or its value no text.
  init?(_ item: MetadataItem)
  var id: FourCC { get }
  /// The same, stored as `old` is.
  func stored(like old: Self) -> Self
  /// Header, body and padding.
  func encode(_ form: ChunkForm) -> [UInt8]
}

/// Changes the texts of a list; other texts keep their bytes.
struct ChunkTextList<Text: ListedText> {
  private enum Entry {
    case kept(Range<Int64>, Text)
    case made([UInt8])
  }

  private let range: Range<Int64>
  private let form: ChunkForm
  private var entries: [Entry] = []
  /// Whether the last text has a pad that is not kept.
  private var padsLast = false
  /// The bytes after the last text.
  private var rest: Range<Int64> = 0..<0
  /// Whether anything was changed.
  private(set) var isChanged = false

  /// A new, empty list.
  init(_ form: ChunkForm) {
    range = 0..<0
    self.form = form
  }

  /// The texts of a list, or nil when it is of another type.
  ///
  /// - Throws: what reading throws.
  init?(
    _ part: ChunkRewriter.Part, _ form: ChunkForm, in window: SourceWindow
  ) throws(ParseError) {
    self.form = form
    let prefix = Text.prefix
    guard try window.bytes(at: part.bodyOffset, upTo: prefix.count).starts(with: prefix) else {
      return nil
    }
    range = part.range
    let start = part.bodyOffset + Int64(prefix.count)
    var log = DiagnosticLog()
    let end = part.bodyOffset + part.bodySize
    var walker = ChunkWalker(
      window, from: start, to: end, form: form, limits: .standard)
    var position = start
    while let chunk = try walker.next(log: &log) {
      let body = try window.bytes(at: chunk.bodyOffset, upTo: Int(min(chunk.bodySize, 65536)))
      position = min(end, walker.position)
      guard chunk.isWhole else {
        throw ParseError(
          .unsupported, at: chunk.offset, "a text reaches past its list",
          path: StructurePath([Text.list, chunk.id.description]))
      }
      var textEnd = position
      // A final pad byte other than zero would be taken for the first byte of the next ID.
      if position == end, position > chunk.bodyEnd,
        try window.bytes(at: chunk.bodyEnd, count: 1)[0] != 0
      {
        textEnd = chunk.bodyEnd
        padsLast = true
      }
      entries.append(.kept(chunk.offset..<textEnd, Text.parse(chunk.id, body: body)))
    }
    // After bytes that are not a chunk, the walker continues at the end.
    let last = entries.last.map { entry in
      if case .kept(let range, _) = entry { range.upperBound } else { position }
    }
    rest = padsLast ? end..<end : (last ?? start)..<end
  }

  /// Whether a change is about a text of this list, or a new one for it.
  func holds(_ change: DocumentEdit.Change) -> Bool {
    guard let location = change.location else { return true }
    return range.contains(location.offset)
  }

  /// Changes one text.
  ///
  /// - Throws: `unsupported` when there is none at the location, `notRepresentable` when none can
  ///   have the name.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    isChanged = true
    switch change {
    case .replace(let location, let entry):
      let index = try index(of: location, change)
      var old: Text?
      if case .kept(_, let chunk) = entries[index] { old = chunk }
      entries.replaceSubrange(index...index, with: try made(entry, like: old))
    case .remove(let location): entries.remove(at: try index(of: location, change))
    case .add(_, let entry): entries += try made(entry, like: nil)
    }
  }

  private func index(
    of location: ItemLocation, _ change: DocumentEdit.Change
  ) throws(ParseError) -> Int {
    let index = entries.firstIndex {
      if case .kept(let range, _) = $0 { range.lowerBound == location.offset } else { false }
    }
    guard let index else { throw change.isNowhere }
    return index
  }

  private func made(
    _ entry: DocumentEdit.Entry, like old: Text?
  ) throws(ParseError) -> [Entry] {
    if let bytes = entry.bytes {
      return [.made(Array(bytes.bytes) + (bytes.count % 2 == 1 ? [0] : []))]
    }
    var made: [Entry] = []
    for item in entry.items {
      guard let chunk = Text(item), chunk.id.isChunkID else {
        throw ParseError(
          .notRepresentable, at: range.lowerBound, "it holds texts under keys of four letters",
          path: StructurePath([Text.list, item.key.description]))
      }
      made.append(.made((old.map { chunk.stored(like: $0) } ?? chunk).encode(form)))
    }
    return made
  }

  /// The body of the list.
  var pieces: [FileLayout.Piece] {
    var pieces: [FileLayout.Piece] = Text.prefix.isEmpty ? [] : [.write(Text.prefix)]
    var lacksPad = false
    for entry in entries {
      // The last text of a list may have been left without its zero.
      if lacksPad { pieces.append(.write([0])) }
      switch entry {
      case .kept(let range, _):
        pieces.append(.keep(range))
        lacksPad = (range.upperBound - range.lowerBound) % 2 == 1
      case .made(let bytes):
        pieces.append(.write(bytes))
        lacksPad = bytes.count % 2 == 1
      }
    }
    if lacksPad, padsLast { pieces.append(.write([0])) }
    if !rest.isEmpty { pieces.append(.keep(rest)) }
    return pieces
  }
}
