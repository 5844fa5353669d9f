/// Plans edits to the comments of all logical streams in an Ogg file, which include chapters, and
/// to the pictures in FLAC streams.
///
/// If the headers need a different number of pages, the following pages get new sequence numbers
/// and checksums, but no other changes. `StreamTagsRewriter` plans the tags around the pages.
struct OggRewriter: StreamRewriter {
  private let window: SourceWindow
  private let shape: LayoutConstraints
  private let head: OggHead
  private var headers: [OggHeaders] = []
  private(set) var payloadOffset: Int64

  /// Reads the headers.
  ///
  /// - Throws: `unsupported` when the headers are damaged or the file is chained.
  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    var log = DiagnosticLog()
    head = try OggHead(window, limits: .standard, log: &log)
    payloadOffset = head.end
    try log.refuseDamage(at: head.tags.start)
    for stream in head.streams {
      if let streamHeaders = try OggHeaders(stream) { headers.append(streamHeaders) }
    }
    guard try !OggTail(head, in: window).isChained else {
      throw ParseError(
        .unsupported, at: head.tags.start,
        "the file is a chain of several Ogg files")
    }
  }

  // MARK: Changes

  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) -> Bool {
    guard change.container == OggFormat.comments else { return false }
    guard let index = headers.indices.first(where: { headers[$0].covers(change, isMain: $0 == 0) })
    else { throw change.isNowhere }
    try headers[index].apply(change, window.source)
    return true
  }

  mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    guard !headers.isEmpty else {
      throw ParseError(
        .notRepresentable, at: head.tags.start, "no stream of this file has comments")
    }
    try headers[0].set(chapters)
  }

  // MARK: Layout

  mutating func layOut(into file: inout FileLayout, isLast: Bool) throws(ParseError) -> Bool {
    var newPages: [UInt32: [UInt8]] = [:]
    var added: [UInt32: Int] = [:]
    for index in headers.indices where headers[index].isChanged {
      try headers[index].encode()
      guard let pages = headers[index].pages(in: shape) else { return false }
      let number = headers[index].stream.number
      newPages[number] = pages.bytes
      if pages.count != headers[index].pages.count {
        added[number] = pages.count - headers[index].pages.count
      }
    }
    var position = head.tags.start
    while position < head.end, let page = try OggPage.parse(at: position, in: window) {
      position = page.range.upperBound
      let old = headers.first { $0.stream.number == page.stream }?.pages
      guard let new = newPages[page.stream], old?.contains(page) == true else {
        file.append(.keep(page.range))
        continue
      }
      // All new pages replace the first old one.
      if page == old?.first { file.append(.write(new)) }
    }
    if !added.isEmpty { try renumber(by: added, into: &file) }
    return true
  }

  /// Appends the pages after the headers, with new numbers for the streams that have more or fewer
  /// header pages.
  ///
  /// - Throws: `unsupported` when there are too many pages, and errors from pages.
  private mutating func renumber(
    by added: [UInt32: Int], into file: inout FileLayout
  ) throws(ParseError) {
    var count = 0
    while payloadOffset < head.tags.end, let page = try OggPage.parse(at: payloadOffset, in: window)
    {
      let next = page.range.upperBound
      count += 1
      guard count <= Limits.standard.structures else {
        throw ParseError(.unsupported, at: page.offset, "too many pages to renumber")
      }
      if let added = added[page.stream] {
        let places = OggPage.numbering
        file.append(.media(page.offset..<(page.offset + Int64(places.lowerBound))))
        file.append(.write(page.renumbered(page.number.adding(added))))
        file.append(.media((page.offset + Int64(places.upperBound))..<next))
      } else {
        file.append(.media(page.range))
      }
      payloadOffset = next
    }
  }

  func prove(in window: SourceWindow) throws(ParseError) {
    var log = DiagnosticLog()
    let new = try OggHead(window, limits: .standard, log: &log)
    let isFound =
      log.diagnostics.isEmpty && new.streams.map(\.number) == head.streams.map(\.number)
      && headers.allSatisfy { streamHeaders in
        let found = new.streams.first { $0.number == streamHeaders.stream.number }?.packets
          .dropFirst()
        return found?.count == streamHeaders.packets.count
          && zip(found ?? [], streamHeaders.packets).allSatisfy { $0.storage.starts(with: $1) }
      }
    guard isFound else {
      throw ParseError(.unsupported, at: head.tags.start, "the headers could not be read back")
    }
  }
}
