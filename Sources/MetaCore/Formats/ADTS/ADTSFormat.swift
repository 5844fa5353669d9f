/// The ``TaggedFormat`` for AAC without a container: ADTS frames between tags, which can also be
/// cut (``RemuxableFormat``), or ADIF.
struct ADTSFormat: TaggedFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "AAC", extensions: ["aac", "adts", "adif"], keySpaces: [.id3, .ape, .id3v1, .lyrics3])
  }

  private static let fileType = "public.aac-audio"

  /// Recognises ADIF by its signature, and ADTS by a sequence of frames; if junk precedes the first
  /// frame, other formats may be more likely.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    guard let tags = try? StreamTags.findLeading(in: window) else { return .no }
    if (try? adif(at: tags.start, in: window)) != nil { return .yes }
    guard let stream = try? ADTSStream.find(from: tags.start, end: tags.end, in: window) else {
      return .no
    }
    return stream.offset == tags.start ? .yes : .maybe(50)
  }

  /// Parses the ADIF header at an offset, including its first program config element up to the
  /// comment; returns nil if there is no header.
  private func adif(
    at offset: Int64, in window: SourceWindow
  ) throws(ParseError) -> ADIFHeader? {
    try ADIFHeader.parse(try window.bytes(at: offset, upTo: 260))
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: ADTSFormat.fileType, container: ContainerDescription(kind: "aac"),
      size: window.length, precedence: StreamTags.precedence)
    var tags = try StreamTags.findLeading(in: window)
    if let header = try adif(at: tags.start, in: window) {
      try tags.findTrailing(in: window)
      describe(header, tags, document: &document)
    } else {
      // The stream is located before the trailing tags are read, while its head is in memory.
      let stream = try ADTSStream.find(from: tags.start, end: tags.end, in: window)
      try tags.findTrailing(in: window)
      if var stream {
        stream.end = tags.end
        try stream.measure(in: window, isExact: options.exactDuration)
        describe(stream, document: &document)
      }
    }
    if !options.tracks { document.tracks = [] }
    let contents = try tags.contents(in: window, options: options, log: &log)
    document.items = contents.items
    document.chapters = contents.chapters
    document.container.setTags(contents.names, at: 0)
    document.diagnostics = log.diagnostics
    return document
  }

  /// Sets the container, the duration and the track from the frames.
  private func describe(_ stream: ADTSStream, document: inout Document) {
    document.container.details = [MetadataValue.Part("form", .string("ADTS"))]
    document.container.facts.isADTS = true
    document.duration = stream.duration
    document.isDurationEstimated = !stream.isComplete
    var track = track(
      objectType: stream.header.objectType, sampleRate: stream.header.sampleRate,
      channels: stream.channels)
    track.duration = stream.duration
    track.bitRate = stream.bitRate
    if stream.header.isVariable { track.bitRateMode = .variable }
    if stream.isComplete { track.sampleCount = stream.frameCount }
    document.tracks = [track]
  }

  /// Sets the container, the duration and the track from an ADIF header; the duration follows from
  /// the bit rate in the header.
  private func describe(_ header: ADIFHeader, _ tags: StreamTags, document: inout Document) {
    document.container.details = [MetadataValue.Part("form", .string("ADIF"))]
    var track = track(
      objectType: header.objectType, sampleRate: header.sampleRate, channels: header.channels)
    track.bitRateMode = header.isVariable ? .variable : .constant
    if header.bitRate > 0 {
      let seconds = Double(tags.end - tags.start) * 8 / Double(header.bitRate)
      let samples = Int64(exactly: (seconds * Double(header.sampleRate)).rounded())
      document.duration = samples.flatMap {
        MediaTime(value: $0, timescale: UInt32(header.sampleRate))
      }
      document.isDurationEstimated = true
      track.bitRate = Int64(header.bitRate)
    }
    track.duration = document.duration
    document.tracks = [track]
  }

  private func track(objectType: Int, sampleRate: Int, channels: Int?) -> TrackDescription {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = "aac"
    track.codecString = "mp4a.40.\(objectType)"
    track.timescale = UInt32(sampleRate)
    var audio = AudioDescription()
    audio.sampleRate = Double(sampleRate)
    audio.channels = channels
    track.audio = audio
    return track
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var tags = try StreamTags.findLeading(in: window)
    let stream = try ADTSStream.find(from: tags.start, end: tags.end, in: window)
    try tags.findTrailing(in: window)
    let start = stream?.offset ?? tags.start
    let node = StructureNode(
      name: stream == nil ? "ADIF" : "frames", offset: start, size: max(0, tags.end - start),
      headerSize: 0, summary: stream.map { "AAC, \($0.header.sampleRate) Hz" })
    return try tags.structure(around: node, in: window, options: options)
  }
}
