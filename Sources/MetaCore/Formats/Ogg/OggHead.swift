/// The part of one Ogg file before the media: its logical streams with their header packets and the
/// pages that contain them.
struct OggHead: Sendable {
  /// One logical stream: its serial number, codec and headers.
  struct Stream: Sendable {
    let number: UInt32
    let codec: OggCodec
    /// The pages with its headers.
    var pages: [OggPage] = []
    /// The complete header packets.
    var packets: [OggPacket] = []
    /// The incomplete next packet.
    fileprivate var rest = OggPacket()
    /// Whether all headers are complete.
    fileprivate(set) var isComplete = false
    /// Whether pages with media data precede the end of the headers of all streams.
    fileprivate(set) var hasEarlyMedia = false

    /// The comment packet.
    var comments: OggPacket? { packets.count > 1 ? packets[1] : nil }
  }

  /// The tags around the pages.
  let tags: StreamTags
  private(set) var streams: [Stream] = []
  /// The start of the first page after the header pages.
  private(set) var end: Int64 = 0

  /// The maximum number of pages to read until all headers are complete.
  private static let maxPages = 1 << 16

  /// Reads the header pages; an error is logged and ends reading.
  ///
  /// - Throws: `io`, and the error itself when no stream has been found.
  init(
    _ window: SourceWindow, limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) {
    tags = try StreamTags.find(in: window)
    end = tags.start
    var size = 0
    do throws(ParseError) {
      for _ in 0..<OggHead.maxPages {
        guard let page = try OggPage.parse(at: end, in: window) else { return }
        let index = streams.firstIndex { $0.number == page.stream }
        // Some writers repeat the first page of a stream.
        let isNew = page.flags & OggPage.first != 0 && index == nil
        if !isNew, streams.allSatisfy(\.isComplete) { return }
        size += page.contentSize
        guard size <= limits.table else {
          throw ParseError(
            .limitExceeded, at: page.offset, "the headers exceed \(limits.table) bytes")
        }
        if isNew {
          guard streams.count < limits.tracks else {
            throw ParseError(
              .limitExceeded, at: page.offset, "more than \(limits.tracks) streams")
          }
          try begin(page, in: window)
        } else if let index, page.flags & OggPage.first == 0 {
          try streams[index].append(page, in: window)
        }
        end = page.range.upperBound
      }
      throw ParseError(.limitExceeded, at: end, "the headers are not terminated")
    } catch {
      guard error.code != .io, !streams.isEmpty else { throw error }
      log.add(error.inside("Ogg"))
    }
  }

  /// Adds the stream that begins with a page.
  private mutating func begin(_ page: OggPage, in window: SourceWindow) throws(ParseError) {
    let content = try window.bytes(at: page.contentOffset, count: page.contentSize)
    let codec = try OggCodec.parse(content, id: UInt32(clamping: streams.count + 1))
    var stream = Stream(number: page.stream, codec: codec)
    // The headers of other codecs are unknown, so nothing is read.
    stream.isComplete = codec.kind == .other
    try stream.append(page, in: window)
    streams.append(stream)
  }
}

extension OggHead.Stream {
  /// Adds the packets of a page to the headers, until these are complete.
  fileprivate mutating func append(_ page: OggPage, in window: SourceWindow) throws(ParseError) {
    guard !isComplete else {
      hasEarlyMedia = true
      return
    }
    pages.append(page)
    let content = try window.bytes(at: page.contentOffset, count: page.contentSize)
    var (start, end) = (0, 0)
    for (index, size) in page.segments.bytes.enumerated() {
      end += Int(size)
      guard size < 255 || index == page.segments.count - 1 else { continue }
      rest.append(content.clamped(from: start, count: end - start))
      start = end
      guard size < 255 else { return }
      packets.append(rest)
      rest = OggPacket()
      // Media data on a header page is not a header.
      if hasAllHeaders {
        isComplete = true
        return
      }
    }
  }

  private var hasAllHeaders: Bool {
    if let count = codec.headerCount { return packets.count >= count }
    // If the number of FLAC headers is not declared, the last one is marked.
    return packets.count > 1 && FLACBlock.isLast(packets[packets.count - 1].bytes) ?? true
  }

  /// Whether the first packet has its own page, and the other header packets have their own pages.
  var hasOwnPages: Bool {
    guard isComplete, let page = pages.first, let packet = packets.first else { return false }
    let segments = pages.reduce(0) { $0 + $1.segments.count }
    return page.segments.count == OggPage.segments(of: [packet.count]).count
      && segments == OggPage.segments(of: packets.map(\.count)).count
  }
}

/// One assembled packet of a logical stream, with the locations of its parts in the file, since
/// page headers may interrupt it.
struct OggPacket: Sendable {
  private(set) var storage: [UInt8] = []
  /// The starts of the pieces, in the packet and in the file.
  private var pieces: [(start: Int, offset: Int64)] = []

  var count: Int { storage.count }
  /// The bytes of the packet, with offsets relative to it.
  var bytes: ByteSlice { ByteSlice(storage) }

  fileprivate mutating func append(_ piece: ByteSlice) {
    let isNext = pieces.last.map {
      $0.offset + Int64(storage.count - $0.start) == piece.fileOffset
    }
    if isNext != true { pieces.append((storage.count, piece.fileOffset)) }
    storage.append(contentsOf: piece.bytes)
  }

  /// Returns the file locations of part of the packet.
  func locations(of range: Range<Int>) -> [(part: Range<Int>, offset: Int64)] {
    var places: [(part: Range<Int>, offset: Int64)] = []
    let range = range.clamped(to: 0..<count)
    for (index, piece) in pieces.enumerated() {
      let end = index + 1 < pieces.count ? pieces[index + 1].start : count
      let part = range.clamped(to: piece.start..<end)
      if !part.isEmpty {
        places.append((part, piece.offset + Int64(part.lowerBound - piece.start)))
      }
    }
    return places
  }

  /// Returns the file offset of a byte of the packet.
  func offset(of position: Int) -> Int64 {
    let next = pieces.partitioningIndex { $0.start > position }
    guard next > 0 else { return 0 }
    let piece = pieces[next - 1]
    return piece.offset + Int64(position - piece.start)
  }
}
