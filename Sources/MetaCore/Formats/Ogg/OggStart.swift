/// Finds, in the first pages after the headers of one Ogg file, the position at which each logical
/// stream begins: captures of a running stream begin at any position.
///
/// It is the position of the first page on which a packet ends, minus the samples of the packets
/// that end there (RFC 7845 §4.5, Vorbis I §A.2). If these packets have more samples, their first
/// samples are not played, and the stream begins at 0.
struct OggStart: Sendable {
  /// The first position of each stream by serial number, in units of the codec; streams whose
  /// packets cannot be counted are missing.
  private(set) var positions: [UInt32: Int64] = [:]

  /// The maximum number of pages to read until the first position of each stream is found.
  private static let maxPages = 256
  /// The maximum distance, in bytes, of these pages from the end of the headers.
  private static let reach: Int64 = 1 << 20

  /// Finds the first positions.
  init(_ head: OggHead, in window: SourceWindow) throws(ParseError) {
    var searches: [UInt32: Search] = [:]
    // Otherwise media data may begin before the end of the headers.
    for stream in head.streams where stream.hasOwnPages && !stream.hasEarlyMedia {
      searches[stream.number] = OggPacketCounter(stream).map { Search(counter: $0) }
    }
    var position = head.end
    let limit = min(head.tags.end, head.end.plus(OggStart.reach))
    for _ in 0..<OggStart.maxPages where !searches.isEmpty && position < limit {
      guard let page = try? OggPage.parse(at: position, in: window) else { return }
      position = page.range.upperBound
      guard var search = searches[page.stream] else { continue }
      search.add(page, try window.bytes(at: page.contentOffset, count: page.contentSize))
      guard page.position != OggPage.noPosition,
        let stream = head.streams.first(where: { $0.number == page.stream })
      else {
        searches[page.stream] = search
        continue
      }
      let end = stream.codec.count(at: page.position)
      positions[page.stream] = max(0, end.minus(search.counter.total))
      searches[page.stream] = nil
    }
  }

  /// The packets of one stream up to its first position.
  private struct Search {
    var counter: OggPacketCounter
    /// The first bytes of the packet that continues on the next page; nil if there is none, or if
    /// its start is missing.
    private var head: [UInt8]?

    init(counter: OggPacketCounter) { self.counter = counter }

    /// Counts the packets that end on a page.
    mutating func add(_ page: OggPage, _ content: ByteSlice) {
      // A packet whose start is missing is not decoded.
      if page.flags & OggPage.continued == 0 { head = [] }
      var start = 0
      for size in page.segments.bytes {
        if let known = head {
          let needed = min(Int(size), OggPacketCounter.headSize - known.count)
          head = known + content.clamped(from: start, count: needed).bytes
        }
        start += Int(size)
        guard size < 255 else { continue }
        if let head { counter.add(ByteSlice(head)) }
        head = []
      }
      // The next page begins with a new packet or, if its flag is set, with the rest of this one.
      if page.segments.bytes.last != 255 { head = nil }
    }
  }
}
