/// The ``EditableFormat`` for AIFF and AIFF-C files: ``AIFFReader`` reads them, and
/// ``AIFFRewriter`` plans edits.
///
/// Offset and size of each field in bytes:
///
///     0  4  "FORM"     4  4  remaining size       8  4  "AIFF" or "AIFC"     12  …  chunks
struct AIFFFormat: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "AIFF", extensions: ["aiff", "aif", "aifc", "afc"], keySpaces: [.id3, .aiff])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    guard head.bytes.starts(with: [0x46, 0x4F, 0x52, 0x4D]) else { return .no }
    let type = head.bytes.clamped(from: 8)
    let isKnown =
      type.starts(with: [0x41, 0x49, 0x46, 0x46]) || AIFFFormat.isCompressed(head.bytes)
    return isKnown ? .yes : .no
  }

  /// Whether the form is AIFF-C.
  static func isCompressed(_ head: ByteSlice) -> Bool {
    head.clamped(from: 8).starts(with: [0x41, 0x49, 0x46, 0x43])
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var content = AIFFReader(window, options: options)
    try content.read()
    return content.document
  }

  /// Returns a walker over the chunks up to the end of the file, regardless of the size that the
  /// form declares.
  static func walker(_ window: SourceWindow, options: ReadOptions) -> ChunkWalker {
    ChunkWalker(window, from: 12, to: window.length, form: .aiff, limits: options.limits)
  }

  /// Returns the range of the samples in a `SSND` chunk; nil when the chunk is too short for the
  /// fields before them.
  ///
  /// These are the number of bytes before the first sample, and the block size; both have four
  /// bytes (AIFF 1.3, "Sound Data Chunk").
  static func samples(
    of soundData: Chunk, in window: SourceWindow
  ) throws(ParseError) -> Range<Int64>? {
    guard soundData.bodySize >= 8 else { return nil }
    var reader = ByteReader(try window.bytes(at: soundData.bodyOffset, count: 8))
    let start = soundData.bodyOffset + 8 + Int64(try reader.u32())
    return min(start, soundData.bodyEnd)..<soundData.bodyEnd
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    let walker = AIFFFormat.walker(window, options: ReadOptions())
    try visitChunks(ChunkID.soundData, of: walker, visit)
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    let head = try window.bytes(at: 0, count: 12)
    var root = StructureNode(
      name: "FORM", offset: 0, size: window.length, headerSize: 12,
      summary: AIFFFormat.isCompressed(head) ? "AIFC" : "AIFF")
    let texts = [ChunkID.name, ChunkID.auth, ChunkID.copyright, ChunkID.anno]
    try root.addChunks(
      of: AIFFFormat.walker(window, options: options), options: options
    ) { (chunk, node) throws(ParseError) in
      guard texts.contains(chunk.id) else { return }
      let body = try window.bytes(at: chunk.bodyOffset, upTo: Int(min(chunk.bodySize, 256)))
      node.summary = AIFFText.parse(chunk.id, body: body, at: ItemLocation()).value.stringValue
    }
    return [root]
  }
}
