/// Plans edits to the Vorbis comments, which include chapters, and the pictures in the metadata
/// blocks of a FLAC file; padding absorbs changes in size.
///
/// `StreamTagsRewriter` plans the tags around the stream.
struct FLACRewriter: StreamRewriter {
  /// One block of the new file: kept, changed or new; empty padding is added only for the layout.
  private struct BlockEdit {
    let type: UInt8
    /// The block in the file; nil for a new block.
    var block: FLACBlock?
    /// The new content of the block, bytes or zeros; nil when unchanged.
    var content: FileLayout.Piece?
    /// The Vorbis comments in the block.
    var comments: VorbisCommentsRewriter?

    var kind: FLACBlock.Kind? { FLACBlock.Kind(rawValue: type) }
    var contentSize: Int64 { content?.count ?? block?.contentSize ?? 0 }
  }

  private let window: SourceWindow
  private let shape: LayoutConstraints
  private let layout: FLACLayout
  private var parts: [BlockEdit] = []
  /// The number of other blocks before the padding.
  private var paddingIndex: Int
  private var isChanged = false
  /// The blocks that must be found in the new file: type and content size.
  private var expected: [BlockEdit] = []

  /// Reads the locations of the blocks.
  ///
  /// - Throws: `unsupported` when the blocks are damaged, and read errors.
  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    var log = DiagnosticLog()
    layout = try FLACLayout(window, limits: .standard, log: &log)
    paddingIndex = 0
    try check(log)
    for block in layout.blocks {
      if block.kind == .padding, try window.isFilling(block.content) {
        paddingIndex = parts.count
      } else {
        var part = BlockEdit(type: block.type, block: block)
        if block.kind == .comments {
          part.comments = try FLACRewriter.comments(of: block, in: window)
        }
        parts.append(part)
      }
    }
    if parts.count == layout.blocks.count { paddingIndex = parts.count }
  }

  /// Rejects a file with damaged blocks, without STREAMINFO, or with data other than a frame after
  /// the blocks.
  private func check(_ log: DiagnosticLog) throws(ParseError) {
    try log.refuseDamage(at: 0)
    let frames = layout.frames
    guard layout.blocks.first?.kind == .streamInfo else {
      throw ParseError(.unsupported, at: layout.tags.start, "the first block is not STREAMINFO")
    }
    guard !frames.isEmpty else { return }
    let sync = try window.bytes(at: frames.lowerBound, upTo: 2)
    guard sync[0] == 0xFF, let second = sync[1], second & 0xFC == 0xF8 else {
      throw ParseError(
        .unsupported, at: frames.lowerBound, "no frame follows the last metadata block")
    }
  }

  /// Reads the comments of a block for editing.
  private static func comments(
    of block: FLACBlock, in window: SourceWindow
  ) throws(ParseError) -> VorbisCommentsRewriter {
    var log = DiagnosticLog()
    let bytes = try window.bytes(at: block.contentOffset, count: Int(block.contentSize))
    let list = try VorbisComments.parse(
      bytes, limits: .standard, path: StructurePath(["fLaC", block.name]), log: &log)
    return try VorbisCommentsRewriter(list, in: FLACFormat.container) {
      FLACLayout.location(of: $0).offset
    }
  }

  // MARK: Changes

  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) -> Bool {
    guard change.container == FLACFormat.container else { return false }
    isChanged = true
    switch change {
    case .add(_, let entry):
      guard FLACRewriter.isPicture(entry) else { break }
      var index = insertionIndex(of: entry)
      for bytes in try pictures(entry) {
        insert(BlockEdit(type: FLACBlock.Kind.picture.rawValue, content: .write(bytes)), at: index)
        index += 1
      }
      return true
    case .remove(let location):
      guard let index = index(of: location) else { break }
      parts.remove(at: index)
      if index < paddingIndex { paddingIndex -= 1 }
      return true
    case .replace(let location, let entry):
      guard let index = index(of: location) else { break }
      for (step, bytes) in try pictures(entry).enumerated() {
        if step == 0 {
          parts[index].content = .write(bytes)
        } else {
          insert(BlockEdit(type: parts[index].type, content: .write(bytes)), at: index + step)
        }
      }
      return true
    }
    try parts[try commentsIndex(for: change)].comments?.apply(change, window.source)
    return true
  }

  /// Whether an entry is a separate block.
  ///
  /// The bytes of a restored entry show this, because fields have a different form.
  private static func isPicture(_ entry: DocumentEdit.Entry) -> Bool {
    if let bytes = entry.bytes { return FLACBlock.isPicture(bytes) }
    return entry.items.allSatisfy { item in
      guard case .data = item.value else { return false }
      return item.key.description.uppercased() == PictureBlock.key
    }
  }

  /// Returns the index for a picture: after the other pictures if it is new, or at its old position
  /// relative to the fields if it is restored.
  private func insertionIndex(of entry: DocumentEdit.Entry) -> Int {
    let fields = entry.bytes == nil ? nil : parts.firstIndex { $0.kind == .comments }
    if let fields, parts[fields].comments?.isEmpty == true { return fields }
    let last = parts.lastIndex { $0.kind == .picture } ?? parts.count - 1
    return max(last, fields ?? 0) + 1
  }

  /// Returns the index of the picture block at a location, or nil.
  private func index(of location: ItemLocation) -> Int? {
    parts.firstIndex { $0.kind == .picture && $0.block?.offset == location.offset }
  }

  /// Returns the index of the comment block with the changed field, or of the first comment block
  /// for a new field, which is added if it is missing.
  private mutating func commentsIndex(
    for change: DocumentEdit.Change
  ) throws(ParseError) -> Int {
    let index = parts.firstIndex { part in
      guard part.kind == .comments else { return false }
      return change.location.map { part.block?.range.contains($0.offset) ?? false } ?? true
    }
    if let index { return index }
    guard change.location == nil else { throw change.isNowhere }
    return try addComments()
  }

  /// Adds an empty comment block after the first block, where the reference encoder puts it.
  private mutating func addComments() throws(ParseError) -> Int {
    var part = BlockEdit(type: FLACBlock.Kind.comments.rawValue)
    let list = VorbisComments(vendor: ByteSlice(Array("metatool".utf8)))
    part.comments = try VorbisCommentsRewriter(list, in: FLACFormat.container) { $0.fileOffset }
    insert(part, at: 1)
    return 1
  }

  /// Inserts a block; the padding keeps its position among the other blocks.
  private mutating func insert(_ part: BlockEdit, at index: Int) {
    parts.insert(part, at: index)
    if index < paddingIndex || index == paddingIndex && index == parts.count - 1 {
      paddingIndex += 1
    }
  }

  /// Returns the block contents for an entry.
  private func pictures(_ entry: DocumentEdit.Entry) throws(ParseError) -> [[UInt8]] {
    if let bytes = entry.bytes {
      return [Array(bytes.clamped(from: FLACBlock.headerSize).bytes)]
    }
    var pictures: [[UInt8]] = []
    for item in entry.items {
      pictures.append(try PictureBlock.encoded(item, from: window.source))
    }
    return pictures
  }

  mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    var holder = parts.firstIndex { $0.kind == .comments }
    if holder == nil, !chapters.isEmpty { holder = try addComments() }
    for index in parts.indices {
      try parts[index].comments?.set(index == holder ? chapters : [])
      isChanged = isChanged || parts[index].comments?.isChanged == true
    }
  }

  // MARK: Layout

  var payloadOffset: Int64 { layout.framesOffset }

  mutating func layOut(into file: inout FileLayout, isLast: Bool) throws(ParseError) -> Bool {
    let start = layout.tags.start + Int64(FLACLayout.magic.count)
    file.append(.keep(layout.tags.start..<start))
    guard isChanged else {
      file.append(.keep(start..<layout.framesOffset))
      expected = layout.blocks.map { BlockEdit(type: $0.type, block: $0) }
      return true
    }
    encodeComments()
    let header = Int64(FLACBlock.headerSize)
    let least = parts.reduce(0) { $0 + header + $1.contentSize }
    let isOpen = isLast && layout.frames.isEmpty
    guard let padding = padding(least: least, old: layout.framesOffset - start, isOpen) else {
      return false
    }
    expected = parts
    expected.insert(contentsOf: padding, at: paddingIndex)
    for (index, part) in expected.enumerated() {
      try append(part, isLast: index == expected.count - 1, into: &file)
    }
    return true
  }

  /// Encodes the changed and the new comment blocks.
  private mutating func encodeComments() {
    for index in parts.indices {
      guard let comments = parts[index].comments,
        comments.isChanged || parts[index].block == nil
      else { continue }
      var writer = ByteWriter()
      comments.encode(into: &writer)
      parts[index].content = .write(writer.bytes)
    }
  }

  /// Returns the padding blocks that fill the remaining space; nil when the constraints do not
  /// allow it.
  private func padding(least: Int64, old: Int64, _ isOpen: Bool) -> [BlockEdit]? {
    let header = Int64(FLACBlock.headerSize)
    let policy = PaddingPolicy(shape: shape, isOpen: isOpen)
    guard var size = policy.padding(least: least, old: old, smallest: header) else { return nil }
    var blocks: [BlockEdit] = []
    while size > 0 {
      var part = min(size, header + FLACBlock.maxContent)
      // The next block needs space for its header.
      if (1..<header).contains(size - part) { part -= header }
      blocks.append(
        BlockEdit(type: FLACBlock.Kind.padding.rawValue, content: .fill(part - header)))
      size -= part
    }
    return blocks
  }

  /// Appends a block, whose header is rewritten only if its content or its last-block flag changes.
  private func append(
    _ part: BlockEdit, isLast: Bool, into file: inout FileLayout
  ) throws(ParseError) {
    if case .write(let bytes)? = part.content, let kind = part.kind {
      return file.append(.write(try FLACBlock.bytes(kind, bytes, isLast: isLast)))
    }
    if part.content == nil, let block = part.block, block.isLast == isLast {
      return file.append(.keep(block.range))
    }
    file.append(.write(FLACBlock.header(part.type, part.contentSize, isLast: isLast)))
    if let content = part.content ?? part.block.map({ .keep($0.content) }) { file.append(content) }
  }

  func prove(in window: SourceWindow) throws(ParseError) {
    var log = DiagnosticLog()
    let new = try FLACLayout(window, limits: .standard, log: &log)
    let isSame =
      log.diagnostics.isEmpty
      && new.blocks.map(\.type) == expected.map(\.type)
      && new.blocks.map(\.contentSize) == expected.map(\.contentSize)
    guard isSame else {
      throw ParseError(
        .unsupported, at: new.framesOffset, "the metadata blocks could not be read back")
    }
  }
}
