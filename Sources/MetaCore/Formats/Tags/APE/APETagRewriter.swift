/// Edits items in an APE tag, or creates a tag, and builds the pieces of the new tag; items that
/// are not edited keep their bytes.
struct APETagRewriter {
  private let tag: APETag
  /// The current size of the tag in the file.
  var size: Int64 { tag.size }
  private let window: SourceWindow
  private var list: EntryList
  /// The number of items that the tag declares but does not contain.
  ///
  /// The new count includes this difference, so that an edit changes the count only by the number
  /// of items that it adds or removes.
  private let missing: Int64
  /// Whether the tag is not yet in the file.
  private let isNew: Bool

  /// Creates a tag at `offset`.
  init(newAt offset: Int64, in window: SourceWindow) {
    tag = APETag(offset: offset, size: 0, version: 2000, hasHeader: true, hasFooter: true)
    self.window = window
    list = EntryList(name: "item of \(tag.name)")
    missing = 0
    isNew = true
  }

  /// Reads the locations of the items in a tag.
  ///
  /// - Throws: `unsupported` when there are too many items; read errors.
  init(_ tag: APETag, in window: SourceWindow) throws(ParseError) {
    self.tag = tag
    self.window = window
    list = EntryList(name: "item of \(tag.name)")
    isNew = false
    var log = DiagnosticLog()
    var items: [(Range<Int64>, DataType)] = []
    try tag.forEachItem(in: window, limits: .standard, log: &log) { item, location in
      let range = location.offset..<(location.offset + location.size)
      items.append((range, item.metadataItem(at: location).dataType))
    }
    if let finding = log.diagnostics.first(where: { $0.code == .limitExceeded }) {
      throw ParseError(.unsupported, at: tag.offset, finding.message, path: finding.path)
    }
    let claims = try APETagRewriter.claimedCounts(of: tag, in: window)
    // If the header and footer disagree, the count of the items is used if one of them declares it,
    // or else that of the footer.
    let claimed = claims.contains(Int64(items.count)) ? Int64(items.count) : claims.first ?? 0
    list.entries = items.enumerated().map { index, item in
      EntryList.Entry(content: .stored(item.0, item.1), isCounted: index < claimed)
    }
    missing = max(0, claimed - Int64(items.count))
    let end = items.last?.0.upperBound ?? tag.itemsOffset
    if end < tag.itemsEnd {
      list.entries.append(
        EntryList.Entry(content: .gap(end..<tag.itemsEnd), isCounted: false))
    }
  }

  /// Returns the item counts in the footer and the header.
  private static func claimedCounts(
    of tag: APETag, in window: SourceWindow
  ) throws(ParseError) -> [Int64] {
    var claims: [Int64] = []
    for (isThere, offset) in [(tag.hasFooter, tag.itemsEnd), (tag.hasHeader, tag.offset)]
    where isThere {
      let bytes = try window.bytes(at: offset, count: APETagHeader.size)
      if let header = APETagHeader(parsing: bytes) { claims.append(Int64(header.itemCount)) }
    }
    return claims
  }

  /// Whether a change concerns an item in this tag or a new item for it.
  func covers(_ change: DocumentEdit.Change) -> Bool {
    change.concerns(tag.name, at: tag.offset..<(tag.offset + tag.size))
  }

  /// Changes one item.
  ///
  /// - Throws: `unsupported` when there is no item at the location, or when the items begin with a
  ///   header, so that the size of the tag is wrong; `notRepresentable` when an item cannot hold
  ///   the value.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    let first = try isNew ? [] : window.bytes(at: tag.itemsOffset, upTo: APETagHeader.size).bytes
    guard !first.starts(with: APETagHeader.magic) || tag.itemsOffset == tag.itemsEnd else {
      throw ParseError(
        .unsupported, at: tag.itemsOffset,
        "the tag size is wrong: there is a header in place of the first item",
        path: StructurePath([tag.name]))
    }
    let new = try change.entry.map { (entry) throws(ParseError) in
      try encode(entry, as: list.oldType(change))
    }
    try list.apply(change, bringing: new ?? [])
  }

  /// Returns the bytes of the new items for an entry; `type` is the text encoding of the item that
  /// they replace, which is kept.
  private func encode(
    _ entry: DocumentEdit.Entry, as type: DataType?
  ) throws(ParseError) -> [[UInt8]] {
    if let bytes = entry.bytes { return [Array(bytes.bytes)] }
    var encodedItems: [[UInt8]] = []
    for item in entry.items {
      var item = item
      item = try item.loaded(from: window.source)
      if let type, item.value.dataValue == nil { item.dataType = type }
      let key = item.key.description.utf8
      guard let encoded = APEItem(item), key.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
        (2...255).contains(key.count)
      else {
        throw ParseError(
          .notRepresentable, at: tag.offset,
          "an APE item can hold only strings or bytes, and its key must have 2 to 255 ASCII characters",
          path: StructurePath([tag.name, item.key.description]))
      }
      var writer = ByteWriter()
      encoded.encode(into: &writer)
      encodedItems.append(writer.bytes)
    }
    return encodedItems
  }

  /// Returns the pieces of the new tag.
  ///
  /// - Throws: `notRepresentable` when the tag is too large; read errors.
  func pieces() throws(ParseError) -> [FileLayout.Piece] {
    let items = list.entries.map(\.piece)
    let size = items.reduce(tag.hasFooter ? Int64(APETagHeader.size) : 0) { $0 + $1.count }
    guard let size = UInt32(exactly: size) else {
      throw ParseError(
        .notRepresentable, at: tag.offset, "\(size) bytes exceed the maximum size of an APE tag")
    }
    let count = UInt32(clamping: missing + Int64(list.entries.count(where: \.isCounted)))
    var pieces = items
    if tag.hasHeader {
      pieces.insert(try header(at: tag.offset, .header, size, count), at: 0)
    }
    if tag.hasFooter { pieces.append(try header(at: tag.itemsEnd, .footer, size, count)) }
    return pieces
  }

  /// Returns a header or footer with a new size and count: the one at `offset`, or `new` in a new
  /// tag.
  private func header(
    at offset: Int64, _ new: APETagHeader, _ size: UInt32, _ count: UInt32
  ) throws(ParseError) -> FileLayout.Piece {
    var header = new
    if !isNew {
      let bytes = try window.bytes(at: offset, count: APETagHeader.size)
      guard let old = APETagHeader(parsing: bytes) else {
        throw ParseError(.malformed, at: offset, "not an APE tag header")
      }
      header = old
    }
    header.tagSize = size
    header.itemCount = count
    var writer = ByteWriter()
    header.encode(into: &writer)
    return .write(writer.bytes)
  }
}
