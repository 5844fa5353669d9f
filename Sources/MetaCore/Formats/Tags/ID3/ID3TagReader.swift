/// Reads the frames in an ID3v2 tag in sequence as items, chapters and, on request, structure
/// nodes; large binary values stay in the file.
struct ID3TagReader {
  let version: ID3Version
  let options: ReadOptions
  let container: MetadataContainer
  /// Whether the tag declares all frames as unsynchronised (2.4).
  let isUnsynchronised: Bool
  /// Whether structure nodes are requested.
  let makesNodes: Bool
  /// The other possible end of the tag, if its size may be stored in the wrong form.
  let plainEnd: Int64?
  var log: DiagnosticLog
  /// The remaining number of bytes that may be produced by inflating frames.
  var inflationBudget: Int
  var frameCount = 0
  var chapters = ID3Chapters()
  /// The offset in a SEEK frame.
  var seekOffset: Int64?

  let table = ID3FrameTable.standard

  /// The results for consecutive frames of a tag, or of frames nested in one frame.
  struct Run {
    var items: [MetadataItem] = []
    var nodes: [StructureNode] = []
    /// The end of the last frame.
    var framesEnd: Int64
    /// The end of the frames and their padding.
    var end: Int64
  }

  init(
    header: ID3TagHeader, version: ID3Version, container: MetadataContainer, options: ReadOptions,
    plainEnd: Int64? = nil, makesNodes: Bool = false, log: DiagnosticLog
  ) {
    self.version = version
    self.container = container
    self.options = options
    self.plainEnd = plainEnd
    self.makesNodes = makesNodes
    self.log = log
    isUnsynchronised = version == .v24 && header.flags.contains(.unsynchronised)
    // The structure tree needs only summaries of values.
    inflationBudget = makesNodes ? min(options.limits.table, 1 << 20) : options.limits.table
  }

  /// Reads frames up to padding, junk or `end`.
  ///
  /// - Throws: `io`; errors within a frame are reported instead.
  mutating func readFrames(
    _ source: FrameSource, from start: Int64, to end: Int64, depth: Int = 0
  ) throws(ParseError) -> Run {
    var run = Run(framesEnd: start, end: end)
    if depth == 0 { run.items.reserveCapacity(32) }
    let headerSize = Int64(version.frameHeaderSize)
    while run.end - run.framesEnd >= headerSize {
      let position = run.framesEnd
      let head = try source.bytes(at: position, upTo: min(FrameBody.headSize, run.end - position))
      guard let header = ID3FrameHeader(head, version: version), header.id.rawValue != 0 else {
        break
      }
      guard countFrame(at: position, in: source) else {
        run.framesEnd = run.end
        break
      }
      if try readShortText(header, head, at: position, in: source, into: &run) { continue }
      guard let size = try contentSize(header, at: position, in: source, run: &run, depth: depth)
      else { break }
      run.framesEnd = position + headerSize + size
      guard header.id.isLegal else { continue }
      let body = FrameBody(
        source: source, header: header, position: position, start: position + headerSize,
        count: size, head: head.clamped(from: Int(headerSize), count: Int(clamping: size)))
      try read(body, into: &run, depth: depth)
    }
    return run
  }

  /// Reads a short text frame without flags (as nearly all frames are) on a fast path; returns
  /// false for other frames.
  private mutating func readShortText(
    _ header: ID3FrameHeader, _ head: ByteSlice, at position: Int64, in source: FrameSource,
    into run: inout Run
  ) throws(ParseError) -> Bool {
    let headerSize = version.frameHeaderSize
    guard header.storedSize > 0, header.storedSize < 0x80, header.flags.isEmpty, !makesNodes,
      !isUnsynchronised, headerSize + Int(header.storedSize) <= head.count,
      let definition = table.definition(of: header.id), definition.isPlainText,
      let encoding = ID3TextEncoding(rawValue: head[headerSize] ?? 0xFF)
    else { return false }
    let texts = head.clamped(from: headerSize + 1, count: Int(header.storedSize) - 1)
    var isBigEndian = false
    let value = try encoding.decodeList(texts, bigEndian: &isBigEndian)
    let end = position + Int64(headerSize) + Int64(header.storedSize)
    let offset = source.fileOffset(of: position)
    run.items.append(
      MetadataItem(
        keySpace: .id3, key: .text(definition.name), value: value, dataType: encoding.dataType,
        location: ItemLocation(
          container: container, offset: offset, size: source.fileOffset(of: end) - offset)))
    run.framesEnd = end
    return true
  }

  /// Counts a frame against the limit; returns false when the limit is exceeded.
  private mutating func countFrame(at position: Int64, in source: FrameSource) -> Bool {
    frameCount += 1
    guard frameCount > options.limits.items else { return true }
    if frameCount == options.limits.items + 1 {
      log.note(
        .limitExceeded, path(), at: source.fileOffset(of: position),
        "more than \(options.limits.items) frames")
    }
    return false
  }

  /// Returns the available size of a frame's content, or nil when the bytes are not a frame; for
  /// unrecognised data between frames, the size up to the next frame.
  private mutating func contentSize(
    _ header: ID3FrameHeader, at position: Int64, in source: FrameSource, run: inout Run, depth: Int
  ) throws(ParseError) -> Int64? {
    let start = position + Int64(version.frameHeaderSize)
    if header.storedSize < 0x80, header.id.isLegal, Int64(header.storedSize) <= run.end - start {
      return Int64(header.storedSize)
    }
    let landing = ID3FrameSizeForm(source: source, version: version, end: run.end)
    guard header.id.isLegal else {
      let next = try landing.follow(from: position).frame
      noteJunk(at: source.fileOffset(of: position), isBetween: next != nil)
      return next.map { $0 - start }
    }
    if header.storedSize >= 0x80, table.shape(of: header.id).tail == .none {
      // Text is read in any case, together with the next header.
      let ahead = min(Int64(header.storedSize), Int64(options.limits.value)) + 20
      _ = try source.bytes(at: position, upTo: min(ahead, run.end - position))
    }
    let size = try landing.contentSize(header.storedSize, from: start)
    guard size > run.end - start else { return size }
    if depth == 0, let plainEnd, plainEnd > run.end, size <= plainEnd - start {
      log.note(.malformed, path(), at: nil, "the tag size is not stored as a syncsafe integer")
      run.end = plainEnd
      return size
    }
    // Any four letters may be the ID of an unknown frame.
    if table.definition(of: header.id) == nil {
      noteJunk(at: source.fileOffset(of: position))
      return nil
    }
    log.note(
      .truncated, path(header.id.text), at: source.fileOffset(of: position),
      "the frame is \(size) bytes long, but only \(run.end - start) remain")
    return run.end - start
  }

  /// Reports data that is not a frame.
  private mutating func noteJunk(at offset: Int64, isBetween: Bool = false) {
    log.note(
      .malformed, path(), at: offset,
      isBetween
        ? "unrecognised data between frames"
        : "not a frame; the rest of the tag is not read")
  }

  /// Returns the path of a frame, or of the tag, for findings.
  func path(_ name: String? = nil) -> StructurePath {
    StructurePath([container.rawValue] + (name.map { [$0] } ?? []))
  }
}
