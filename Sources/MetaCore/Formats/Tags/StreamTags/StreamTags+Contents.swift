/// Reading the tags around a stream.
extension StreamTags {
  /// The contents of all tags around a stream, in file order: the items, the chapters of the first
  /// tag that has any, and the names of the tags.
  struct Contents: Sendable {
    var items: [MetadataItem] = []
    var chapters: [Chapter] = []
    /// The display names of the tags, such as `ID3v2.4`, `APEv2`, `TAG+` or `ID3v1`.
    var names: [String] = []
    /// The number of ID3v2 tags so far.
    fileprivate var id3Count = 0
  }

  /// The key spaces by priority, as in all programs except ffprobe for MP3.
  static let precedence: [KeySpace] = [.id3, .ape, .id3v1, .lyrics3]

  /// Returns the key spaces by priority for a kind of file whose native tag has the key space
  /// `nativeSpace`.
  static func precedence(_ nativeSpace: KeySpace) -> [KeySpace] {
    [nativeSpace] + precedence.filter { $0 != nativeSpace }
  }

  /// Reads all tags; an error in one tag, other than a read error, is logged and does not affect
  /// the other tags.
  func contents(
    in window: SourceWindow, options: ReadOptions, log: inout DiagnosticLog
  ) throws(ParseError) -> Contents {
    var contents = Contents()
    for tag in leading + trailing {
      do {
        try read(tag, in: window, options: options, into: &contents, log: &log)
      } catch {
        if error.code == .io { throw error }
        log.add(error)
      }
    }
    return contents
  }

  /// Reads one tag and adds its contents.
  private func read(
    _ tag: Tag, in window: SourceWindow, options: ReadOptions, into contents: inout Contents,
    log: inout DiagnosticLog
  ) throws(ParseError) {
    switch tag {
    case .id3v2(let offset, _):
      contents.id3Count += 1
      guard
        let id3 = try ID3Tag.parse(
          at: offset, number: contents.id3Count, in: window, options: options, log: &log)
      else { return }
      contents.names.append(id3.name)
      if contents.items.isEmpty { contents.items = id3.items } else { contents.items += id3.items }
      // If there are several tags with chapters, the first is used, as in nearly all programs.
      if contents.chapters.isEmpty { contents.chapters = id3.chapters }
    case .ape(let ape):
      contents.names.append(ape.name)
      guard options.items else { return }
      try ape.forEachItem(in: window, limits: options.limits, log: &log) { item, location in
        contents.items.append(item.metadataItem(at: location))
      }
    case .lyrics3(let lyrics):
      contents.names.append(lyrics.name)
      guard options.items else { return }
      try lyrics.forEachField(in: window, log: &log) { field, location in
        contents.items.append(field.metadataItem(at: location))
      }
    case .id3v1(let offset, let size):
      let enhancedSize = Int(size) - ID3v1.size
      let enhanced = try window.bytes(at: offset, upTo: enhancedSize)
      let tag = try window.bytes(at: offset + Int64(enhancedSize), count: ID3v1.size)
      if enhancedSize > 0 { contents.names.append(ID3v1.enhancedContainer.rawValue) }
      contents.names.append(ID3v1.container.rawValue)
      if options.items { contents.items += ID3v1.parse(tag, enhanced: enhanced) ?? [] }
    }
  }

  /// Returns the tags as structure nodes; the node `stream`, if any, is inserted at the position of
  /// the stream.
  func structure(
    around stream: StructureNode?, in window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var nodes: [StructureNode] = []
    for tag in leading { nodes.append(try node(tag, in: window, options: options, log: &log)) }
    if let stream { nodes.append(stream) }
    for tag in trailing { nodes.append(try node(tag, in: window, options: options, log: &log)) }
    return nodes
  }

  /// Returns the structure node for a tag.
  private func node(
    _ tag: Tag, in window: SourceWindow, options: ReadOptions, log: inout DiagnosticLog
  ) throws(ParseError) -> StructureNode {
    switch tag {
    case .id3v2(let offset, let size):
      return try ID3Tag.structure(at: offset, in: window, options: options)
        ?? StructureNode(name: "ID3v2", offset: offset, size: size, headerSize: 10)
    case .ape(let ape):
      return try ape.structure(in: window, limits: options.limits, log: &log)
    case .lyrics3(let lyrics):
      return try lyrics.structure(in: window, log: &log)
    case .id3v1(let offset, let size):
      return StructureNode(name: "ID3v1", offset: offset, size: size, headerSize: 3)
    }
  }
}
