/// The ``TaggedFormat`` for MP3, MP2 and MP1 files: MPEG audio frames between tags, which can also
/// be cut (``RemuxableFormat``); also for tags around data other than audio.
struct MPEGAudioFormat: TaggedFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "MPEG audio", extensions: ["mp3", "mp2", "mp1", "mpga", "mpa", "m2a", "id3", "tag"],
      keySpaces: [.id3, .ape, .id3v1, .lyrics3])
  }

  /// Recognises a sequence of frames; tags around other data are a weak match.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    guard var tags = try? StreamTags.findLeading(in: window) else { return .no }
    var search = MPEGFrameSearch(window, end: tags.end)
    if let frame = try? search.first(from: tags.start) {
      return frame.offset == tags.start ? .yes : .maybe(50)
    }
    if !tags.leading.isEmpty { return tags.start < tags.end ? .maybe(10) : .no }
    try? tags.findTrailing(in: window)
    return tags.trailing.isEmpty ? .no : .maybe(5)
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var tags = try StreamTags.findLeading(in: window)
    // The stream is read before the trailing tags, so that the window continues from the stream and
    // its head stays in memory.
    let stream = try MPEGStream.find(from: tags.start, in: window)
    try tags.findTrailing(in: window)
    var document = Document(
      fileType: stream?.fileType ?? "org.id3", container: ContainerDescription(kind: "id3"),
      size: window.length, precedence: StreamTags.precedence)
    if var stream {
      stream.end = tags.end
      try describe(&stream, in: window, options: options, document: &document)
    } else {
      reportMissingStream(tags, log: &log)
    }
    let contents = try tags.contents(in: window, options: options, log: &log)
    document.items = contents.items
    document.addGaplessInfo()
    document.chapters = contents.chapters
    document.container.setTags(contents.names, at: 0)
    document.diagnostics = log.diagnostics
    return document
  }

  /// Sets the container, the duration and the track from the stream.
  private func describe(
    _ stream: inout MPEGStream, in window: SourceWindow, options: ReadOptions,
    document: inout Document
  ) throws(ParseError) {
    if options.tracks { try stream.measure(in: window, isExact: options.exactDuration) }
    document.container.kind = stream.first.header.codec
    document.container.details = stream.details
    document.duration = stream.duration
    document.isDurationEstimated = stream.isDurationEstimated
    if options.tracks { document.tracks = [stream.track] }
  }

  private func reportMissingStream(_ tags: StreamTags, log: inout DiagnosticLog) {
    guard tags.end > tags.start else { return }
    log.note(
      .malformed, StructurePath(), at: tags.start,
      "no MPEG audio frame in \(tags.end - tags.start) bytes")
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var tags = try StreamTags.findLeading(in: window)
    try tags.findTrailing(in: window)
    var stream = try MPEGStream.find(from: tags.start, in: window)
    stream?.end = tags.end
    return try tags.structure(around: stream?.structure, in: window, options: options)
  }
}
