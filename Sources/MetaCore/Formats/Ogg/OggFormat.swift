/// The ``TaggedFormat`` for Ogg files (RFC 3533) with Vorbis, Opus, Speex, FLAC and Theora; streams
/// of other codecs are only listed.
///
/// In a file that chains several Ogg files, only the metadata of the first is read, and nothing can
/// be edited. ``OggRewriter`` plans edits to the comments.
struct OggFormat: TaggedFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "Ogg", extensions: ["ogg", "oga", "ogv", "opus", "spx"],
      keySpaces: [.vorbis] + StreamTags.precedence)
  }

  private static let fileType = "org.xiph.ogg"
  /// The container of the Vorbis comment fields.
  static let comments = MetadataContainer(rawValue: "comments")

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    head.begins(with: OggPage.magic) ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: OggFormat.fileType, container: ContainerDescription(kind: "ogg"),
      size: window.length, precedence: [.vorbis] + StreamTags.precedence)
    let head = try OggHead(window, limits: options.limits, log: &log)
    let tail = try OggTail(head, in: window)
    describe(head, try OggStart(head, in: window), tail, options, &document)
    if tail.isChained {
      log.note(
        .oddity, StructurePath(["Ogg"]), at: nil,
        "the file is a chain of several Ogg files; only the first is shown")
    }
    let around = try head.tags.contents(in: window, options: options, log: &log)
    if options.items || options.chapters { head.fill(&document, options, log: &log) }
    document.items += around.items
    document.container.details = [MetadataValue.Part("chained", .boolean(tail.isChained))]
    document.container.setTags(around.names, at: 0)
    if options.chapters {
      document.chapters = VorbisChapters.chapters(
        among: document.items, limit: options.limits.chapters)
    }
    document.diagnostics = log.diagnostics
    return document
  }

  /// Sets the tracks and their durations, which are derived from the first and the last position of
  /// each stream.
  private func describe(
    _ head: OggHead, _ start: OggStart, _ tail: OggTail, _ options: ReadOptions,
    _ document: inout Document
  ) {
    var ranges: [MediaTimeRange] = []
    let tracks = head.streams.map { stream in
      var track = stream.codec.track
      let encoder = stream.encoder
      track.audio?.encoder = encoder
      track.video?.encoder = encoder
      let first = start.positions[stream.number] ?? 0
      let last = tail.positions[stream.number]
      let range = last.flatMap { stream.codec.range(from: first, upTo: $0) }
      track.duration = range?.duration
      ranges += range.map { [$0] } ?? []
      return track
    }
    if let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max() {
      document.duration = end - start
    }
    document.isDurationEstimated = tail.isChained
    guard options.tracks else { return }
    document.tracks = tracks
    if tracks.count == 1, tracks[0].bitRate == nil {
      document.tracks[0].setBitRate(bytes: head.tags.end - head.end)
    }
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    var log = DiagnosticLog()
    let head = try OggHead(window, limits: limits, log: &log)
    var counts: [UInt32: Int64] = [:]
    var ids: [UInt32: UInt32] = [:]
    for (index, stream) in head.streams.enumerated() { ids[stream.number] = UInt32(index + 1) }
    var position = head.end
    while position < head.tags.end, let page = try OggPage.parse(at: position, in: window) {
      let id = ids[page.stream] ?? UInt32(clamping: ids.count + 1)
      ids[page.stream] = id
      var sample = MediaSample(
        trackID: id, index: counts[id, default: 0], offset: page.contentOffset,
        size: Int64(page.contentSize))
      sample.time = Int64(bitPattern: page.position)
      try visit(sample)
      counts[id, default: 0] += 1
      position = page.range.upperBound
    }
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    let head = try OggHead(window, limits: options.limits, log: &log)
    let tags = head.tags
    var root = StructureNode(
      name: "Ogg", offset: tags.start, size: tags.end - tags.start, headerSize: 0)
    let pages = head.streams.flatMap { stream in stream.pages.map { (stream, $0) } }
    root.children = pages.sorted { $0.1.offset < $1.1.offset }.map { stream, page in
      StructureNode(
        name: "OggS", offset: page.offset, size: Int64(page.size), headerSize: page.headerSize,
        summary: "\(stream.codec.track.codec ?? "data"), page \(page.number)")
    }
    root.children.append(
      StructureNode(
        name: "pages", offset: head.end, size: max(0, tags.end - head.end), headerSize: 0))
    return try tags.structure(around: root, in: window, options: options)
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    // The comments of the first stream apply to the whole file.
    let others = document.tracks.filter { $0.codec != nil }.dropFirst().map {
      InsertionPoint(OggFormat.comments, [.vorbis], trackID: $0.id)
    }
    return [InsertionPoint(OggFormat.comments, [.vorbis])] + StreamTags.existingPoints(of: document)
      + others
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try StreamTagsRewriter(
      window, duration: document.duration, shape: shape,
      stream: try OggRewriter(window, shape: shape))
    return try rewriter.plan(edit)
  }
}

extension OggHead {
  /// The stream whose comments apply to the whole file: the first one with comments.
  var mainStream: Int? { streams.firstIndex { $0.comments != nil } }

  /// Adds the items of all comments to a document; items of streams other than the main stream
  /// belong to their tracks.
  func fill(_ document: inout Document, _ options: ReadOptions, log: inout DiagnosticLog) {
    for (index, stream) in streams.enumerated() {
      do {
        let comments = try stream.list(options.limits, log: &log)?.comments
        var items = try stream.items(
          comments?.fields ?? [], options.limits, &document.scattered)
        if index != mainStream {
          for item in items.indices { items[item].trackID = stream.codec.track.id }
        }
        document.items += items
      } catch { log.add(error.inside("comments").inside("Ogg")) }
    }
  }
}

extension OggHead.Stream {
  /// Returns the comment list and the bytes before it in its packet; nil if the packet has no such
  /// list.
  func list(
    _ limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) -> (prefix: ByteSlice, comments: VorbisComments)? {
    guard let packet = comments, let prefix = try prefix(of: packet) else { return nil }
    let path = StructurePath(["Ogg", "comments"])
    let comments = try VorbisComments.parse(
      packet.bytes.clamped(from: prefix), limits: limits, path: path, log: &log)
    return (packet.bytes.clamped(from: 0, count: prefix), comments)
  }

  /// Returns the number of bytes before the list in a packet; nil when it is a FLAC block without a
  /// list.
  ///
  /// - Throws: `malformed` when it does not begin like a comment packet.
  private func prefix(of packet: OggPacket) throws(ParseError) -> Int? {
    guard packet.bytes.starts(with: codec.commentPrefix) else {
      throw ParseError(
        .malformed, at: packet.offset(of: 0), "the second packet is not a comment header")
    }
    guard codec.kind == .flac else { return codec.commentPrefix.count }
    return FLACBlock.Kind(packet.bytes) == .comments ? FLACBlock.headerSize : nil
  }

  /// The vendor string of the comments, if there are comments.
  fileprivate var encoder: String? {
    guard let packet = comments, let prefix = try? prefix(of: packet) else { return nil }
    return VorbisComments.encoder(of: packet.bytes.clamped(from: prefix))
  }

  /// Returns the items of the comments and FLAC pictures; the bytes of items that are interrupted
  /// by page headers in the file are added to `scattered`, by offset.
  fileprivate func items(
    _ fields: [ByteSlice], _ limits: Limits, _ scattered: inout [Int64: ByteSlice]
  ) throws(ParseError) -> [MetadataItem] {
    guard let packet = comments else { return [] }
    var items: [MetadataItem] = []
    for field in fields {
      let location = location(of: field, in: packet)
      let size = field.count + VorbisComments.sizeOfSize
      if Int64(size) != location.size {
        let start = Int(field.fileOffset) - VorbisComments.sizeOfSize
        scattered[location.offset] = packet.bytes.clamped(from: start, count: size)
      }
      items.append(VorbisField.metadataItem(field, at: location))
    }
    guard codec.kind == .flac else { return items }
    for packet in packets.dropFirst(2) where packet.isPicture {
      let block = try PictureBlock.parse(
        .bytes(packet.bytes.clamped(from: FLACBlock.headerSize)), in: .empty, limits: limits)
      let location = ItemLocation(
        container: OggFormat.comments, offset: packet.offset(of: 0),
        size: packet.offset(of: packet.count - 1) + 1 - packet.offset(of: 0))
      if location.size != Int64(packet.count) { scattered[location.offset] = packet.bytes }
      items.append(block.metadataItem(PictureBlock.key, at: location))
    }
    return items
  }

  /// Returns the location of a field, including its size field and the page headers in it.
  func location(of field: ByteSlice, in packet: OggPacket) -> ItemLocation {
    let start = packet.offset(of: Int(field.fileOffset) - VorbisComments.sizeOfSize)
    let end = packet.offset(of: Int(field.fileOffset) + field.count - 1) + 1
    return ItemLocation(container: OggFormat.comments, offset: start, size: end - start)
  }
}

extension OggPacket {
  /// Whether the packet is a FLAC picture block.
  var isPicture: Bool {
    FLACBlock.Kind(bytes) == .picture && count > FLACBlock.headerSize
  }
}
