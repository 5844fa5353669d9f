/// Edits the frames in an ID3v2 tag, converts a tag to a different version, or creates a tag.
///
/// The result is an ``ID3TagBuilder``.
///
/// Unchanged frames keep their stored bytes, even in a tag that is unsynchronised as a whole,
/// unless the tag is converted or their order changes.
struct ID3TagRewriter {
  /// An entry in the tag that is being edited: a frame or other bytes, in the order of the new tag.
  enum Entry {
    /// An unchanged frame.
    case unchanged(MetadataItem)
    /// Bytes in the old tag that are not a frame.
    case gap(Range<Int64>)
    /// Bytes that are not a frame, at a new location.
    case stored([UInt8])
    /// A new frame, and the frame that it replaces, if any.
    case new(MetadataItem, replacing: MetadataItem?)
    /// A frame given as bytes.
    case encoded([UInt8], MetadataItem)

    /// The item for the frame; nil when the entry is not a frame.
    var item: MetadataItem? {
      switch self {
      case .unchanged(let item), .new(let item, _), .encoded(_, let item): item
      case .gap, .stored: nil
      }
    }

    /// The offset of an unchanged frame in the old tag; nil for other entries.
    var offset: Int64? {
      if case .unchanged(let item) = self { item.location.offset } else { nil }
    }
  }

  let window: SourceWindow
  /// The old tag; nil for a new tag.
  let tag: ID3Tag?
  let container: MetadataContainer
  /// The version of the old tag.
  let oldVersion: ID3Version
  /// The version of the new tag.
  let version: ID3Version
  /// The separator between values in 2.2 and 2.3 frames; nil means a zero byte.
  let separator: String?
  /// Whether frames that the version does not support may be dropped.
  let allowsLoss: Bool
  var entries: [Entry] = []
  var notes = DiagnosticLog()
  /// Whether frames were changed, added or removed.
  var isChanged = false

  /// Creates an empty tag.
  init(new version: ID3Version, in window: SourceWindow, shape: LayoutConstraints) {
    self.window = window
    tag = nil
    container = MetadataContainer(rawValue: version.name)
    oldVersion = version
    self.version = version
    separator = shape.id3v23Separator
    allowsLoss = shape.allowsLoss
  }

  /// Reads the tag at `offset`.
  ///
  /// - Throws: `unsupported` when its version or state does not allow reliable changes; read
  ///   errors.
  init(
    at offset: Int64, upTo limit: Int64? = nil, number: Int, in window: SourceWindow,
    shape: LayoutConstraints
  ) throws(ParseError) {
    var log = DiagnosticLog()
    guard
      let tag = try ID3Tag.parse(at: offset, upTo: limit, number: number, in: window, log: &log),
      let version = tag.version, tag.framesOffset > 0
    else { throw ParseError(.unsupported, at: offset, "a tag of this version cannot be edited") }
    self.window = window
    self.tag = tag
    container = MetadataContainer(rawValue: number > 1 ? "\(tag.name)#\(number)" : tag.name)
    oldVersion = version
    self.version = shape.id3Version ?? version
    separator = shape.id3v23Separator
    allowsLoss = shape.allowsLoss
    try ID3TagRewriter.refuse(log, in: tag)
    entries = ID3TagRewriter.entries(of: tag)
    try refuseUncertainEnd(of: tag, log)
  }

  /// Rejects a tag whose frames were not all read, because it exceeds a limit.
  private static func refuse(_ log: DiagnosticLog, in tag: ID3Tag) throws(ParseError) {
    // Findings about a frame have its ID in their path, and do not affect other frames.
    let isFatal = { (finding: Diagnostic) in
      finding.code == .limitExceeded && finding.path.components.count < 2
    }
    guard let finding = log.diagnostics.first(where: isFatal) else { return }
    throw ParseError(
      .unsupported, at: finding.offset ?? tag.offset,
      "\(finding.message): the tag cannot be edited",
      path: finding.path)
  }

  /// Rejects a tag whose size is not syncsafe, unless it is completely filled with frames followed
  /// by zeros.
  ///
  /// Readers that interpret the size differently would play the remaining bytes as audio.
  private func refuseUncertainEnd(of tag: ID3Tag, _ log: DiagnosticLog) throws(ParseError) {
    let head = try window.bytes(at: tag.offset, upTo: ID3TagHeader.size)
    guard let header = ID3TagHeader(head), !header.isSizeSyncsafe || tag.size > header.tagSize
    else { return }
    let isCut = log.diagnostics.contains {
      $0.code == .truncated && $0.path.components.count > 1
    }
    if !isCut, try tag.rest(in: window) == nil { return }
    throw ParseError(
      .unsupported, at: tag.offset,
      "the tag size is not stored as a syncsafe integer and the end of the tag is unknown: it cannot be edited",
      path: StructurePath([container.rawValue]))
  }

  /// Returns the frames of the old tag and the bytes between them.
  private static func entries(of tag: ID3Tag) -> [Entry] {
    var entries: [Entry] = []
    var position = tag.framesOffset
    for item in tag.items {
      let start = item.location.offset
      if start > position { entries.append(.gap(position..<start)) }
      entries.append(.unchanged(item))
      position = max(position, start + item.location.size)
    }
    if tag.framesEnd > position { entries.append(.gap(position..<tag.framesEnd)) }
    return entries
  }

  /// Whether the tag must be rewritten.
  var needsWriting: Bool { isChanged || version != oldVersion }

  /// Whether a change concerns a frame in this tag or a new frame for it.
  func covers(_ change: DocumentEdit.Change) -> Bool {
    switch change {
    case .add(let insertionPoint, _):
      return insertionPoint.container == container
    case .replace(let location, _), .remove(let location):
      guard let tag else { return false }
      return location.container == container && location.offset >= tag.offset
        && location.offset < tag.end
    }
  }

  /// Changes one frame.
  ///
  /// - Throws: `unsupported` when there is no frame at the location.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    isChanged = true
    switch change {
    case .replace(let location, let entry):
      let index = try index(of: location)
      let newEntries = makeEntries(entry, in: location.container, replacing: entries[index].item)
      entries.replaceSubrange(index...index, with: newEntries)
    case .remove(let location):
      entries.remove(at: try index(of: location))
    case .add(let insertionPoint, let entry):
      let newEntries = makeEntries(entry, in: insertionPoint.container, replacing: nil)
      let last = entries.lastIndex { $0.item != nil } ?? -1
      entries.insert(contentsOf: newEntries, at: last + 1)
    }
  }

  /// Returns the index of the frame at a location.
  private func index(of location: ItemLocation) throws(ParseError) -> Int {
    guard let index = entries.firstIndex(where: { $0.offset == location.offset }) else {
      throw ParseError(
        .unsupported, at: location.offset, "no \(location.container.rawValue) frame at this offset")
    }
    return index
  }

  /// Returns the entries for the frames that an edit stores in a container.
  private func makeEntries(
    _ entry: DocumentEdit.Entry, in container: MetadataContainer, replacing old: MetadataItem?
  ) -> [Entry] {
    if let bytes = entry.bytes, let item = entry.items.first,
      container.rawValue.hasPrefix(version.name)
    {
      return [.encoded(plain(bytes), item)]
    }
    return entry.items.map { .new($0, replacing: old) }
  }

  /// Returns the plain bytes of a frame.
  ///
  /// Frames from a tag that is unsynchronised as a whole may be given in stored form, which is
  /// recognised by the size in their header.
  private func plain(_ bytes: ByteSlice) -> [UInt8] {
    if let header = ID3FrameHeader(bytes, version: version), version != .v24,
      Int(clamping: header.storedSize) + version.frameHeaderSize < bytes.count,
      let decoded = Unsynchronisation.decode(bytes),
      Int(clamping: header.storedSize) + version.frameHeaderSize == decoded.bytes.count
    {
      return decoded.bytes
    }
    return Array(bytes.bytes)
  }
}
