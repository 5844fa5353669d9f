/// The ``TaggedFormat`` for FLAC files: metadata blocks and frames (RFC 9639), with tags of other
/// formats, which some programs add at both ends.
///
/// ``FLACRewriter`` plans edits to the blocks.
struct FLACFormat: TaggedFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "FLAC", extensions: ["flac", "fla"], keySpaces: [.vorbis] + StreamTags.precedence)
  }

  static let fileType = "org.xiph.flac"
  /// The container of fields and pictures, which are in separate blocks but treated as one list.
  static let container = MetadataContainer(rawValue: "fLaC")

  /// Recognises the signature, at the start of the file or after leading tags.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    head.begins(with: FLACLayout.magic) ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: FLACFormat.fileType, container: ContainerDescription(kind: "flac"),
      size: window.length, precedence: [.vorbis] + StreamTags.precedence)
    let layout = try FLACLayout(window, limits: options.limits, log: &log)
    try describe(layout, window, options, &document)
    let tagContents = try layout.tags.contents(in: window, options: options, log: &log)
    let blockItems = try layout.items(in: window, options: options, log: &log)
    document.items = blockItems + tagContents.items
    document.container.setTags(tagContents.names, at: 0)
    if options.chapters {
      let chapters = VorbisChapters.chapters(among: blockItems, limit: options.limits.chapters)
      document.chapters = chapters.isEmpty ? tagContents.chapters : chapters
    }
    document.diagnostics = log.diagnostics
    return document
  }

  /// Sets the duration and the track from STREAMINFO, and the bit rate from the size of the frames.
  private func describe(
    _ layout: FLACLayout, _ window: SourceWindow, _ options: ReadOptions,
    _ document: inout Document
  ) throws(ParseError) {
    guard let block = layout.blocks.first, block.kind == .streamInfo else { return }
    let bytes = try window.bytes(at: block.contentOffset, upTo: FLACStreamInfo.size)
    let info = try FLACStreamInfo.parse(bytes).properties
    document.duration = info.duration
    guard options.tracks else { return }
    var track = info.track()
    track.audio?.encoder = try layout.encoder(in: window)
    track.decoderConfiguration = ByteSlice(Array(bytes.bytes))
    track.setBitRate(bytes: layout.frames.upperBound - layout.frames.lowerBound)
    document.tracks = [track]
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    var log = DiagnosticLog()
    try visitStream(try FLACLayout(window, limits: limits, log: &log).frames, visit)
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    let layout = try FLACLayout(window, limits: options.limits, log: &log)
    var root = StructureNode(
      name: "fLaC", offset: layout.tags.start, size: layout.frames.upperBound - layout.tags.start,
      headerSize: FLACLayout.magic.count)
    root.children = layout.blocks.map { block in
      StructureNode(
        name: block.name, offset: block.offset,
        size: block.range.upperBound - block.range.lowerBound, headerSize: FLACBlock.headerSize)
    }
    root.children.append(
      StructureNode(
        name: "frames", offset: layout.framesOffset,
        size: layout.frames.upperBound - layout.framesOffset, headerSize: 0))
    if let rest = StructureNode.leftOut(log) { root.children.append(rest) }
    return try layout.tags.structure(around: root, in: window, options: options)
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    [InsertionPoint(FLACFormat.container, [.vorbis])] + StreamTags.existingPoints(of: document)
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try StreamTagsRewriter(
      window, duration: document.duration, shape: shape,
      stream: try FLACRewriter(window, shape: shape))
    return try rewriter.plan(edit)
  }
}

extension FLACLayout {
  /// Returns the vendor string of the first comment list; nil when there is no list or the string
  /// is empty.
  fileprivate func encoder(in window: SourceWindow) throws(ParseError) -> String? {
    guard let block = blocks.first(where: { $0.kind == .comments }) else { return nil }
    return VorbisComments.encoder(
      of: try window.bytes(
        at: block.contentOffset,
        upTo: Int(min(block.contentSize, Int64(VorbisComments.maxBytesOfEncoder)))))
  }

  /// Returns the items of the blocks: fields and pictures; errors in a block are logged.
  func items(
    in window: SourceWindow, options: ReadOptions, log: inout DiagnosticLog
  ) throws(ParseError) -> [MetadataItem] {
    guard options.items || options.chapters else { return [] }
    var items: [MetadataItem] = []
    for block in blocks {
      do {
        switch block.kind {
        case .comments:
          let comments = try comments(of: block, in: window, options.limits, log: &log)
          for field in comments.fields {
            items.append(
              VorbisField.metadataItem(field, at: FLACLayout.location(of: field)))
          }
        case .picture:
          let picture = try PictureBlock.parse(
            .file(window.location(at: block.contentOffset, count: block.contentSize)), in: window,
            limits: options.limits)
          items.append(
            picture.metadataItem(
              PictureBlock.key,
              at: ItemLocation(
                container: FLACFormat.container, offset: block.offset,
                size: block.range.upperBound - block.offset)))
        default: continue
        }
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(block.name).inside("fLaC"))
      }
    }
    return items
  }

  private func comments(
    of block: FLACBlock, in window: SourceWindow, _ limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) -> VorbisComments {
    let bytes = try window.bytes(at: block.contentOffset, count: Int(block.contentSize))
    let path = StructurePath(["fLaC", block.name])
    return try VorbisComments.parse(bytes, limits: limits, path: path, log: &log)
  }

  /// Returns the location of a field, including its size field.
  static func location(of field: ByteSlice) -> ItemLocation {
    let size = Int64(VorbisComments.sizeOfSize)
    return ItemLocation(
      container: FLACFormat.container, offset: field.fileOffset - size,
      size: Int64(field.count) + size)
  }
}
