/// The tags around an elementary stream (MP3, AAC), which has no structure of its own to hold any.
///
///     [ID3v2 | APEv2 with a header] …   at the start, in a row
///     the stream
///     [APE | Lyrics3 | ID3v2.4 with a footer] …  [TAG+]  [ID3v1]   at the end
struct StreamTags: Sendable {
  /// One tag and where it stands.
  enum Tag: Sendable {
    case id3v2(offset: Int64, size: Int64)
    case ape(APETag)
    case lyrics3(Lyrics3Tag)
    /// ID3v1; with `TAG+` before it where `size` says so.
    case id3v1(offset: Int64, size: Int64)

    var offset: Int64 {
      switch self {
      case .id3v2(let offset, _), .id3v1(let offset, _): offset
      case .ape(let tag): tag.offset
      case .lyrics3(let tag): tag.offset
      }
    }
  }

  /// The tags in front, in file order.
  var leading: [Tag] = []
  /// The tags behind, in file order.
  var trailing: [Tag] = []
  /// Where the stream begins, or junk before it.
  var start: Int64 = 0
  /// Where the stream ends.
  var end: Int64

  private static let id3v1Size: Int64 = 128
  private static let enhancedSize: Int64 = 227
  private static let id3HeaderSize = 10

  /// Finds the tags in front of the stream by their headers alone.
  static func findLeading(in window: SourceWindow) throws(ParseError) -> StreamTags {
    var tags = StreamTags(end: window.length)
    while let tag = try leadingTag(at: tags.start, in: window) {
      tags.leading.append(tag.tag)
      tags.start = tag.end
    }
    return tags
  }

  private static func leadingTag(
    at offset: Int64, in window: SourceWindow
  ) throws(ParseError) -> (tag: Tag, end: Int64)? {
    let head = try window.bytes(at: offset, upTo: id3HeaderSize)
    if let size = id3Size(head) {
      let end = min(window.length, offset + size)
      return (.id3v2(offset: offset, size: end - offset), end)
    }
    guard head[0] == APETagHeader.magic[0], let tag = try APETag.find(at: offset, in: window)
    else { return nil }
    return (.ape(tag), tag.offset + tag.size)
  }

  /// The whole size of the ID3v2 tag that `head` begins, with header and footer (ID3v2.4 §3.1), or nil where none begins.
  static func id3Size(_ head: ByteSlice) -> Int64? {
    guard head.count >= id3HeaderSize, head.starts(with: [0x49, 0x44, 0x33]) else { return nil }
    guard let version = head[3], version < 0xFF, let flags = head[5] else { return nil }
    var size: Int64 = 0
    for byte in head.clamped(from: 6, count: 4).bytes {
      // A size that is not synchsafe breaks the standard; its writer meant plain 32 bits.
      size = size << 7 | Int64(byte & 0x7F)
    }
    let hasFooter = version == 4 && flags & 0x10 != 0
    return size + Int64(id3HeaderSize) * (hasFooter ? 2 : 1)
  }

  /// Finds the tags behind the stream; one small window at the end is enough where they have no pictures.
  mutating func findTrailing(in window: SourceWindow) throws(ParseError) {
    _ = try window.bytes(at: max(0, window.length - 4096), upTo: 4096)
    var found: [Tag] = []
    while let tag = try trailingTag(in: window, isLast: found.isEmpty) {
      found.append(tag)
      end = tag.offset
    }
    trailing = found.reversed()
  }

  private func trailingTag(
    in window: SourceWindow, isLast: Bool
  ) throws(ParseError) -> Tag? {
    if let tag = try id3v1(in: window) { return tag }
    if let tag = try APETag.find(endingAt: end, above: start, in: window) { return .ape(tag) }
    if let tag = try Lyrics3Tag.find(endingAt: end, above: start, in: window) {
      return .lyrics3(tag)
    }
    return try appendedID3(in: window)
  }

  private func id3v1(in window: SourceWindow) throws(ParseError) -> Tag? {
    let offset = end - StreamTags.id3v1Size
    guard offset >= start else { return nil }
    let head = try window.bytes(at: offset, count: 8)
    // "TAGEX" is the middle of an APE footer that happens to lie there.
    guard head.starts(with: [0x54, 0x41, 0x47]), !head.starts(with: [0x54, 0x41, 0x47, 0x45, 0x58])
    else { return nil }
    let enhanced = offset - StreamTags.enhancedSize
    if enhanced >= start,
      try window.bytes(at: enhanced, count: 4).starts(with: [0x54, 0x41, 0x47, 0x2B])
    {
      return .id3v1(
        offset: enhanced, size: StreamTags.enhancedSize + StreamTags.id3v1Size)
    }
    return .id3v1(offset: offset, size: StreamTags.id3v1Size)
  }

  /// An ID3v2.4 tag at the end is found by its footer "3DI" (ID3v2.4 §3.4).
  private func appendedID3(in window: SourceWindow) throws(ParseError) -> Tag? {
    let headerSize = Int64(StreamTags.id3HeaderSize)
    guard end - 2 * headerSize >= start else { return nil }
    let footer = try window.bytes(at: end - headerSize, count: StreamTags.id3HeaderSize)
    guard footer.starts(with: [0x33, 0x44, 0x49]) else { return nil }
    var size: Int64 = 2 * headerSize
    for (index, byte) in footer.clamped(from: 6, count: 4).bytes.enumerated() {
      size += Int64(byte & 0x7F) << Int64(21 - 7 * index)
    }
    let offset = end - size
    guard offset >= start,
      StreamTags.id3Size(try window.bytes(at: offset, upTo: StreamTags.id3HeaderSize)) == size
    else { return nil }
    return .id3v2(offset: offset, size: size)
  }
}
