/// The ``EditableFormat`` for DSF files: DSD audio with an ID3v2 tag at the end, whose edits
/// ``DSFRewriter`` plans (Sony "DSF File Format Specification" 1.01).
///
/// Offset in the file and size of each field in bytes; numbers are little-endian:
///
///     DSD      0  4  "DSD "    4  8  size of this chunk, 28    12  8  size of the file    20  8  offset of the tag, or 0
///     fmt     28  4  "fmt "   32  8  size of this chunk, 52    40  4  version             44  4  format, 0 raw DSD
///             48  4  channel type                              52  4  channels            56  4  sample rate
///             60  4  bits per sample                           64  8  samples per channel
///             72  4  block size per channel                    76  4  zero
///     data    80  4  "data"   84  8  size of this chunk        92  …  audio
///
/// The data chunk follows the declared end of the fmt chunk, which may be longer.
struct DSFFormat: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(name: "DSF", extensions: ["dsf"], keySpaces: [.id3])
  }

  /// The number of bytes before the audio, unless the fmt chunk is longer.
  static let headerSize = 92

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    head.bytes.starts(with: [0x44, 0x53, 0x44, 0x20]) ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: "com.sony.dsf", container: ContainerDescription(kind: "dsf"),
      size: window.length, precedence: [.id3])
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: DSFFormat.headerSize))
    describe(header, options: options, document: &document)
    var tagNames: [String] = []
    if let tag = try tag(header, in: window, options: options, log: &log) {
      tagNames.append(tag.name)
      document.items = tag.items
      document.chapters = tag.chapters
    }
    document.container.setTags(tagNames, at: 0)
    document.diagnostics = log.diagnostics
    return document
  }

  /// Reads the tag at the offset given in the header; nil if there is no tag or, with a finding, if
  /// the tag is damaged.
  private func tag(
    _ header: DSFHeader, in window: SourceWindow, options: ReadOptions, log: inout DiagnosticLog
  ) throws(ParseError) -> ID3Tag? {
    guard header.tagOffset != 0 else { return nil }
    guard let offset = Int64(exactly: header.tagOffset), offset < window.length else {
      log.note(
        .truncated, StructurePath(["DSD "]), at: 20,
        "the tag offset \(header.tagOffset) is past the end of the file")
      return nil
    }
    do {
      return try ID3Tag.parse(at: offset, in: window, options: options, log: &log)
    } catch {
      if error.code == .io { throw error }
      log.add(error)
      return nil
    }
  }

  private func describe(_ header: DSFHeader, options: ReadOptions, document: inout Document) {
    let properties = AudioProperties(
      codec: "dsd", sampleRate: header.sampleRate, channels: Int(header.channels),
      bitsPerSample: 1, sampleCount: Int64(clamping: header.sampleCount))
    document.duration = properties.duration
    guard options.tracks else { return }
    var track = properties.track()
    track.bitRate = Int64(exactly: UInt64(header.sampleRate) * UInt64(header.channels))
    document.tracks = [track]
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: DSFFormat.headerSize))
    try visitStream(try header.audio(in: window), visit)
  }

  /// Reads the three chunks, and the tag at the offset given in the first chunk.
  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var nodes: [StructureNode] = []
    var position: Int64 = 0
    while nodes.count < 3, window.length - position >= 12 {
      var reader = ByteReader(try window.bytes(at: position, count: 12))
      let id = try reader.fourCC()
      let remaining = window.length - position
      let size = min(remaining, Int64(clamping: try reader.littleU64()))
      guard size >= 12 else { break }
      nodes.append(
        StructureNode(name: id.description, offset: position, size: size, headerSize: 12))
      position += size
    }
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: DSFFormat.headerSize))
    if header.tagOffset != 0, let offset = Int64(exactly: header.tagOffset),
      let tag = try ID3Tag.structure(at: offset, in: window, options: options)
    {
      nodes.append(tag)
    }
    return nodes
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    InsertionPoint.id3(document.container.facts.tags)
  }

  /// Finds the private data in the tag.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    var traces = PrivateTraces()
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: DSFFormat.headerSize))
    if let offset = Int64(exactly: header.tagOffset), offset > 0 {
      _ = try traces.addTag(at: offset, in: window)
    }
    return traces
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    try DSFRewriter(window: window, shape: shape).plan(edit, duration: document.duration)
  }
}

/// The required fields from the first two chunks of a DSF file: the offset, in bytes, of the tag,
/// and the audio properties.
///
/// Their layout is in ``DSFFormat``.
struct DSFHeader: Sendable, Hashable {
  /// The offset of the fmt chunk.
  static let formatOffset: Int64 = 28
  /// The size of the ID and the size field of a chunk.
  static let chunkHeaderSize: Int64 = 12

  var tagOffset: UInt64
  /// The declared size of the fmt chunk.
  var formatSize: UInt64
  var channels: UInt32
  var sampleRate: UInt32
  var sampleCount: UInt64

  static func parse(_ slice: ByteSlice) throws(ParseError) -> DSFHeader {
    var reader = ByteReader(slice)
    try reader.skip(20)
    let tagOffset = try reader.littleU64()
    guard try reader.fourCC() == FourCC("f", "m", "t", " ") else {
      throw ParseError(.malformed, at: 28, "no fmt chunk follows the DSD chunk")
    }
    let formatSize = try reader.littleU64()
    try reader.skip(12)
    let channels = try reader.littleU32()
    let sampleRate = try reader.littleU32()
    try reader.skip(4)
    return DSFHeader(
      tagOffset: tagOffset, formatSize: formatSize, channels: channels, sampleRate: sampleRate,
      sampleCount: try reader.littleU64())
  }

  /// The offset of the data chunk.
  var dataOffset: Int64 { DSFHeader.formatOffset.plus(Int64(clamping: formatSize)) }

  /// Returns the range of the audio, up to the declared end of the data chunk or the end of the
  /// file.
  ///
  /// - Throws: `malformed` when no data chunk follows the fmt chunk; read errors.
  func audio(in window: SourceWindow) throws(ParseError) -> Range<Int64> {
    let start = dataOffset.plus(DSFHeader.chunkHeaderSize)
    guard formatSize >= UInt64(DSFHeader.chunkHeaderSize), start <= window.length else {
      throw ParseError(
        .malformed, at: DSFHeader.formatOffset + 4,
        "invalid size of the fmt chunk: \(formatSize) bytes")
    }
    var reader = ByteReader(
      try window.bytes(at: dataOffset, count: Int(DSFHeader.chunkHeaderSize)))
    guard try reader.fourCC() == ChunkID.data else {
      throw ParseError(.malformed, at: dataOffset, "no data chunk follows the fmt chunk")
    }
    let end = dataOffset.plus(Int64(clamping: try reader.littleU64()))
    return start..<max(start, min(end, window.length))
  }
}
