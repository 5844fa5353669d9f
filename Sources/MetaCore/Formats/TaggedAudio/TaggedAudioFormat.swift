/// The ``TaggedFormat`` for files with one audio stream and tags around it: Monkey's Audio,
/// WavPack, Musepack, True Audio, OptimFROG, TAK, and AC-3 and E-AC-3 with tags; also for bare APE
/// tags.
///
/// There is one value for each ``TaggedAudioKind``.
struct TaggedAudioFormat: TaggedFormat {
  let kind: TaggedAudioKind
  private let magic: [[UInt8]]

  init(_ kind: TaggedAudioKind) {
    self.kind = kind
    magic = kind.magic.map { Array($0.utf8) }
  }

  /// The formats of all kinds.
  static let all: [any MediaFormat] = TaggedAudioKind.all.map { TaggedAudioFormat($0) }

  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: kind.name, extensions: kind.extensions,
      keySpaces: StreamTags.precedence(kind.nativeKeySpace))
  }

  /// Recognises a kind by its signature after leading tags, by frames with tags around them, or by
  /// resemblance.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    if let begins = kind.begins { return matchTagged(head, window, begins) }
    if magic.contains(where: { head.stream.starts(with: $0) }) { return .yes }
    return kind.resembles?(head.stream) == true ? .maybe(20) : .no
  }

  /// Whether frames without a signature have tags around them; without tags, another format reads
  /// them.
  private func matchTagged(
    _ head: FormatHead, _ window: SourceWindow, _ begins: TaggedAudioKind.FrameTest
  ) -> FormatMatch {
    guard head.stream.starts(with: [0x0B, 0x77]) || StreamTags.beginWithAPE(head.bytes),
      var tags = try? StreamTags.findLeading(in: window),
      (try? begins(window, tags.start)) == true
    else { return .no }
    // The end of the file is read only for such frames.
    try? tags.findTrailing(in: window)
    return tags.leading.isEmpty && tags.trailing.isEmpty ? .no : .yes
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: kind.fileType, container: ContainerDescription(kind: kind.kind),
      size: window.length, precedence: StreamTags.precedence(kind.nativeKeySpace))
    let tags = try StreamTags.find(in: window)
    let contents = try tags.contents(in: window, options: options, log: &log)
    document.items = contents.items
    document.chapters = contents.chapters
    document.container.setTags(contents.names, at: 0)
    try describe(tags, window, options, &document, &log)
    document.diagnostics = log.diagnostics
    return document
  }

  /// Sets the duration and the track from the header of the stream; a damaged header is reported as
  /// a finding.
  private func describe(
    _ tags: StreamTags, _ window: SourceWindow, _ options: ReadOptions,
    _ document: inout Document, _ log: inout DiagnosticLog
  ) throws(ParseError) {
    guard let read = kind.properties else { return }
    do throws(ParseError) {
      guard let properties = try read(window, tags.payload) else {
        throw ParseError(
          .malformed, at: tags.start, "the audio header is truncated or has an unknown version")
      }
      document.duration = properties.duration
      document.isDurationEstimated = properties.isEstimated
      document.container.details += properties.details
      guard options.tracks else { return }
      var track = properties.track()
      if track.bitRate == nil { track.setBitRate(bytes: Int64(tags.payload.count)) }
      document.tracks = [track]
    } catch {
      if error.code == .io { throw error }
      log.add(error.inside(kind.name))
    }
  }

  /// Visits the pieces of the stream, and the bytes after them as one piece.
  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    let stream = try StreamTags.find(in: window).payload
    var (position, index) = (stream.lowerBound, Int64(0))
    func piece(_ size: Int64) throws(ParseError) {
      guard position < stream.upperBound, size > 0 else { return }
      // A piece may extend past the end of the file, which the visitor detects, but not into
      // trailing tags.
      let isCut = stream.upperBound == window.length
      let size = isCut ? size : min(size, stream.upperBound - position)
      try visit(MediaSample(trackID: 1, index: index, offset: position, size: size))
      index += 1
      position += min(size, stream.upperBound - position)
    }
    try kind.pieces?(window, stream, piece)
    try piece(stream.upperBound - position)
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    let tags = try StreamTags.find(in: window)
    let properties = try? kind.properties?(window, tags.payload)
    let node = StructureNode(
      name: kind.kind, offset: tags.start, size: Int64(tags.payload.count), headerSize: 0,
      summary: properties.map { "\(kind.name), \($0.sampleRate) Hz" } ?? kind.name)
    return try tags.structure(around: node, in: window, options: options)
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    StreamTags.insertionPoints(of: document, making: kind.nativeKeySpace)
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    let hasID3 = document.container.facts.tags.contains { $0.hasPrefix("ID3v2.") }
    guard (edit.chapters ?? []).isEmpty || kind.nativeKeySpace == .id3 || hasID3 else {
      throw ParseError(.notRepresentable, at: 0, "APE tags cannot store chapters")
    }
    var rewriter = try StreamTagsRewriter(
      window, duration: document.duration, shape: shape)
    return try rewriter.plan(edit)
  }
}

extension SourceWindow {
  /// Returns up to `count` bytes, which do not extend past the end of `stream`.
  func bytes(
    at offset: Int64, upTo count: Int, in stream: Range<Int64>
  ) throws(ParseError) -> ByteSlice {
    try bytes(at: offset, upTo: Int(max(0, min(Int64(count), stream.upperBound - offset))))
  }
}
