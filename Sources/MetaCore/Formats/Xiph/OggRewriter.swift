/// Changes the comments of the streams in Ogg; where headers take another number of pages, the pages behind them get other numbers and
/// checksums, and nothing else.
struct OggRewriter: StreamRewriter {
  private let window: SourceWindow
  private let shape: PlanShape
  private let head: OggHead
  private let start: Int64
  /// Where the pages end.
  private let end: Int64
  private var headers: [OggHeaders] = []
  private(set) var payloadOffset: Int64

  /// Reads the headers.
  ///
  /// - Throws: `unsupported` when they are damaged, or there is more than one file.
  init(_ window: SourceWindow, shape: PlanShape) throws(ParseError) {
    self.window = window
    self.shape = shape
    var log = DiagnosticLog()
    var tags = try StreamTags.findLeading(in: window)
    try tags.findTrailing(in: window)
    (start, end) = (tags.start, tags.end)
    head = try OggHead(window, from: start, limits: .standard, log: &log)
    payloadOffset = head.end
    if let finding = log.diagnostics.first {
      throw ParseError(
        .unsupported, at: finding.offset ?? start, finding.message, path: finding.path)
    }
    for stream in head.streams {
      if let own = try OggHeaders(stream) { headers.append(own) }
    }
    let tail = try OggTail(head.streams.map(\.number), in: window, from: start, end: end)
    guard !tail.isChained else {
      throw ParseError(
        .unsupported, at: start, "several Ogg files stand one behind the other in this one")
    }
  }

  // MARK: Changes

  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) -> Bool {
    guard change.container == OggFormat.comments else { return false }
    guard let index = headers.indices.first(where: { headers[$0].holds(change, isMain: $0 == 0) })
    else { throw change.isNowhere }
    try headers[index].apply(change, window.source)
    return true
  }

  mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    guard !headers.isEmpty else {
      throw ParseError(.notRepresentable, at: start, "no stream of this file has comments")
    }
    try headers[0].set(chapters)
  }

  // MARK: Layout

  mutating func lay(into file: inout FileLayout, isLast: Bool) throws(ParseError) -> Bool {
    var made: [UInt32: (bytes: [UInt8], count: Int)] = [:]
    for index in headers.indices where headers[index].isChanged {
      try headers[index].encode()
      guard let pages = headers[index].pages(in: shape) else { return false }
      made[headers[index].stream.number] = pages
    }
    var position = start
    while position < head.end, let page = try OggPage.parse(at: position, in: window) {
      position = page.range.upperBound
      let old = headers.first { $0.stream.number == page.stream }?.pages
      guard let new = made[page.stream], old?.contains(page) == true else {
        file.append(.keep(page.range))
        continue
      }
      // All new ones stand where the first one stood.
      if page == old?.first { file.append(.write(new.bytes)) }
    }
    let added = headers.reduce(into: [UInt32: Int]()) { added, own in
      let number = own.stream.number
      if let new = made[number], new.count != own.pages.count {
        added[number] = new.count - own.pages.count
      }
    }
    if !added.isEmpty { try renumber(by: added, into: &file) }
    return true
  }

  /// Gives the pages of streams behind the headers other numbers.
  private mutating func renumber(
    by added: [UInt32: Int], into file: inout FileLayout
  ) throws(ParseError) {
    var count = 0
    while payloadOffset < end, let page = try OggPage.parse(at: payloadOffset, in: window) {
      let next = page.range.upperBound
      count += 1
      guard count <= Limits.standard.structures else {
        throw ParseError(.unsupported, at: page.offset, "too many pages to number them anew")
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
    var tags = try StreamTags.findLeading(in: window)
    try tags.findTrailing(in: window)
    let new = try OggHead(window, from: tags.start, limits: .standard, log: &log)
    let isFound =
      log.diagnostics.isEmpty && new.streams.map(\.number) == head.streams.map(\.number)
      && headers.allSatisfy { own in
        let found = new.streams.first { $0.number == own.stream.number }?.packets.dropFirst()
        return found?.count == own.packets.count
          && zip(found ?? [], own.packets).allSatisfy { $0.storage.starts(with: $1) }
      }
    guard isFound else {
      throw ParseError(.unsupported, at: start, "the headers would not be found again")
    }
  }
}
