/// Plans a RIFF, AIFF or DSDIFF file with changed metadata chunks: a format sets the new contents
/// of chunks, and ``plan(header:walker:)`` lays out the file.
///
/// Chunks other than metadata chunks are payload, whose bytes are kept. If data may move freely,
/// all chunks are written in sequence; otherwise, changed chunks before the last payload chunk are
/// written as follows:
///
///     in place    a chunk that fits in its old place, including an adjacent free chunk
///     at the end  one that does not; its old place becomes a free chunk
struct ChunkRewriter {
  /// The new content of a chunk.
  enum Content {
    case unchanged
    case removed
    /// Replaced by this body.
    case body([FileLayout.Piece])
    /// Replaced by this tag.
    case tag(ID3TagBuilder)
  }

  /// One chunk of the old file, or a new one, with its new content.
  struct ChunkEdit {
    let id: FourCC
    /// The range from its header to the start of the next chunk; empty for a new chunk.
    let range: Range<Int64>
    let bodySize: Int64
    /// The start of its body; zero for a new chunk.
    var bodyOffset: Int64 = 0
    var content = Content.unchanged
    /// The IDs of the chunks before which a restored chunk is inserted, after the chunks restored
    /// earlier; nil for other chunks.
    var successors: Set<FourCC>?

    var size: Int64 { range.upperBound - range.lowerBound }
    /// Whether the chunk is a free chunk whose body bytes are all equal, so that its space can be
    /// used.
    var isFree = false
    var isChanged: Bool { if case .unchanged = content { false } else { true } }
  }

  let window: SourceWindow
  let shape: LayoutConstraints
  let form: ChunkForm
  /// The IDs of metadata chunks, which may move.
  let metadataIDs: Set<FourCC>
  private(set) var parts: [ChunkEdit] = []
  /// New chunks.
  private(set) var added: [ChunkEdit] = []
  /// The end of the last chunk; the end of the walked range if ``isOpenEnded``.
  private(set) var end: Int64
  /// The declared end of the form, limited to the end of the walked range.
  private let formEnd: Int64
  /// Whether the last chunk has no definite size, or declares more than the file contains.
  private(set) var isOpenEnded = false
  /// The offset of a `data` chunk of size zero, as left by streaming programs: players treat
  /// everything after it as audio.
  private var unsizedAudioOffset: Int64?
  var notes: [Diagnostic] = []
  /// The replacement, of the same size, for the last bytes of the file, which follow the form; nil
  /// when these bytes are kept.
  var trailer: [UInt8]?
  private var layout = FileLayout()
  private var proofs: [TagSequence.ExpectedTag] = []
  /// Chunks that do not fit in their old places and are written after the payload, in order.
  private var moved: [ChunkEdit] = []
  /// The chunks that must be found in the new file.
  private var expected: [(id: FourCC, size: Int64)] = []
  /// Whether the last chunk so far has an odd size and no pad byte.
  private var lacksPad = false

  /// Reads the headers of all chunks.
  ///
  /// - Throws: `unsupported` when there are too many chunks, and read errors.
  init(
    _ walker: ChunkWalker, shape: LayoutConstraints, metadataIDs: Set<FourCC>
  ) throws(ParseError) {
    window = walker.window
    self.shape = shape
    form = walker.form
    end = form.start
    self.metadataIDs = metadataIDs
    var walker = walker
    var log = DiagnosticLog()
    let formEnd = try ChunkRewriter.formEnd(in: window, form)
    self.formEnd = min(formEnd, walker.end)
    while let chunk = try walker.next(log: &log) {
      // Bytes directly after the end of the form that would be a truncated chunk are not treated as
      // a chunk.
      if !chunk.isWhole, chunk.offset == formEnd, !parts.isEmpty {
        break
      }
      let end = min(walker.position, window.length)
      let body = chunk.bodyOffset..<max(chunk.bodyOffset, min(chunk.bodyEnd, end))
      var part = ChunkEdit(
        id: chunk.id, range: chunk.offset..<end, bodySize: chunk.bodySize,
        bodyOffset: chunk.bodyOffset)
      if ChunkID.free.contains(chunk.id) { part.isFree = try window.isFilling(body) }
      parts.append(part)
      self.end = end
      let wideSize = chunk.claimedSize == UInt32.max ? walker.wideSizes[chunk.id] : nil
      let claimed = wideSize ?? chunk.claimedSize
      isOpenEnded = claimed != UInt64(clamping: chunk.bodySize)
      if form.isRIFF, chunk.id == ChunkID.data, claimed == 0 { unsizedAudioOffset = chunk.offset }
      if isOpenEnded { self.end = walker.end }
    }
    if log.diagnostics.contains(where: { $0.code == .limitExceeded }) {
      throw ParseError(.unsupported, at: 0, "too many chunks to edit")
    }
  }

  /// Returns the declared end of the form.
  private static func formEnd(
    in window: SourceWindow, _ form: ChunkForm
  ) throws(ParseError) -> Int64 {
    var reader = ByteReader(try window.bytes(at: 4, count: form.headerSize - 4))
    let size = Int64(clamping: try form.size(&reader))
    return size.addingReportingOverflow(Int64(form.headerSize)).partialValue
  }

  /// Returns the index of the old chunk that contains an item, or nil.
  func index(of location: ItemLocation) -> Int? {
    parts.firstIndex { $0.range.contains(location.offset) }
  }

  /// Changes the content of a chunk.
  mutating func set(_ content: Content, at index: Int) { parts[index].content = content }

  /// Changes the content of a chunk; without an index, adds a new chunk.
  mutating func setContent(_ content: Content, at index: Int?, id: FourCC) {
    guard let index else {
      return add(ChunkEdit(id: id, range: 0..<0, bodySize: 0, content: content))
    }
    parts[index].content = content
  }

  /// Adds a new chunk: in free space where it fits unless data may move freely, at its former
  /// position if it is restored, otherwise at the end.
  mutating func add(_ part: ChunkEdit) { added.append(part) }

  private var headerSize: Int64 { Int64(form.headerSize) }

  /// Whether there are changes.
  var isChanged: Bool { !added.isEmpty || trailer != nil || parts.contains(where: \.isChanged) }

  // MARK: Layout

  /// Returns the plan for the file; nil when the layout constraints do not allow it.
  ///
  /// `header` creates the first bytes of the file, which contain the size of the form, given the
  /// offset of the end of the form; `walker` creates the walker that reads the chunks of the new
  /// file back.
  ///
  /// - Throws: `unsupported` when the edit cannot be done reliably, and read errors.
  mutating func plan(
    header: (Int64) throws(ParseError) -> [FileLayout.Piece],
    walker: (SourceWindow) throws(ParseError) -> ChunkWalker
  ) throws(ParseError) -> EditPlan? {
    guard isChanged else { return EditPlan(.unchanged(window.length)) }
    let headSize = try header(end).reduce(0) { $0 + $1.count }
    layout.append(.media(0..<form.start))
    guard try layOutParts() else { return nil }
    for part in added { try append(part) }
    let newEnd = layout.size
    if let audioOffset = unsizedAudioOffset, !keepsBytes(from: audioOffset) {
      throw ParseError(
        .unsupported, at: audioOffset,
        "the size of the audio was never written, so nothing after it can be changed")
    }
    let rest = end..<max(end, window.length)
    if isOpenEnded, newEnd != end {
      throw ParseError(
        .unsupported, at: parts.last?.range.lowerBound ?? 0,
        "the size of the last chunk was never written, so nothing can be added after it")
    }
    var file = FileLayout()
    // Bytes in the form after its last chunk stay there.
    let inner = max(0, formEnd - end)
    file.append(newEnd == end ? [.media(0..<headSize)] : try header(newEnd.plus(inner)))
    file.append(try layout.pieces.withoutFirst(headSize))
    let start = rest.upperBound.minus(Int64(trailer?.count ?? 0))
    if let trailer {
      guard start >= rest.lowerBound else {
        throw ParseError(.unsupported, at: rest.lowerBound, "the tag after the form is truncated")
      }
      file.append([.keep(rest.lowerBound..<start), .write(trailer)])
    } else {
      file.append(.keep(rest))
    }
    let plan = try file.editPlan(in: window, shape: shape, proofs: proofs, notes: notes)
    if let plan { try prove(plan.rewrite, walker) }
    return plan
  }

  /// Whether the new layout ends with all old bytes from an offset to the end of the last chunk.
  private func keepsBytes(from offset: Int64) -> Bool {
    var start = end
    for piece in layout.pieces.reversed() {
      switch piece {
      case .media(let range), .keep(let range):
        guard range.upperBound == start else { return start <= offset }
        start = range.lowerBound
      case .write, .fill: return start <= offset
      }
    }
    return start <= offset
  }

  /// Lays out the chunks; returns false when a restored chunk must be inserted among them, but data
  /// may not move freely.
  private mutating func layOutParts() throws(ParseError) -> Bool {
    let last = parts.lastIndex { !metadataIDs.contains($0.id) && !$0.isFree } ?? -1
    var index = 0
    while index < parts.count {
      let part = parts[index]
      let isInner = index <= last && shape.movement != .free
      if index == last + 1 { try appendMoved() }
      if let lastDue = added.lastIndex(where: { $0.successors?.contains(part.id) ?? false }) {
        guard shape.movement == .free else { return false }
        for new in added[...lastDue] { try append(new) }
        added.removeFirst(lastDue + 1)
      }
      if part.isFree, shape.movement != .free, let new = removeAdded(for: part) {
        try append(new, filling: part.size)
        index += 1
        continue
      }
      if !part.isChanged && !isOvertaken(part) || !isInner {
        try append(part)
        index += 1
        continue
      }
      var available = part.size
      var next = index + 1
      while next < parts.count, parts[next].isFree, !fits(part, available) {
        available += parts[next].size
        next += 1
      }
      if fits(part, available), !isOvertaken(part) {
        try append(part, filling: available)
        index = next
      } else {
        appendFree(part.size)
        if case .removed = part.content {} else { moved.append(part.moved) }
        index += 1
      }
    }
    try appendMoved()
    return true
  }

  /// Whether an earlier metadata chunk has moved, so that this one must follow it.
  private func isOvertaken(_ part: ChunkEdit) -> Bool {
    !moved.isEmpty && metadataIDs.contains(part.id)
  }

  /// Appends the chunks that did not fit in their old places.
  private mutating func appendMoved() throws(ParseError) {
    for part in moved { try append(part) }
    moved = []
  }

  /// Removes and returns the first new chunk that fits in the given free chunk; nil when there is
  /// none.
  ///
  /// If the first chunk of the file is a free chunk of up to 64 bytes, it stays, because writers
  /// reserve it for `ds64`, which files of more than 4 GiB need.
  private mutating func removeAdded(for part: ChunkEdit) -> ChunkEdit? {
    guard part.range.lowerBound > form.start || part.bodySize > 64,
      let index = added.firstIndex(where: { fits($0, part.size) }),
      index == 0 || added[0].successors == nil
    else { return nil }
    return added.remove(at: index)
  }

  /// Whether a chunk fits in `available` bytes and leaves either no space or enough for a free
  /// chunk.
  private func fits(_ part: ChunkEdit, _ available: Int64) -> Bool {
    switch part.content {
    case .unchanged: return true
    case .removed: return true
    case .tag(let image):
      let least = headerSize + image.leastSize
      return image.takesPadding ? least <= available : least == available
    case .body(let pieces):
      let body = pieces.reduce(0) { $0 + $1.count }
      let size = headerSize + ChunkRewriter.padded(body)
      return headerSize + body == available || size == available || size + headerSize <= available
    }
  }

  private static func padded(_ size: Int64) -> Int64 { size + size % 2 }

  /// Appends a chunk and fills the rest of `space` bytes: a tag with padding, another chunk with a
  /// free chunk; a removed chunk is replaced by a free chunk.
  ///
  /// No chunk moves, so a missing pad byte before or after the space remains missing.
  private mutating func append(_ part: ChunkEdit, filling space: Int64) throws(ParseError) {
    lacksPad = false
    switch part.content {
    case .tag(let image):
      let padding = space - headerSize - image.leastSize
      try appendTag(part.id, image, padding: padding, space: space)
    case .body(let pieces):
      let size = headerSize + ChunkRewriter.padded(pieces.reduce(0) { $0 + $1.count })
      appendChunk(part.id, pieces, space: space)
      if space > size { appendFree(space - size) }
    case .removed, .unchanged: appendFree(space)
    }
  }

  /// Appends a chunk without a limit on its size; a tag keeps its old size if possible, unless data
  /// may move freely.
  private mutating func append(_ part: ChunkEdit) throws(ParseError) {
    switch part.content {
    case .unchanged:
      let isMedia = !metadataIDs.contains(part.id)
      layout.append(isMedia ? .media(part.range) : .keep(part.range))
      lacksPad = part.bodySize % 2 == 1 && part.size == part.bodySize + headerSize
      expected.append((part.id, part.bodySize))
    case .removed:
      // Its space is kept if something follows it, so that it can be restored.
      if shape.movement != .free, part.range.upperBound < end { appendFree(part.size) }
    case .body(let pieces): appendChunk(part.id, pieces)
    case .tag(let image):
      let old = part.size - headerSize
      var padding = max(0, old - image.leastSize)
      if shape.movement == .free { padding = part.size > 0 ? shape.padding : 0 }
      if !image.takesPadding { padding = 0 }
      if (image.leastSize + padding) % 2 == 1, image.takesPadding { padding += 1 }
      try appendTag(part.id, image, padding: padding)
    }
  }

  /// Appends a chunk with an ID3 tag, which is read back after planning.
  private mutating func appendTag(
    _ id: FourCC, _ image: ID3TagBuilder, padding: Int64, space: Int64 = .max
  ) throws(ParseError) {
    let pieces = try image.pieces(padding: padding)
    addPad()
    let start = layout.size + headerSize
    appendChunk(id, pieces, space: space)
    proofs.append(
      TagSequence.ExpectedTag(
        image: image, offset: start, limit: start + pieces.reduce(0) { $0 + $1.count }))
  }

  /// Appends the pad byte that the last kept chunk lacks, now that another chunk follows.
  private mutating func addPad() {
    if lacksPad { layout.append(.write([0])) }
    lacksPad = false
  }

  /// Appends a new chunk: header, body and, if the body has an odd size and does not end with the
  /// available space, a pad byte.
  private mutating func appendChunk(
    _ id: FourCC, _ body: [FileLayout.Piece], space: Int64 = .max
  ) {
    addPad()
    let size = body.reduce(0) { $0 + $1.count }
    layout.append(.write(form.header(id, size: size)))
    layout.append(body)
    lacksPad = size % 2 == 1
    if headerSize + size < space { addPad() }
    expected.append((id, size))
  }

  /// Appends a free chunk of this size, including its header.
  private mutating func appendFree(_ size: Int64) {
    let body = size - headerSize
    layout.append(.write(form.header(form.freeID, size: body)))
    layout.append(.fill(body))
    expected.append((form.freeID, body))
  }

  // MARK: Proof

  /// Verifies that the new file begins with the expected chunks, in order.
  private func prove(
    _ plan: RewritePlan, _ walker: (SourceWindow) throws(ParseError) -> ChunkWalker
  ) throws(ParseError) {
    var walker = try walker(SourceWindow(PlannedSource(plan, of: window.source)))
    var log = DiagnosticLog()
    for chunk in expected {
      let found = try walker.next(log: &log)
      guard found?.id == chunk.id, found?.bodySize == chunk.size else {
        throw ParseError(
          .unsupported, at: found?.offset ?? 0,
          "the chunk \(chunk.id) could not be read back; chunk sizes in the file are wrong")
      }
    }
  }
}

extension ChunkRewriter.ChunkEdit {
  /// Inserts a restored chunk at the position of its entry among the other chunks.
  mutating func keepOrder(of entry: DocumentEdit.Entry, in insertionPoint: InsertionPoint) {
    guard entry.bytes != nil else { return }
    successors = Set(
      insertionPoint.successors.flatMap { container -> [FourCC] in
        if container.rawValue.hasPrefix("ID3v2.") { return [ChunkID.id3, ChunkID.id3Upper] }
        return container.rawValue.split(separator: "/").first.flatMap { FourCC($0) }.map { [$0] }
          ?? []
      })
  }

  /// A copy of the chunk, to be added as a new chunk.
  fileprivate var moved: ChunkRewriter.ChunkEdit {
    let body = FileLayout.Piece.keep(bodyOffset..<(bodyOffset + bodySize))
    let content = isChanged ? self.content : .body([body])
    return ChunkRewriter.ChunkEdit(id: id, range: 0..<0, bodySize: 0, content: content)
  }
}

extension [FileLayout.Piece] {
  /// Returns the pieces after the first `count` bytes, which are payload.
  fileprivate func withoutFirst(_ count: Int64) throws(ParseError) -> [FileLayout.Piece] {
    guard case .media(let range)? = first, range.upperBound >= count else {
      throw ParseError(.unsupported, at: 12, "there is metadata where the chunk sizes are expected")
    }
    return [.media((range.lowerBound + count)..<range.upperBound)] + dropFirst()
  }
}
