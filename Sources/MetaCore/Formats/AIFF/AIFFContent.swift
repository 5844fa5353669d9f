/// What the chunks of an AIFF file hold, gathered in one walk.
struct AIFFContent {
  private let window: SourceWindow
  private let options: ReadOptions
  private var log: DiagnosticLog
  private(set) var document: Document
  private var common: CommonChunk?
  private var markers = AIFFMarkers()
  private var id3Chapters: [Chapter] = []
  private var tagNames: [MetadataValue] = []
  /// How many ID3 chunks there were so far.
  private var id3Count = 0

  init(_ window: SourceWindow, options: ReadOptions) {
    self.window = window
    self.options = options
    log = DiagnosticLog(limit: options.limits.diagnostics)
    document = Document(
      fileType: "public.aiff-audio", container: ContainerDescription(kind: "aiff"),
      size: window.length, precedence: [.id3, .aiff])
  }

  mutating func read() throws(ParseError) {
    let isCompressed = AIFFFormat.isCompressed(try window.bytes(at: 0, count: 12))
    if isCompressed { document.fileType = "public.aifc-audio" }
    var walker = AIFFFormat.walker(window, options: options)
    while let chunk = try walker.next(log: &log), !isFull(at: chunk) {
      do {
        try read(chunk)
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(chunk.id))
      }
    }
    document.container.details = [
      MetadataValue.Part("form", .string(isCompressed ? "AIFC" : "AIFF")),
      MetadataValue.Part("tags", .list(tagNames)),
    ]
    if let common { describe(common) }
    if document.chapters.isEmpty { document.chapters = id3Chapters }
    document.diagnostics = log.diagnostics
  }

  private mutating func read(_ chunk: Chunk) throws(ParseError) {
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

  /// Whether there are as many items as a file may have, which ends the reading.
  private mutating func isFull(at chunk: Chunk) -> Bool {
    guard document.items.count >= options.limits.items else { return false }
    log.note(
      "limitExceeded", StructurePath(), at: chunk.offset,
      "more than \(options.limits.items) metadata items")
    return true
  }

  /// The body of a chunk, which is refused where it is larger than a value may be.
  private func body(of chunk: Chunk, upTo limit: Int64 = .max) throws(ParseError) -> ByteSlice {
    let size = min(chunk.bodySize, limit)
    guard size <= Int64(options.limits.value) else {
      throw ParseError(.limitExceeded, at: chunk.offset, "the chunk has \(size) bytes")
    }
    return try window.bytes(at: chunk.bodyOffset, count: Int(size))
  }

  private func location(of chunk: Chunk) -> ItemLocation {
    ItemLocation(
      container: MetadataContainer(rawValue: "FORM"), offset: chunk.offset, size: chunk.size)
  }

  private mutating func readID3(_ chunk: Chunk) throws(ParseError) {
    id3Count += 1
    guard
      let tag = try ID3Tag.parse(
        at: chunk.bodyOffset, upTo: chunk.bodyEnd, number: id3Count, in: window, options: options,
        log: &log)
    else { return }
    tagNames.append(.string(tag.name))
    document.items += tag.items
    if id3Chapters.isEmpty { id3Chapters = tag.chapters }
  }

  private mutating func describe(_ common: CommonChunk) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = common.codec
    track.timescale = common.timescale
    track.sampleCount = Int64(common.frameCount)
    track.bitRate = common.bitRate
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
