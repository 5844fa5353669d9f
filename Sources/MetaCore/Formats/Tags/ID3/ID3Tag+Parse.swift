// Reading a tag: header, extended header, frames, padding.

extension ID3Tag {
  /// The maximum number of tags that are read from a file, because the limit for inflated frames
  /// applies to each tag separately.
  static let maxInFile = 64

  /// Parses the tag at `offset`; nil if there is no tag, or `number` exceeds ``maxInFile``.
  ///
  /// `limit` is the end of the enclosing chunk or atom. `number` distinguishes several tags in a
  /// file: the container of items in the second tag is `ID3v2.3#2`, for example.
  ///
  /// - Throws: `io`; errors within the tag are reported and skipped.
  static func parse(
    at offset: Int64, upTo limit: Int64? = nil, number: Int = 1, in window: SourceWindow,
    options: ReadOptions = ReadOptions(), log: inout DiagnosticLog
  ) throws(ParseError) -> ID3Tag? {
    guard var parts = try ID3TagParser(at: offset, upTo: limit, number: number, in: window)
    else { return nil }
    guard number <= maxInFile else {
      if number == maxInFile + 1 {
        log.note(
          .limitExceeded, StructurePath(), at: offset, "more than \(maxInFile) ID3v2 tags")
      }
      return nil
    }
    try parts.read(window, options: options, makesNodes: false, log: &log)
    return parts.tag
  }

  /// Returns the structure of the tag at `offset`; nil if there is no tag.
  ///
  /// - Throws: `io`.
  static func structure(
    at offset: Int64, upTo limit: Int64? = nil, in window: SourceWindow,
    options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> StructureNode? {
    guard var parts = try ID3TagParser(at: offset, upTo: limit, number: 1, in: window)
    else { return nil }
    var log = DiagnosticLog()
    try parts.read(window, options: options, makesNodes: true, log: &log)
    try parts.addRestNodes(window)
    let tag = parts.tag
    return StructureNode(
      name: tag.name, offset: tag.offset, size: tag.size, headerSize: ID3TagHeader.size,
      summary: tag.items.count.counted("frame"), children: parts.nodes
    )
  }

  /// Returns the start of the tag whose footer ends at `end`; nil when there is no footer, or no
  /// header that agrees with it.
  ///
  /// - Throws: `io`.
  static func start(ofTagEndingAt end: Int64, in window: SourceWindow) throws(ParseError) -> Int64?
  {
    let size = Int64(ID3TagHeader.size)
    guard end >= 2 * size else { return nil }
    let slice = try window.bytes(at: end - size, upTo: ID3TagHeader.size)
    guard let footer = ID3TagHeader(slice, isFooter: true) else { return nil }
    let start = end - footer.bodySize - 2 * size
    // The footer is a copy of the header (ID3v2.4 §3.4); if they disagree, the tag would no longer
    // be found after a rewrite.
    guard start >= 0,
      let header = ID3TagHeader(try window.bytes(at: start, upTo: ID3TagHeader.size)),
      header.hasFooter, header.bodySize == footer.bodySize
    else { return nil }
    return start
  }
}

/// Reads an ID3v2 tag step by step: header, extended header, frames, padding.
///
/// The result is ``tag``, and the structure nodes if they are requested.
struct ID3TagParser {
  private(set) var tag: ID3Tag
  private(set) var nodes: [StructureNode] = []
  private let header: ID3TagHeader
  private let container: MetadataContainer
  /// The end of the file, or of the chunk that contains the tag.
  private let limit: Int64
  /// The end of the available part of the body.
  private let bodyEnd: Int64

  /// Parses the header of the tag at `offset`; nil if there is no tag.
  init?(
    at offset: Int64, upTo limit: Int64?, number: Int, in window: SourceWindow
  ) throws(ParseError) {
    let end = min(limit ?? window.length, window.length)
    guard offset >= 0, end - offset >= Int64(ID3TagHeader.size) else { return nil }
    let slice = try window.bytes(at: offset, upTo: ID3TagHeader.size)
    guard let header = ID3TagHeader(slice) else { return nil }
    self.header = header
    self.limit = end
    tag = ID3Tag(
      major: header.major, revision: header.revision, flags: header.flags, offset: offset,
      size: min(header.tagSize, end - offset))
    bodyEnd = min(offset + Int64(ID3TagHeader.size) + header.bodySize, end)
    container = MetadataContainer(rawValue: number > 1 ? "\(tag.name)#\(number)" : tag.name)
  }

  /// Reads the body; an unsupported version is reported, and its body is skipped.
  ///
  /// - Throws: `io`.
  mutating func read(
    _ window: SourceWindow, options: ReadOptions, makesNodes: Bool, log: inout DiagnosticLog
  ) throws(ParseError) {
    let path = StructurePath([container.rawValue])
    if tag.size < header.tagSize {
      log.note(
        .truncated, path, at: tag.offset,
        "the tag is \(header.tagSize) bytes long, but only \(tag.size) remain")
    }
    guard let version = header.version,
      version != .v22 || !header.flags.contains(.extended)
    else {
      log.note(.unsupported, path, at: tag.offset, "ID3 version 2.\(header.major) is not supported")
      return
    }
    guard options.items || options.chapters || makesNodes else { return }
    var reader = ID3TagReader(
      header: header, version: version, container: container, options: options,
      plainEnd: plainEnd, makesNodes: makesNodes, log: log)
    defer { log = reader.log }
    let start = tag.offset + Int64(ID3TagHeader.size)
    let source = try source(window, from: start, version: version, options: options)
    var end = bodyEnd
    if case .memory(let slice, _) = source { end = slice.fileOffset + Int64(slice.count) }
    let first = try readExtendedHeader(source, from: start, to: end, version: version, &reader)
    let run = try reader.readFrames(source, from: first, to: end)
    tag.framesOffset = source.fileOffset(of: first)
    finish(run, reader, source, isBodyEnd: run.end == end)
  }

  /// The end of the tag if its size is read as an ordinary number; nil unless that end is later and
  /// within the file or the enclosing chunk.
  private var plainEnd: Int64? {
    let end = tag.offset + Int64(ID3TagHeader.size) + Int64(header.storedSize)
    return end > bodyEnd && end <= limit ? end : nil
  }

  /// Returns the source of the frames: the file, or the body with unsynchronisation removed (2.2,
  /// 2.3), up to the size limit.
  private func source(
    _ window: SourceWindow, from start: Int64, version: ID3Version, options: ReadOptions
  ) throws(ParseError) -> FrameSource {
    guard version != .v24, header.flags.contains(.unsynchronised) else { return .file(window) }
    let count = Int(clamping: min(bodyEnd - start, Int64(options.limits.table)))
    let body = try window.bytes(at: start, upTo: count)
    guard let decoded = Unsynchronisation.decode(body), !decoded.removals.isEmpty
    else { return .file(window) }
    return .memory(ByteSlice(decoded.bytes, origin: start), decoded)
  }

  /// Reads an extended header, if there is one, and returns the offset of the first frame.
  private mutating func readExtendedHeader(
    _ source: FrameSource, from start: Int64, to end: Int64, version: ID3Version,
    _ reader: inout ID3TagReader
  ) throws(ParseError) -> Int64 {
    let landing = ID3FrameSizeForm(source: source, version: version, end: end)
    // Some writers set the flag but write no extended header.
    guard header.flags.contains(.extended) else { return start }
    guard try landing.content(at: start) != .knownFrame else { return start }
    let slice = try source.bytes(at: start, upTo: min(4096, end - start))
    do {
      let extended = try ID3ExtendedHeader.parse(slice, version: version)
      tag.extendedHeader = extended
      let first = start + Int64(extended.size)
      if reader.makesNodes { nodes.append(node(extended, at: start)) }
      // Some writers include the four bytes of the size field in the size; other writers do not.
      guard try landing.content(at: first) == .junk else { return first }
      return try landing.content(at: first + 4) == .knownFrame ? first + 4 : first
    } catch {
      guard error.code != .io else { throw error }
      reader.log.add(error.inside(ID3ExtendedHeader.name).inside(container.rawValue))
      // After a damaged header, frames are looked for at the possible header sizes: 10 and 14 bytes
      // in 2.3, 6 bytes or more in 2.4, and the stored size with and without its own field.
      let size = slice.bigEndian(at: 0).map { Int64($0) } ?? 0
      for offset in [10, 6, 14, size, size + 4]
      where try landing.content(at: start + offset) == .knownFrame { return start + offset }
      return start
    }
  }

  /// Returns the structure node for the extended header.
  private func node(_ extended: ID3ExtendedHeader, at start: Int64) -> StructureNode {
    let crc = extended.crc.map { "CRC \(String($0, radix: 16))" }
    return StructureNode(
      name: ID3ExtendedHeader.name, offset: start, size: Int64(extended.size), headerSize: 0,
      summary: crc)
  }

  /// Stores the results from reading the frames in ``tag``; `isBodyEnd` is false when the tag
  /// turned out to be longer than its header declares.
  private mutating func finish(
    _ run: ID3TagReader.Run, _ reader: ID3TagReader, _ source: FrameSource, isBodyEnd: Bool
  ) {
    if !isBodyEnd { tag.size = run.end - tag.offset }
    let paddingStart = source.fileOffset(of: run.framesEnd)
    let end = isBodyEnd ? bodyEnd : run.end
    tag.framesEnd = min(paddingStart, end)
    tag.paddingSize = max(0, end - paddingStart)
    tag.items = run.items
    if reader.options.chapters { tag.chapters = reader.chapters.assembled() }
    if let seek = reader.seekOffset { tag.nextTagOffset = tag.end + seek }
    nodes += run.nodes
  }

  /// Adds the data after the frames to the structure.
  mutating func addRestNodes(_ window: SourceWindow) throws(ParseError) {
    guard tag.framesOffset > 0, tag.paddingSize > 0 else { return }
    var start = tag.framesEnd
    let end = start + tag.paddingSize
    if let rest = try tag.rest(in: window) {
      nodes.append(
        StructureNode(
          name: "rest", offset: start, size: rest.upperBound - start, headerSize: 0,
          summary: "neither frames nor padding"))
      start = rest.upperBound
    }
    guard start < end else { return }
    nodes.append(
      StructureNode(name: "padding", offset: start, size: end - start, headerSize: 0))
  }
}
