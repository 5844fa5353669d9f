/// The header and location of one chunk of a RIFF, AIFF or DSDIFF file; the body stays in the file.
///
/// Offset and size of each field in bytes:
///
///     0  4  id
///     4  4  size of the body, little-endian in RIFF, big-endian in AIFF; 8 bytes in DSDIFF
///     8  …  body, then a zero byte when its size is odd
struct Chunk: Sendable, Hashable {
  var id: FourCC
  /// The start of the header.
  var offset: Int64
  /// The size of the body, limited to the end of the parent.
  var bodySize: Int64
  /// The size that the header declares.
  var claimedSize: UInt64
  /// The size of its header.
  var headerSize: Int

  var bodyOffset: Int64 { offset + Int64(headerSize) }
  var bodyEnd: Int64 { bodyOffset + bodySize }
  var size: Int64 { bodySize + Int64(headerSize) }
  /// Whether the body has the size in the header; false for truncated chunks, and for chunks whose
  /// header does not contain their size.
  var isWhole: Bool { claimedSize == UInt64(clamping: bodySize) }

  /// Encodes a chunk: header, body, and the zero byte that makes the size even.
  static func encode(_ id: FourCC, body: [UInt8], form: ChunkForm) -> [UInt8] {
    var writer = ByteWriter(reserving: form.headerSize + body.count + 1)
    writer.append(form.header(id, size: Int64(body.count)))
    writer.append(body)
    if body.count % 2 == 1 { writer.u8(0) }
    return writer.bytes
  }
}

/// Iterates over the consecutive chunks between two offsets of a file; reads only their headers.
struct ChunkWalker {
  let window: SourceWindow
  /// The offset that limits the end of the last chunk.
  var end: Int64
  let form: ChunkForm
  /// The true sizes of chunks whose 32-bit size is all ones (`ds64`).
  var wideSizes: [FourCC: UInt64] = [:]
  /// The ID of the chunk that extends to the end when its size is zero, because a streaming program
  /// never set it.
  var unboundedID: FourCC?
  private(set) var position: Int64
  private var remaining: Int

  init(
    _ window: SourceWindow, from start: Int64, to end: Int64, form: ChunkForm, limits: Limits
  ) {
    self.window = window
    self.end = min(end, window.length)
    self.form = form
    position = start
    remaining = limits.structures
  }

  /// Returns the next chunk, or nil after the last one; unrecognised data and too many chunks are
  /// logged and end the iteration.
  mutating func next(log: inout DiagnosticLog) throws(ParseError) -> Chunk? {
    guard end - position >= Int64(form.headerSize) else { return nil }
    guard remaining > 0 else {
      log.note(.limitExceeded, StructurePath(), at: position, "too many chunks")
      position = end
      return nil
    }
    remaining -= 1
    var reader = ByteReader(try window.bytes(at: position, count: form.headerSize))
    let id = try reader.fourCC()
    guard id.isChunkID else {
      noteJunk(&log)
      position = end
      return nil
    }
    let chunk = chunk(id, claimed: try form.size(&reader), log: &log)
    position = try start(following: chunk)
    return chunk
  }

  /// Returns the chunk at the current position, with its size limited to the bytes that are
  /// present.
  private func chunk(_ id: FourCC, claimed: UInt64, log: inout DiagnosticLog) -> Chunk {
    let available = end - position - Int64(form.headerSize)
    var size = Int64(clamping: claimed)
    if claimed == UInt32.max && !form.isWide || claimed == 0 && id == unboundedID {
      // All ones: the true size is in `ds64`, or a streaming program never wrote it.
      size = wideSizes[id].flatMap { Int64(exactly: $0) } ?? available
    }
    if size > available {
      log.note(
        .truncated, StructurePath([id.description]), at: position,
        "the chunk declares \(size) bytes, but only \(available) are present")
      size = available
    }
    return Chunk(
      id: id, offset: position, bodySize: size, claimedSize: claimed, headerSize: form.headerSize)
  }

  /// Returns the start of the next chunk.
  ///
  /// Bodies of odd size have a pad byte; if a writer omits it, the next ID follows directly.
  private func start(following chunk: Chunk) throws(ParseError) -> Int64 {
    guard chunk.bodySize % 2 == 1, chunk.bodyEnd < end else { return chunk.bodyEnd }
    let next = try window.bytes(at: chunk.bodyEnd, upTo: 5)
    guard next[0] != 0, end - chunk.bodyEnd >= Int64(form.headerSize) else {
      return chunk.bodyEnd + 1
    }
    var reader = ByteReader(next)
    let unpadded = try reader.fourCC()
    return unpadded.isChunkID ? chunk.bodyEnd : chunk.bodyEnd + 1
  }

  private func noteJunk(_ log: inout DiagnosticLog) {
    log.note(
      .malformed, StructurePath(), at: position, "\(end - position) bytes of unrecognised data")
  }
}

extension FourCC {
  /// Whether all four bytes are printable ASCII, as in every chunk ID.
  var isChunkID: Bool {
    var rest = rawValue
    for _ in 0..<4 {
      let byte = rest & 0xFF
      guard byte >= 0x20, byte < 0x7F else { return false }
      rest >>= 8
    }
    return true
  }
}

extension MediaFormat {
  /// Visits the bodies of the chunks with an ID.
  func visitChunks(
    _ id: FourCC, of walker: ChunkWalker, _ visit: MediaVisitor
  ) throws(ParseError) {
    var walker = walker
    var log = DiagnosticLog()
    var index: Int64 = 0
    while let chunk = try walker.next(log: &log) {
      guard chunk.id == id else { continue }
      try visit(
        MediaSample(trackID: 1, index: index, offset: chunk.bodyOffset, size: chunk.bodySize))
      index += 1
    }
  }
}

extension StructureNode {
  /// Adds the chunks that a walker returns, with the ID3 tags in them; `describe` completes each
  /// node.
  mutating func addChunks(
    of walker: ChunkWalker, options: ReadOptions,
    _ describe: (Chunk, inout StructureNode) throws(ParseError) -> Void
  ) throws(ParseError) {
    var walker = walker
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    while let chunk = try walker.next(log: &log) {
      var node = StructureNode(
        name: chunk.id.description, offset: chunk.offset, size: chunk.size,
        headerSize: chunk.headerSize)
      if chunk.id == ChunkID.id3 || chunk.id == ChunkID.id3Upper {
        let tag = try ID3Tag.structure(
          at: chunk.bodyOffset, upTo: chunk.bodyEnd, in: walker.window, options: options)
        node.children = [tag].compactMap(\.self)
      }
      try describe(chunk, &node)
      children.append(node)
    }
    if let rest = StructureNode.leftOut(log) { children.append(rest) }
  }
}
