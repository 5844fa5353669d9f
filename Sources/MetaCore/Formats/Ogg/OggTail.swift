/// Finds, in the last pages of one Ogg file, the final position of each logical stream, from which
/// its duration follows, and whether several files are chained.
struct OggTail: Sendable {
  /// The last position of each stream, by serial number.
  private(set) var positions: [UInt32: UInt64] = [:]
  /// Whether there is a page of a stream that does not begin together with the other streams, so
  /// that another file is chained to the first (RFC 3533 §4).
  private(set) var isChained = false

  /// The distances from the end to search, in order; a page has at most 65,307 bytes.
  private static let reaches: [Int64] = [1 << 13, 1 << 17, 1 << 20]
  /// The maximum size, in bytes, of media that is first read page by page from its start.
  private static let shortest: Int64 = 1 << 16

  /// Finds the last page of each stream; streams of unknown codecs have no times and are not
  /// searched for.
  init(_ head: OggHead, in window: SourceWindow) throws(ParseError) {
    // Streams that end on their header pages have no other pages.
    let (start, end) = (min(head.end, head.tags.end), head.tags.end)
    let known = Set(head.streams.map(\.number))
    let timed = Set(head.streams.filter { $0.codec.kind != .other }.map(\.number))
    if end - start <= OggTail.shortest {
      let reached = try walk(from: start, to: end, known, in: window)
      readHeaders(head)
      if isChained || reached == end { return }
    }
    for reach in OggTail.reaches {
      let from = max(start, end - reach)
      try read(from..<end, known, in: window)
      if from == start { readHeaders(head) }
      if isChained || timed.isSubset(of: positions.keys) || from == start { return }
    }
  }

  /// Records the positions of streams that end on their header pages.
  private mutating func readHeaders(_ head: OggHead) {
    for stream in head.streams where positions[stream.number] == nil {
      let last = stream.pages.last { $0.position != OggPage.noPosition }
      positions[stream.number] = last?.position
    }
  }

  /// Reads the pages in a range, which may begin within a page.
  private mutating func read(
    _ range: Range<Int64>, _ known: Set<UInt32>, in window: SourceWindow
  ) throws(ParseError) {
    positions = [:]
    let bytes = try window.bytes(
      at: range.lowerBound, upTo: Int(range.upperBound - range.lowerBound))
    var index = 0
    while !isChained, let next = bytes.firstIndex(of: OggPage.magic[0], from: index) {
      index = next + 1
      guard bytes.clamped(from: next, count: 4).starts(with: OggPage.magic) else { continue }
      let end = try walk(
        from: range.lowerBound + Int64(next), to: range.upperBound, known, in: window)
      index = max(index, Int(end - range.lowerBound))
    }
  }

  /// Reads consecutive pages up to a page of an unknown stream, and returns the end of the last
  /// one.
  private mutating func walk(
    from start: Int64, to end: Int64, _ known: Set<UInt32>, in window: SourceWindow
  ) throws(ParseError) -> Int64 {
    var position = start
    while position < end, let page = try? OggPage.parse(at: position, in: window) {
      guard known.contains(page.stream) else {
        // Media data may look like a page, but does not have a correct checksum.
        isChained = try page.hasValidChecksum(in: window)
        return position
      }
      position = page.range.upperBound
      if page.position != OggPage.noPosition { positions[page.stream] = page.position }
    }
    return position
  }
}
