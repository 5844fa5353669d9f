/// The locations of the tags before and after the stream in a file such as MP3, AAC, FLAC or Ogg,
/// and of the stream between them, which is everything else, including a format's own metadata
/// (FLAC blocks, Ogg comments).
///
///     [ID3v2 | APEv2 with a header] …   at the start, in sequence
///     the stream
///     [APE | Lyrics3 | ID3v2.4 with a footer | ID3v1, possibly after TAG+] …   at the end
struct StreamTags: Sendable {
  /// A tag before or after the stream: its kind and its location in the file.
  enum Tag: Sendable {
    case id3v2(offset: Int64, size: Int64)
    case ape(APETag)
    case lyrics3(Lyrics3Tag)
    /// An ID3v1 tag, preceded by `TAG+` if `size` includes it.
    case id3v1(offset: Int64, size: Int64)

    var offset: Int64 {
      switch self {
      case .id3v2(let offset, _), .id3v1(let offset, _): offset
      case .ape(let tag): tag.offset
      case .lyrics3(let tag): tag.offset
      }
    }
  }

  /// The tags before the stream, in file order.
  var leading: [Tag] = []
  /// The tags after the stream, in file order.
  var trailing: [Tag] = []
  /// The start of the stream, or of the junk before it.
  var start: Int64 = 0
  /// The end of the stream.
  var end: Int64

  /// The range between the tags.
  var payload: Range<Int64> { start..<max(start, end) }

  /// The maximum number of tags to read at either end; additional tags are treated as part of the
  /// stream.
  private static let maxTags = 1024

  /// Finds the tags before and after the stream.
  static func find(in window: SourceWindow) throws(ParseError) -> StreamTags {
    var tags = try findLeading(in: window)
    try tags.findTrailing(in: window)
    return tags
  }

  /// Finds the tags before the stream by their headers alone.
  static func findLeading(in window: SourceWindow) throws(ParseError) -> StreamTags {
    var tags = StreamTags(end: window.length)
    while tags.leading.count < maxTags, let tag = try leadingTag(at: tags.start, in: window) {
      tags.leading.append(tag.tag)
      tags.start = tag.end
    }
    return tags
  }

  /// Returns the tag at `offset` with its end; nil when the stream begins there.
  private static func leadingTag(
    at offset: Int64, in window: SourceWindow
  ) throws(ParseError) -> (tag: Tag, end: Int64)? {
    let head = try window.bytes(at: offset, upTo: ID3TagHeader.size)
    if let header = ID3TagHeader(head) {
      let end = min(window.length, offset + header.tagSize)
      return (.id3v2(offset: offset, size: end - offset), end)
    }
    guard head[0] == APETagHeader.magic[0], let tag = try APETag.find(at: offset, in: window)
    else { return nil }
    return (.ape(tag), tag.offset + tag.size)
  }

  /// Finds the tags after the stream, from the end backwards.
  ///
  /// The first read is 4 KiB, which is enough for tags without pictures.
  mutating func findTrailing(in window: SourceWindow) throws(ParseError) {
    let (tail, wide) = (max(0, end - 512), max(0, end - 4096))
    if !window.contains(tail, count: Int(end - tail)) {
      _ = try window.bytes(at: wide, upTo: Int(end - wide))
    }
    var tags: [Tag] = []
    while tags.count < StreamTags.maxTags, let tag = try trailingTag(in: window) {
      tags.append(tag)
      end = tag.offset
    }
    trailing = tags.reversed()
  }

  /// Returns the tag that ends at the current end; nil when the stream ends there.
  private func trailingTag(in window: SourceWindow) throws(ParseError) -> Tag? {
    if let tag = try id3v1(in: window) { return tag }
    if let tag = try APETag.find(endingAt: end, above: start, in: window) { return .ape(tag) }
    if let tag = try Lyrics3Tag.find(endingAt: end, above: start, in: window) {
      return .lyrics3(tag)
    }
    return try appendedID3(in: window)
  }

  /// Returns the ID3v1 tag at the current end, including any `TAG+` before it.
  private func id3v1(in window: SourceWindow) throws(ParseError) -> Tag? {
    let offset = end - Int64(ID3v1.size)
    guard offset >= start else { return nil }
    guard try window.bytes(at: offset, count: 8).starts(with: [0x54, 0x41, 0x47]),
      // The middle of "APETAGEX", which may be at this offset.
      try !window.bytes(at: max(0, offset - 3), count: 8).starts(with: APETagHeader.magic)
    else { return nil }
    let enhanced = offset - Int64(ID3v1.enhancedSize)
    if enhanced >= start,
      try window.bytes(at: enhanced, count: 4).starts(with: [0x54, 0x41, 0x47, 0x2B])
    {
      return .id3v1(
        offset: enhanced, size: Int64(ID3v1.enhancedSize) + Int64(ID3v1.size))
    }
    return .id3v1(offset: offset, size: Int64(ID3v1.size))
  }

  /// Finds an ID3v2.4 tag at the end by its footer (ID3v2.4 §3.4).
  private func appendedID3(in window: SourceWindow) throws(ParseError) -> Tag? {
    guard let offset = try ID3Tag.start(ofTagEndingAt: end, in: window), offset >= start else {
      return nil
    }
    return .id3v2(offset: offset, size: end - offset)
  }
}
