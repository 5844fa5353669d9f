extension OggFormat {
  /// Checks the checksums and order of all pages, the completeness of packets, and the frames of
  /// FLAC streams.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    let head = try OggHead(window, limits: limits, log: &log)
    var check = OggCheck(window.source, head)
    try check.run(&report)
    for stream in head.streams {
      report.addGap(stream.codec.kind == .flac ? .flacMD5 : .oggCodec)
    }
  }
}

/// Checks the pages of one Ogg file in sequence, and their packets if the codec allows it, for an
/// integrity report.
private struct OggCheck {
  private var reader: ForwardReader
  private var streams: [UInt32: OggStreamCheck] = [:]
  private let codecs: [UInt32: OggCodec.Kind]

  private static let path = StructurePath(["Ogg"])
  /// The maximum number of logical streams to check.
  private static let maxStreams = 4096

  init(_ source: any ByteSource, _ head: OggHead) {
    reader = ForwardReader(source, head.tags.payload)
    codecs = Dictionary(
      head.streams.map { ($0.number, $0.codec.kind) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    var position = reader.start
    while position < reader.end {
      let loaded = try reader.load(OggPage.longest, at: position)
      let bytes = reader.slice(loaded)
      guard let page = try? OggPage.parse(at: position, from: bytes) else {
        position = try passJunk(from: position, &report)
        continue
      }
      guard page.size <= bytes.count else {
        report.fail(
          .oggPages, .truncated, OggCheck.path, at: position,
          "the page is \(page.size) bytes long, but only \(bytes.count) remain")
        break
      }
      check(page, bytes.clamped(from: 0, count: page.size), &report)
      position = page.range.upperBound
    }
    for (number, stream) in streams.sorted(by: { $0.key < $1.key }) {
      stream.finish(number, OggCheck.path, at: reader.end, &report)
    }
  }

  /// Checks a complete page, and its place in its stream.
  private mutating func check(
    _ page: OggPage, _ bytes: ByteSlice, _ report: inout IntegrityReport
  ) {
    guard page.hasValidChecksum(bytes) else {
      report.fail(
        .oggPages, OggCheck.path, at: page.offset,
        "the checksum of page \(page.number) does not match its bytes")
      // Its content is invalid, which must not cause the following pages to be reported.
      streams[page.stream]?.resetAfterLoss()
      return
    }
    report.count(.oggPages)
    guard streams[page.stream] != nil || streams.count < OggCheck.maxStreams else { return }
    // The state is taken out of the dictionary, so that its packet is changed in place, not copied.
    var stream = streams.removeValue(forKey: page.stream) ?? OggStreamCheck(codecs[page.stream])
    stream.check(page, bytes.clamped(from: page.headerSize), OggCheck.path, &report)
    streams[page.stream] = stream
  }

  /// Reports bytes that are not a page, and returns the offset of the next page.
  private mutating func passJunk(
    from start: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) -> Int64 {
    var position = start + 1
    while position < reader.end {
      let loaded = try reader.load(OggPage.headerSize, at: position)
      var index = loaded.lowerBound
      while let found = ByteSearch.first(
        OggPage.magic[0], in: reader.bytes, index..<loaded.upperBound)
      {
        index = found + 1
        guard reader.slice(found..<loaded.upperBound).starts(with: OggPage.magic) else { continue }
        return junk(start, position + Int64(found - loaded.lowerBound), &report)
      }
      position += Int64(max(1, loaded.count - 3))
    }
    return junk(start, reader.end, &report)
  }

  private mutating func junk(
    _ start: Int64, _ end: Int64, _ report: inout IntegrityReport
  ) -> Int64 {
    report.fail(.oggPages, OggCheck.path, at: start, "\(end - start) bytes of unrecognised data")
    for number in streams.keys { streams[number]?.resetAfterLoss() }
    return end
  }
}

/// Checks the pages of one logical stream in sequence for ``OggCheck``: their numbers and
/// positions, the continuation of packets, and the frames of FLAC.
private struct OggStreamCheck {
  private let codec: OggCodec.Kind?
  private var next: UInt32?
  private var position: UInt64?
  private var hasEnded = false
  private var isInPacket: Bool?
  /// The partial packet, for a codec with checksums in packets; nil when its start is missing or it
  /// is too long.
  private var packet: [UInt8]? = []
  private var packetCount = 0
  private var frameNumber: UInt64?

  /// The maximum size, in bytes, of a packet to assemble.
  private static let longestPacket = 1 << 24

  init(_ codec: OggCodec.Kind?) { self.codec = codec }

  /// Records the loss of a page: the following packets may begin anywhere.
  mutating func resetAfterLoss() {
    (next, isInPacket, packet, frameNumber) = (nil, nil, nil, nil)
    packetCount += 1
  }

  mutating func check(
    _ page: OggPage, _ content: ByteSlice, _ path: StructurePath, _ report: inout IntegrityReport
  ) {
    if page.flags & OggPage.first != 0, next != nil, !hasEnded {
      // Some writers do this; readers ignore it.
      report.remark(path, at: page.offset, "the stream has a second beginning-of-stream page")
    }
    report.addResult(.oggOrder, path, at: page.offset, disorder(page))
    next = page.number.addingReportingOverflow(1).partialValue
    if page.position != OggPage.noPosition { position = page.position }
    hasEnded = page.flags & OggPage.last != 0
    let isContinued = page.flags & OggPage.continued != 0
    var broken: String?
    if let isInPacket, isInPacket != isContinued {
      broken =
        isInPacket ? "the packet before the page is not continued" : "the page continues no packet"
    }
    report.addResult(.oggPackets, path, at: page.offset, broken)
    isInPacket = page.segments.bytes.last.map { $0 == 255 } ?? isInPacket ?? false
    if codec == .flac { assemblePackets(page, content, path, &report) }
  }

  /// Returns the error in the sequence number or position of a page; nil if both are valid.
  private func disorder(_ page: OggPage) -> String? {
    if page.flags & OggPage.first != 0 { return nil }
    if let next, next != page.number {
      return "the page has number \(page.number) instead of \(next)"
    }
    if let position, page.position != OggPage.noPosition,
      Int64(bitPattern: page.position) < Int64(bitPattern: position)
    {
      return "the page ends at position \(page.position), but the previous page ends at \(position)"
    }
    return nil
  }

  /// Assembles the packets of a FLAC stream, and checks each complete one.
  private mutating func assemblePackets(
    _ page: OggPage, _ content: ByteSlice, _ path: StructurePath, _ report: inout IntegrityReport
  ) {
    var (start, end) = (0, 0)
    for size in page.segments.bytes {
      end += Int(size)
      guard size < 255 else { continue }
      add(content.clamped(from: start, count: end - start))
      start = end
      if let packet { check(packet, path, at: page.offset, &report) }
      packet = []
      packetCount += 1
    }
    add(content.clamped(from: start, count: end - start))
  }

  private mutating func add(_ piece: ByteSlice) {
    guard let count = packet?.count, count + piece.count <= OggStreamCheck.longestPacket else {
      packet = nil
      return
    }
    packet?.append(contentsOf: piece.bytes)
  }

  /// Checks a packet: frames begin with eight one bits, headers do not.
  private mutating func check(
    _ packet: [UInt8], _ path: StructurePath, at offset: Int64, _ report: inout IntegrityReport
  ) {
    guard packet.first == 0xFF else { return }
    frameNumber = report.checkFLACFrame(
      ByteSlice(packet), expected: frameNumber, path.appending("packet \(packetCount)"), at: offset)
  }

  /// Reports a stream that ends within a packet, or without an end-of-stream page.
  func finish(
    _ number: UInt32, _ path: StructurePath, at end: Int64, _ report: inout IntegrityReport
  ) {
    if isInPacket == true {
      report.fail(
        .oggPackets, .truncated, path, at: end, "the last packet of stream \(number) is incomplete")
    } else if !hasEnded {
      report.remark(
        path, at: end, "stream \(number) has no end-of-stream page; it may be truncated")
    }
  }
}
