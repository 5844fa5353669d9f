/// Reads an AIFF file into a ``Document``, collecting the contents of its chunks in one pass.
struct AIFFReader: ChunkFileReader {
  let window: SourceWindow
  let options: ReadOptions
  var log: DiagnosticLog
  var document: Document
  var tags = ChunkTagList()
  private var common: CommonChunk?
  private var markers = AIFFMarkers()

  init(_ window: SourceWindow, options: ReadOptions) {
    self.window = window
    self.options = options
    log = DiagnosticLog(limit: options.limits.diagnostics)
    document = Document(
      fileType: "public.aiff-audio", container: ContainerDescription(kind: "aiff"),
      size: window.length, precedence: [.id3, .aiff])
  }

  /// Reads all chunks, and completes the document.
  mutating func read() throws(ParseError) {
    let isCompressed = AIFFFormat.isCompressed(try window.bytes(at: 0, count: 12))
    if isCompressed { document.fileType = "public.aifc-audio" }
    try read(AIFFFormat.walker(window, options: options))
    document.container.details = [
      MetadataValue.Part("form", .string(isCompressed ? "AIFC" : "AIFF"))
    ]
    document.container.setTags(tags.names, at: 1)
    if let common { describe(common) }
    if document.chapters.isEmpty { document.chapters = tags.chapters }
    document.diagnostics = log.diagnostics
  }

  /// Reads one chunk; if there are several `COMM` chunks, the first is used.
  mutating func read(_ chunk: Chunk) throws(ParseError) {
    switch chunk.id {
    case ChunkID.comm where common == nil:
      common = try CommonChunk.parse(try body(of: chunk, upTo: 22))
    case ChunkID.name, ChunkID.auth, ChunkID.copyright, ChunkID.anno:
      if options.items {
        document.items.append(
          AIFFText.parse(chunk.id, body: try body(of: chunk), at: location(of: chunk)))
      }
    case ChunkID.comt where options.items:
      for comment in AIFFComment.parse(try body(of: chunk)) {
        document.items.append(comment.metadataItem(at: location(of: chunk)))
      }
    case ChunkID.mark where options.chapters: markers.parseMarkers(try body(of: chunk))
    case ChunkID.inst: markers.parseInstrument(try body(of: chunk, upTo: 20))
    case ChunkID.id3, ChunkID.id3Upper: try readID3(chunk)
    default: break
    }
  }

  private func location(of chunk: Chunk) -> ItemLocation { location(of: chunk, in: "FORM") }

  /// Sets the track, the duration, and the chapters from markers, whose positions are counted in
  /// sample frames.
  private mutating func describe(_ common: CommonChunk) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = common.codec
    track.timescale = common.timescale
    track.sampleCount = Int64(common.frameCount)
    track.bitRate = common.declaredBitRate
    var audio = AudioDescription()
    audio.sampleRate = common.sampleRate
    audio.channels = common.channels
    audio.bitsPerSample = common.bitsPerSample > 0 ? common.bitsPerSample : nil
    track.audio = audio
    if let timescale = common.timescale {
      track.duration = MediaTime(value: Int64(common.frameCount), timescale: timescale)
      document.duration = track.duration
      document.chapters = markers.chapters(timescale: timescale)
    }
    if options.tracks { document.tracks = [track] }
  }
}
