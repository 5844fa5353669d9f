/// Reads a DSDIFF file into a ``Document``, collecting the contents of its chunks in one pass.
struct DSDIFFReader: ChunkFileReader {
  let window: SourceWindow
  let options: ReadOptions
  var log: DiagnosticLog
  var document: Document
  var tags = ChunkTagList()
  private var audioProperties = DSDIFFProperties()

  init(_ window: SourceWindow, options: ReadOptions) {
    self.window = window
    self.options = options
    log = DiagnosticLog(limit: options.limits.diagnostics)
    document = Document(
      fileType: "com.philips.dsdiff", container: ContainerDescription(kind: "dsdiff"),
      size: window.length, precedence: [.id3, .dsdiff])
  }

  /// Reads all chunks, and completes the document.
  mutating func read() throws(ParseError) {
    try read(DSDIFFFormat.walker(window, limits: options.limits))
    document.container.setTags(tags.names, at: 0)
    document.chapters = tags.chapters
    let properties = audioProperties.properties
    document.duration = properties.duration
    if options.tracks {
      var track = properties.track()
      track.setBitRate(bytes: audioProperties.audioSize)
      document.tracks = [track]
    }
    document.diagnostics = log.diagnostics
  }

  mutating func read(_ chunk: Chunk) throws(ParseError) {
    switch chunk.id {
    case ChunkID.properties: try audioProperties.read(chunk, in: window, limits: options.limits)
    case ChunkID.dsd: audioProperties.audioSize = chunk.bodySize
    case ChunkID.dst:
      audioProperties.audioSize = chunk.bodySize
      try audioProperties.readFrames(chunk, in: window)
    case ChunkID.id3, ChunkID.id3Upper: try readID3(chunk)
    case ChunkID.masterInformation: try readTexts(chunk)
    case ChunkID.comt where options.items: try readComments(chunk)
    default: break
    }
  }

  /// Reads the title and the artist from the edited master information (`DIIN`).
  private mutating func readTexts(_ list: Chunk) throws(ParseError) {
    tags.names.append(DSDIFFText.list)
    var walker = ChunkWalker(
      window, from: list.bodyOffset, to: list.bodyEnd, form: .dsdiff, limits: options.limits)
    while options.items, let chunk = try walker.next(log: &log), !isFull(at: chunk) {
      guard DSDIFFText.ids.contains(chunk.id) else { continue }
      document.items.append(
        DSDIFFText.parse(chunk.id, body: try body(of: chunk))
          .metadataItem(at: location(of: chunk, in: DSDIFFText.list)))
    }
  }

  /// Reads comments ("Comments Chunk"), with sizes in bytes: 2 count, then for each comment 6 date,
  /// 2 kind, 2 reference, 4 size of the text, and the text, padded to an even size.
  private mutating func readComments(_ chunk: Chunk) throws(ParseError) {
    var reader = ByteReader(try body(of: chunk))
    let count = try reader.u16()
    for _ in 0..<count {
      try reader.skip(10)
      let size = Int(try reader.u32())
      let bytes = try reader.bytes(size)
      if size % 2 == 1, reader.remaining > 0 { try reader.skip(1) }
      let (text, type) = StoredText.decode(bytes.withoutTrailingZeros, otherwise: .latin1)
      document.items.append(
        MetadataItem(
          keySpace: .dsdiff, key: .text(chunk.id.description), value: .string(text), dataType: type,
          location: location(of: chunk, in: "FRM8")))
    }
  }
}
