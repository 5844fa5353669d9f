/// The location of an APEv1 or APEv2 tag in a file: items between a header (APEv2 only, and
/// optional) and a footer.
///
///     header   32 bytes, only in APEv2
///     items
///     footer   32 bytes (missing only in an APEv2 tag at the start of a file)
///
/// The tag is usually at the end of an MP3, Monkey's Audio, WavPack or Musepack file, before any
/// ID3v1 tag.
struct APETag: Sendable {
  /// The start of the tag, including its header.
  var offset: Int64
  /// The size of the tag, including header and footer.
  var size: Int64
  /// The version, 1000 or 2000.
  var version: UInt32
  /// Whether the tag has a header.
  var hasHeader: Bool
  /// Whether the tag has a footer.
  var hasFooter: Bool

  /// The container for items in new tags, which are always APEv2.
  static let container = MetadataContainer(rawValue: "APEv2")

  /// The display name.
  var name: String { version >= 2000 ? APETag.container.rawValue : "APEv1" }

  var itemsOffset: Int64 { offset + (hasHeader ? Int64(APETagHeader.size) : 0) }

  var itemsEnd: Int64 { offset + size - (hasFooter ? Int64(APETagHeader.size) : 0) }
}

/// The decoded form of the 32 bytes before (header) and after (footer) the items in an APE tag.
///
/// The columns are offset and size in bytes; all numbers are little-endian.
///
///      0  8  "APETAGEX"
///      8  4  version, little-endian: 1000 or 2000
///     12  4  size of items and footer
///     16  4  how many items
///     20  4  flags: bit 31 has a header, bit 30 has no footer, bit 29 this is the header
///     24  8  zero
struct APETagHeader: Sendable, Hashable {
  static let size = 32
  static let magic = Array("APETAGEX".utf8)

  var version: UInt32
  /// The size of the items and the footer.
  var tagSize: UInt32
  var itemCount: UInt32
  var flags: UInt32
  var reserved: UInt64 = 0

  var isHeader: Bool { flags & 1 << 29 != 0 }
  var hasNoFooter: Bool { flags & 1 << 30 != 0 }
  var hasHeader: Bool { flags & 1 << 31 != 0 }

  /// The header of an APEv2 tag without items; `footer` is its footer.
  static let header = APETagHeader(
    version: 2000, tagSize: 32, itemCount: 0, flags: 1 << 31 | 1 << 29)
  static let footer = APETagHeader(version: 2000, tagSize: 32, itemCount: 0, flags: 1 << 31)

  /// Parses a header or footer; nil for other bytes.
  init?(parsing slice: ByteSlice) {
    guard slice.count >= APETagHeader.size, slice.starts(with: APETagHeader.magic) else {
      return nil
    }
    var reader = ByteReader(slice.clamped(from: 8))
    guard let version = try? reader.littleU32(), let tagSize = try? reader.littleU32(),
      let itemCount = try? reader.littleU32(), let flags = try? reader.littleU32(),
      let reserved = try? reader.u64()
    else { return nil }
    self.init(
      version: version, tagSize: tagSize, itemCount: itemCount, flags: flags, reserved: reserved)
  }

  init(
    version: UInt32, tagSize: UInt32, itemCount: UInt32, flags: UInt32, reserved: UInt64 = 0
  ) {
    self.version = version
    self.tagSize = tagSize
    self.itemCount = itemCount
    self.flags = flags
    self.reserved = reserved
  }

  func encode(into writer: inout ByteWriter) {
    writer.append(APETagHeader.magic)
    writer.littleU32(version)
    writer.littleU32(tagSize)
    writer.littleU32(itemCount)
    writer.littleU32(flags)
    writer.u64(reserved)
  }
}

extension APETag {
  /// Returns the tag whose footer ends at `end`, or nil; the tag must not begin before `floor`.
  static func find(
    endingAt end: Int64, above floor: Int64, in window: SourceWindow
  ) throws(ParseError) -> APETag? {
    let headerSize = Int64(APETagHeader.size)
    guard end - headerSize >= floor,
      let footer = APETagHeader(
        parsing: try window.bytes(at: end - headerSize, upTo: APETagHeader.size)),
      !footer.isHeader, footer.tagSize >= APETagHeader.size
    else { return nil }
    let start = end - Int64(footer.tagSize)
    guard start >= floor else { return nil }
    // The flag is not reliable: some writers set it without writing a header, and others write a
    // header without setting it.
    let headerStart = start - headerSize
    let headerBytes = try window.bytes(at: headerStart, upTo: APETagHeader.size)
    let hasHeader = headerStart >= floor && APETagHeader(parsing: headerBytes) != nil
    let offset = hasHeader ? headerStart : start
    return APETag(
      offset: offset, size: end - offset, version: footer.version, hasHeader: hasHeader,
      hasFooter: true)
  }

  /// Returns the tag with its header at `offset`, or nil.
  static func find(at offset: Int64, in window: SourceWindow) throws(ParseError) -> APETag? {
    let headerSize = Int64(APETagHeader.size)
    guard
      let header = APETagHeader(parsing: try window.bytes(at: offset, upTo: APETagHeader.size)),
      header.isHeader, Int64(header.tagSize) <= window.length - offset - headerSize,
      header.hasNoFooter || header.tagSize >= APETagHeader.size
    else { return nil }
    return APETag(
      offset: offset, size: headerSize + Int64(header.tagSize), version: header.version,
      hasHeader: true, hasFooter: !header.hasNoFooter)
  }

  /// Calls `body` with the items in sequence; an error other than a read error is logged and ends
  /// the iteration.
  ///
  /// The item count in the header is ignored: it is often wrong, and the size is sufficient.
  func forEachItem(
    in window: SourceWindow, limits: Limits, log: inout DiagnosticLog,
    _ body: (APEItem, ItemLocation) -> Void
  ) throws(ParseError) {
    let container = MetadataContainer(rawValue: name)
    let end = itemsEnd
    var position = itemsOffset
    var count = 0
    // The shortest item has a size, flags, a key of one character and the terminating zero.
    while end - position >= 10 {
      count += 1
      guard count <= limits.items else {
        log.note(
          .limitExceeded, StructurePath([name]), at: position, "more than \(limits.items) items")
        return
      }
      do {
        let (item, size) = try APEItem.parse(
          at: position, before: end, in: window, limits: limits)
        body(item, ItemLocation(container: container, offset: position, size: size))
        position += size
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(name))
        return
      }
    }
    if position < end {
      log.note(
        .malformed, StructurePath([name]), at: position,
        "\(end - position) bytes of unrecognised data after the last item")
    }
  }

  /// Returns the structure node for the tag and its items.
  func structure(
    in window: SourceWindow, limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) -> StructureNode {
    var node = StructureNode(
      name: name, offset: offset, size: size,
      headerSize: hasHeader ? APETagHeader.size : 0)
    var children: [StructureNode] = []
    try forEachItem(in: window, limits: limits, log: &log) { item, location in
      children.append(
        StructureNode(
          name: item.key, offset: location.offset, size: location.size,
          headerSize: 9 + item.key.utf8.count,
          summary: item.metadataItem(at: location).value.stringValue))
    }
    node.children = children
    return node
  }
}
