/// A text chunk in a list chunk, parsed or to be written: one string in `LIST/INFO` of WAV
/// (``InfoChunk``) or `DIIN` of DSDIFF (``DSDIFFText``).
protocol ListedText: Sendable {
  /// The bytes of the list before its first chunk.
  static var prefix: [UInt8] { get }
  /// The display name of the list.
  static var list: String { get }

  /// Returns the text of the chunk with this ID and body.
  static func parse(_ id: FourCC, body: ByteSlice) -> Self
  /// Creates the text of a metadata item; nil when its key is not a chunk ID or its value is not
  /// text.
  init?(_ item: MetadataItem)
  var id: FourCC { get }
  /// Returns the text, encoded in the same way as `old`.
  func stored(like old: Self) -> Self
  /// Encodes the chunk: header, body and padding.
  func encode(_ form: ChunkForm) -> [UInt8]
}

/// Edits the strings in one chunk that lists them: `LIST/INFO` in WAV, `DIIN` in DSDIFF.
///
/// Unchanged strings keep their bytes; ``pieces`` is the new body of the chunk, made of ranges of
/// the file and new bytes.
struct ChunkTextList<Text: ListedText> {
  /// One string of the new list: kept from the file, or new bytes.
  private enum TextChunk {
    case kept(Range<Int64>, Text)
    case new([UInt8])
  }

  private let range: Range<Int64>
  private let form: ChunkForm
  private var entries: [TextChunk] = []
  /// Whether the pad byte of the last string is not zero and is replaced by a zero byte.
  private var padsLast = false
  /// The bytes after the last string.
  private var rest: Range<Int64> = 0..<0
  /// Whether any string has changed.
  private(set) var isChanged = false

  /// Creates an empty list.
  init(_ form: ChunkForm) {
    range = 0..<0
    self.form = form
  }

  /// Reads the strings in a list; nil when the list has a different type.
  ///
  /// - Throws: `unsupported` when a string extends past the end of the list, and read errors.
  init?(
    _ part: ChunkRewriter.ChunkEdit, _ form: ChunkForm, in window: SourceWindow
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
          .unsupported, at: chunk.offset, "a string extends past the end of its list",
          path: StructurePath([Text.list, chunk.id.description]))
      }
      var textEnd = position
      // A final pad byte other than zero would be mistaken for the first byte of the next ID.
      if position == end, position > chunk.bodyEnd,
        try window.bytes(at: chunk.bodyEnd, count: 1)[0] != 0
      {
        textEnd = chunk.bodyEnd
        padsLast = true
      }
      entries.append(.kept(chunk.offset..<textEnd, Text.parse(chunk.id, body: body)))
    }
    // At bytes that are not a chunk, the walker skips to the end, so `position` may be too far.
    let last = entries.last.map { entry in
      if case .kept(let range, _) = entry { range.upperBound } else { position }
    }
    rest = padsLast ? end..<end : (last ?? start)..<end
  }

  /// Whether a change concerns a string in this list, or a new string for it.
  func covers(_ change: DocumentEdit.Change) -> Bool {
    guard let location = change.location else { return true }
    return range.contains(location.offset)
  }

  /// Changes one string.
  ///
  /// - Throws: `unsupported` when there is no string at the location, `notRepresentable` when an
  ///   item is not text or its key is not a chunk ID.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    isChanged = true
    switch change {
    case .replace(let location, let entry):
      let index = try index(of: location, change)
      var old: Text?
      if case .kept(_, let chunk) = entries[index] { old = chunk }
      entries.replaceSubrange(index...index, with: try makeEntries(entry, like: old))
    case .remove(let location): entries.remove(at: try index(of: location, change))
    case .add(_, let entry): entries += try makeEntries(entry, like: nil)
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

  /// Returns the text chunks for an entry, encoded like the old string if there was one.
  private func makeEntries(
    _ entry: DocumentEdit.Entry, like old: Text?
  ) throws(ParseError) -> [TextChunk] {
    if let bytes = entry.bytes {
      return [.new(Array(bytes.bytes) + (bytes.count % 2 == 1 ? [0] : []))]
    }
    var chunks: [TextChunk] = []
    for item in entry.items {
      guard let chunk = Text(item), chunk.id.isChunkID else {
        throw ParseError(
          .notRepresentable, at: range.lowerBound,
          "the list can hold only strings with four-character keys",
          path: StructurePath([Text.list, item.key.description]))
      }
      chunks.append(.new((old.map { chunk.stored(like: $0) } ?? chunk).encode(form)))
    }
    return chunks
  }

  /// The body of the list.
  var pieces: [FileLayout.Piece] {
    var pieces: [FileLayout.Piece] = Text.prefix.isEmpty ? [] : [.write(Text.prefix)]
    var lacksPad = false
    for entry in entries {
      // The last string in a list may lack its pad byte.
      if lacksPad { pieces.append(.write([0])) }
      switch entry {
      case .kept(let range, _):
        pieces.append(.keep(range))
        lacksPad = (range.upperBound - range.lowerBound) % 2 == 1
      case .new(let bytes):
        pieces.append(.write(bytes))
        lacksPad = bytes.count % 2 == 1
      }
    }
    if lacksPad, padsLast { pieces.append(.write([0])) }
    if !rest.isEmpty { pieces.append(.keep(rest)) }
    return pieces
  }
}
