/// The ``EditableFormat`` for WAV files in the forms RIFF, RIFX with big-endian numbers, and RF64
/// or BW64 with 64-bit sizes: ``RIFFReader`` reads them, and ``RIFFRewriter`` plans edits.
///
/// Offset and size of each field in bytes:
///
///     0  4  "RIFF", "RIFX", "RF64" or "BW64"     4  4  remaining size      8  4  "WAVE"     12  …  chunks
struct RIFFFormat: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "WAV", extensions: ["wav", "wave", "bwf", "rf64", "bw64", "rifx"],
      keySpaces: [.id3, .riff, .xmp, .id3v1])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    guard RIFFFormat.form(head.bytes) != nil,
      head.bytes.clamped(from: 8).starts(with: [0x57, 0x41, 0x56, 0x45])
    else { return .no }
    return .yes
  }

  /// Returns the first four bytes of a RIFF file; nil if the file is not a RIFF file.
  static func form(_ head: ByteSlice) -> FourCC? {
    var reader = ByteReader(head)
    guard let form = try? reader.fourCC() else { return nil }
    switch form {
    case ChunkID.riff, ChunkID.rifx, ChunkID.rf64, ChunkID.bw64: return form
    default: return nil
    }
  }

  /// Returns the form of the chunks in a file: RIFX is big-endian (Microsoft "Multimedia
  /// Programming Interface" 1.0, chapter 2).
  static func chunkForm(of window: SourceWindow) throws(ParseError) -> ChunkForm {
    form(try window.bytes(at: 0, count: 4)) == ChunkID.rifx ? .rifx : .riff
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var content = try RIFFReader(window, options: options)
    try content.read()
    return content.document
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    var log = DiagnosticLog()
    let options = ReadOptions()
    let walker = try RIFFFormat.walker(window, options: options, log: &log)
    try visitChunks(ChunkID.data, of: walker, visit)
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    let head = try window.bytes(at: 0, count: 12)
    var root = StructureNode(
      name: (RIFFFormat.form(head) ?? ChunkID.riff).description, offset: 0, size: window.length,
      headerSize: 12, summary: "WAVE")
    let walker = try RIFFFormat.walker(window, options: options, log: &log)
    try root.addChunks(of: walker, options: options) { (chunk, node) throws(ParseError) in
      guard chunk.id == ChunkID.list, chunk.bodySize >= 4 else { return }
      try addList(chunk, to: &node, in: window, options: options)
    }
    root.size = walker.end
    let size = ID3v1.size
    let tags = stride(from: walker.end, to: window.length, by: size).map {
      StructureNode(name: "ID3v1", offset: $0, size: Int64(size), headerSize: 3)
    }
    return [root] + tags
  }

  /// Returns a walker over the chunks of the file, with the sizes in `ds64`.
  ///
  /// It continues to the end of the file, or to ID3v1 tags there, because programs that add chunks
  /// often do not correct the total size.
  static func walker(
    _ window: SourceWindow, options: ReadOptions, log: inout DiagnosticLog
  ) throws(ParseError) -> ChunkWalker {
    let form = try chunkForm(of: window)
    var reader = ByteReader(try window.bytes(at: 4, count: 4))
    let size = try reader.u32(form.order)
    var formSize = UInt64(size)
    var walker = ChunkWalker(
      window, from: 12, to: window.length, form: form, limits: options.limits)
    if size == 0 || size == .max { walker.unboundedID = ChunkID.data }
    let first = try window.bytes(at: 12, upTo: 36)
    if first.starts(with: [0x64, 0x73, 0x36, 0x34]),
      let wide = RF64Sizes.parse(first.clamped(from: ChunkForm.riff.headerSize))
    {
      walker.wideSizes = [ChunkID.data: wide.data]
      if size == .max { formSize = wide.form }
    }
    walker.end = try trailingTags(following: formSize, walker) ?? walker.end
    return walker
  }

  /// The maximum number of consecutive ID3v1 tags.
  private static let maxTrailingTags = 256

  /// Returns the start of the ID3v1 tags after the form, which MP3 programs add to WAV files; bytes
  /// in a chunk are not a tag.
  private static func trailingTags(
    following size: UInt64, _ walker: ChunkWalker
  ) throws(ParseError) -> Int64? {
    let window = walker.window
    let formEnd = Int64(clamping: size).plus(8)
    var starts: [Int64] = []
    var start = window.length - Int64(ID3v1.size)
    while starts.count < maxTrailingTags, start >= max(formEnd, walker.position),
      try window.bytes(at: start, count: 3).starts(with: "TAG".utf8)
    {
      starts.append(start)
      start -= Int64(ID3v1.size)
    }
    guard let last = starts.first else { return nil }
    if let start = starts.last, start == formEnd || start == formEnd + Int64(size % 2) {
      return start
    }
    // The size is too small: chunks follow, and the tags follow these.
    var walker = walker
    var log = DiagnosticLog(limit: 0)
    while walker.position <= last, let chunk = try walker.next(log: &log) {
      // If a pad byte is missing, the tag is not a valid chunk ID, and the walker mistakes its
      // first byte for the pad byte.
      for end in [walker.position, chunk.bodyEnd] where starts.contains(end) { return end }
    }
    return nil
  }
}

extension RIFFFormat {
  /// Adds the type of a `LIST` chunk and its children to a node, with the strings in `INFO`.
  private func addList(
    _ chunk: Chunk, to node: inout StructureNode, in window: SourceWindow, options: ReadOptions
  ) throws(ParseError) {
    let type = try window.bytes(at: chunk.bodyOffset, count: 4)
    node.headerSize = chunk.headerSize + 4
    node.summary = TextEncoding.latin1.decode(type)
    let isInfo = node.summary == "INFO"
    let walker = ChunkWalker(
      window, from: chunk.bodyOffset + 4, to: chunk.bodyEnd,
      form: try RIFFFormat.chunkForm(of: window),
      limits: options.limits)
    try node.addChunks(of: walker, options: options) { (child, childNode) throws(ParseError) in
      guard isInfo else { return }
      let body = try window.bytes(at: child.bodyOffset, upTo: Int(min(child.bodySize, 256)))
      childNode.summary = InfoChunk.parse(child.id, body: body).text
    }
  }
}

/// The 64-bit sizes in the `ds64` chunk of RF64 and BW64, which replace the 32-bit sizes in the
/// headers of the form and of `data` (EBU Tech 3306 §3).
///
/// Offset and size of each field in bytes; numbers are little-endian:
///
///     0  8  size of the form    8  8  size of `data`    16  8  samples    24  4  count of other sizes
struct RF64Sizes {
  let form: UInt64
  let data: UInt64

  static func parse(_ body: ByteSlice) -> RF64Sizes? {
    var reader = ByteReader(body)
    guard let form = try? reader.littleU64(), let data = try? reader.littleU64() else { return nil }
    return RF64Sizes(form: form, data: data)
  }
}
