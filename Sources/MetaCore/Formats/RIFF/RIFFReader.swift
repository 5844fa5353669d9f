/// Reads a WAV file into a ``Document``, from the contents of its chunks and the ID3v1 tag after
/// them.
struct RIFFReader: ChunkFileReader {
  let window: SourceWindow
  let options: ReadOptions
  var log: DiagnosticLog
  var document: Document
  var tags = ChunkTagList()
  private var format: WaveFormat?
  private var dataSize: Int64?
  private var factSamples: UInt32?
  private var cues: CueChunks
  /// The chunks with loops, which are read last, and only if there are cue points and labels.
  private var loops: [Chunk] = []
  private let form: ChunkForm

  init(_ window: SourceWindow, options: ReadOptions) throws(ParseError) {
    form = try RIFFFormat.chunkForm(of: window)
    cues = CueChunks(form.order)
    self.window = window
    self.options = options
    log = DiagnosticLog(limit: options.limits.diagnostics)
    document = Document(
      fileType: "com.microsoft.waveform-audio", container: ContainerDescription(kind: "wav"),
      size: window.length, precedence: [.id3, .riff, .xmp, .id3v1])
  }

  /// Reads all chunks and the ID3v1 tag after them, and completes the document.
  mutating func read() throws(ParseError) {
    let form = RIFFFormat.form(try window.bytes(at: 0, count: 12)) ?? ChunkID.riff
    let walker = try RIFFFormat.walker(window, options: options, log: &log)
    try read(walker)
    try readTrailingTag(following: walker.end)
    document.container.details = [MetadataValue.Part("form", .string(form.description))]
    document.container.setTags(tags.names, at: 1)
    try finish()
  }

  /// Reads one chunk; if there are several `fmt ` or `data` chunks, the first of each is used.
  mutating func read(_ chunk: Chunk) throws(ParseError) {
    switch chunk.id {
    case ChunkID.fmt where format == nil:
      // WAVEFORMATEXTENSIBLE is 40 bytes long.
      format = try WaveFormat.parse(try body(of: chunk, upTo: 40), form.order)
    case ChunkID.data where dataSize == nil: dataSize = chunk.bodySize
    case ChunkID.fact:
      var reader = ByteReader(try body(of: chunk, upTo: 4))
      factSamples = try? reader.u32(form.order)
    case ChunkID.list where chunk.bodySize >= 4: try readList(chunk)
    case ChunkID.cue where options.chapters: cues.parsePoints(try body(of: chunk))
    case ChunkID.smpl, ChunkID.plst: loops.append(chunk)
    case ChunkID.id3, ChunkID.id3Upper: try readID3(chunk)
    case ChunkID.bext where options.items: try readBroadcastExtension(chunk)
    case ChunkID.xmp where options.items: try readXMP(chunk)
    case ChunkID.claims where options.items: try readContentCredentials(chunk)
    case ChunkID.ixml, ChunkID.axml:
      if options.items { try readXML(chunk) }
    case ChunkID.display:
      if options.items { try readDisplay(chunk) }
    default: break
    }
  }

  /// Reads the last ID3v1 tag after the form.
  private mutating func readTrailingTag(following end: Int64) throws(ParseError) {
    guard end < window.length else { return }
    tags.names.append(ID3v1.container.rawValue)
    let start = window.length - Int64(ID3v1.size)
    if end < start {
      log.note(
        .oddity, StructurePath([ID3v1.container.rawValue]), at: end,
        "several ID3v1 tags; the last one is used")
    }
    guard options.items else { return }
    document.items += ID3v1.parse(try window.bytes(at: start, count: ID3v1.size)) ?? []
  }

  /// Reads the strings in an `INFO` list, or the labels and lengths of cue points in an `adtl`
  /// list.
  private mutating func readList(_ list: Chunk) throws(ParseError) {
    var reader = ByteReader(try body(of: list, upTo: 4))
    let type = try reader.fourCC()
    guard type == ChunkID.info || type == ChunkID.adtl else { return }
    if type == ChunkID.info { tags.names.append("INFO") }
    var walker = ChunkWalker(
      window, from: list.bodyOffset + 4, to: list.bodyEnd, form: form,
      limits: options.limits)
    while let chunk = try walker.next(log: &log) {
      if type == ChunkID.info, options.items {
        guard !isFull(at: chunk) else { return }
        let location = location(of: chunk, in: "LIST/INFO")
        document.items.append(
          InfoChunk.parse(chunk.id, body: try body(of: chunk)).metadataItem(at: location))
      } else if chunk.id == ChunkID.labl, options.chapters {
        cues.parseLabel(try body(of: chunk))
      } else if chunk.id == ChunkID.ltxt, options.chapters {
        cues.parseLength(try body(of: chunk, upTo: 8))
      }
    }
  }

  private mutating func readBroadcastExtension(_ chunk: Chunk) throws(ParseError) {
    tags.names.append("bext")
    let bext = try BroadcastExtension.parse(try body(of: chunk), form.order)
    document.items += bext.metadataItems(at: location(of: chunk, in: "bext"))
  }

  /// Reads an XMP packet: the packet itself, and its simple properties.
  private mutating func readXMP(_ chunk: Chunk) throws(ParseError) {
    tags.names.append("XMP")
    let location = location(of: chunk, in: chunk.id.description)
    let text = XMLText(try body(of: chunk))
    let packet = text.utf8
    document.items.append(
      MetadataItem(
        keySpace: .xmp, key: "packet", value: .string(TextEncoding.utf8.decode(packet)),
        dataType: .xmp, extraAttributes: text.packetExtras, location: location))
    for property in XMPPacket.properties(of: packet) {
      document.items.append(
        MetadataItem(
          keySpace: .xmp, key: .text(property.name), value: property.value, dataType: .utf8,
          language: property.language.map { LanguageTag(rawValue: $0) }, location: location))
    }
  }

  private mutating func readContentCredentials(_ chunk: Chunk) throws(ParseError) {
    let found = try ContentCredentials.read(chunk.bodyOffset..<chunk.bodyEnd, in: window)
    document.items += found?.items(at: location(of: chunk, in: chunk.id.description)) ?? []
  }

  /// Reads a chunk with an XML document (iXML; `axml` of EBU Tech 3285 s5), or its bytes when it is
  /// not UTF-8.
  private mutating func readXML(_ chunk: Chunk) throws(ParseError) {
    let bytes = try body(of: chunk).withoutTrailingZeros
    guard let text = TextEncoding.utf8.decodeStrictly(bytes) else { return try readRaw(chunk) }
    document.items.append(
      MetadataItem(
        keySpace: .riff, key: .text(chunk.id.description), value: .string(text), dataType: .utf8,
        location: location(of: chunk, in: chunk.id.description)))
  }

  /// Reads a chunk as one binary value; values of more than 256 bytes stay in the file.
  private mutating func readRaw(_ chunk: Chunk) throws(ParseError) {
    add(
      chunk.bodySize <= 256
        ? .bytes(try body(of: chunk))
        : .file(window.location(at: chunk.bodyOffset, count: chunk.bodySize)), of: chunk)
  }

  /// Reads a `DISP` chunk; in RIFX, its item has the same bytes as in RIFF.
  private mutating func readDisplay(_ chunk: Chunk) throws(ParseError) {
    guard form == .rifx else { return try readRaw(chunk) }
    add(.bytes(ByteSlice(DisplayChunkByteOrder.swapped(try body(of: chunk)))), of: chunk)
  }

  private mutating func add(_ value: DataValue, of chunk: Chunk) {
    document.items.append(
      MetadataItem(
        keySpace: .riff, key: .text(chunk.id.description), value: .data(value),
        dataType: .raw,
        location: location(of: chunk, in: chunk.id.description)))
  }

  private mutating func finish() throws(ParseError) {
    if let format { try describe(format) }
    if document.chapters.isEmpty { document.chapters = tags.chapters }
    document.diagnostics = log.diagnostics
  }

  /// Sets the track, the duration, and the chapters from cue points, whose positions are counted in
  /// samples.
  private mutating func describe(_ format: WaveFormat) throws(ParseError) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    format.describe(&track)
    let samples = sampleCount(format)
    track.sampleCount = samples
    track.duration = samples.flatMap { MediaTime(value: $0, timescale: format.sampleRate) }
    document.duration = track.duration
    if options.tracks { document.tracks = [track] }
    guard !cues.isEmpty else { return }
    for chunk in loops {
      do throws(ParseError) {
        let body = try body(of: chunk)
        if chunk.id == ChunkID.smpl { cues.parseSampler(body) } else { cues.parsePlaylist(body) }
      } catch {
        // Without readable loops, loop points are treated as chapters.
        if error.code == .io { throw error }
      }
    }
    document.chapters = cues.chapters(timescale: format.sampleRate)
  }

  /// Returns the number of samples per channel: from `fact` for compressed audio, if it is not
  /// zero, otherwise from the size of the audio, because `fact` is not reliable for uncompressed
  /// audio.
  private func sampleCount(_ format: WaveFormat) -> Int64? {
    guard let dataSize else { return nil }
    if !format.isUncompressed, let factSamples, factSamples > 0 { return Int64(factSamples) }
    return format.samples(in: dataSize)
  }
}
