extension TAKStream {
  private static let path = StructurePath(["TAK"])

  /// Checks the 24-bit checksums at the end of metadata blocks, and those of the header and content
  /// of each frame.
  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var position = stream.lowerBound + 4
    while position < stream.upperBound {
      var reader = ByteReader(try window.bytes(at: position, upTo: 4, in: stream))
      let kind = try reader.u8() & 0x7F
      let end = position + 4 + Int64(try reader.littleU24())
      guard end <= stream.upperBound else {
        return report.fail(
          .takBlocks, .truncated, path, at: position, "the block extends past the end of the file")
      }
      if kind == 0 {
        var frames = TAKFrameCheck(window.source, end..<stream.upperBound, path)
        return try frames.run(&report)
      }
      try check(kind, (position + 4)..<end, window, &report)
      position = end
    }
    report.fail(
      .takBlocks, .truncated, path, at: position, "the metadata blocks are not terminated")
  }

  private static func check(
    _ kind: UInt8, _ content: Range<Int64>, _ window: SourceWindow, _ report: inout IntegrityReport
  ) throws(ParseError) {
    // Padding has no checksum.
    guard kind != 5, content.count >= 3, content.count < 1 << 20 else { return }
    let bytes = try window.bytes(at: content.lowerBound, count: content.count)
    report.addResult(
      .takBlocks, path, at: content.lowerBound,
      hasValidChecksum(bytes) ? nil : "the checksum of block \(kind) does not match its bytes")
  }

  /// Whether bytes end with their checksum, least significant byte first.
  static func hasValidChecksum(_ bytes: ByteSlice) -> Bool {
    guard bytes.count >= 3 else { return false }
    let sum = CyclicChecksum.tak.of(bytes.bytes.dropLast(3), after: 0xB7_04CE)
    return bytes.bytes.suffix(3).reversed().reduce(0) { $0 << 8 | UInt32($1) } == sum
  }
}

/// Checks the frames of one TAK stream for an integrity report: each begins with A0 FF (the low
/// byte FF first), flags and a number, and ends with its checksum.
private struct TAKFrameCheck {
  private var reader: ForwardReader
  private let path: StructurePath

  init(_ source: any ByteSource, _ frames: Range<Int64>, _ path: StructurePath) {
    reader = ForwardReader(source, frames)
    self.path = path
  }

  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    var position = reader.start
    while position < reader.end, var header = try header(at: position) {
      var search = position + Int64(header.size)
      while let next = try nextHeader(from: search, after: header) {
        search = next.offset
        try judge(position + Int64(header.size)..<next.offset, header, &report)
        (position, header) = (next.offset, next.header)
        search += Int64(header.size)
      }
      try judge(position + Int64(header.size)..<reader.end, header, &report)
      return
    }
    report.fail(.takFrames, path, at: position, "not a TAK frame")
  }

  /// Checks the content of a frame, which ends with its checksum.
  private mutating func judge(
    _ content: Range<Int64>, _ header: Header, _ report: inout IntegrityReport
  ) throws(ParseError) {
    guard content.count >= 3 else {
      return report.fail(
        .takFrames, .truncated, path, at: content.lowerBound, "the frame is incomplete")
    }
    let body = content.lowerBound..<(content.upperBound - 3)
    let sum = try reader.sum(body, by: .tak, after: 0xB7_04CE)
    var end = ByteReader(try reader.slice(3, at: body.upperBound))
    let isValid = try end.littleU24() == sum
    report.addResult(
      .takFrames, path, at: content.lowerBound,
      isValid ? nil : "the checksum of frame \(header.number) does not match its bytes")
  }

  /// The header of one frame: the frame number, and the size of the header in bytes.
  private struct Header {
    var number: UInt32
    var size: Int
  }

  /// Returns the next frame header, whose number must exceed the last one by 1 to 64; nil when
  /// there is no such header.
  private mutating func nextHeader(
    from start: Int64, after last: Header
  ) throws(ParseError) -> (offset: Int64, header: Header)? {
    var position = start
    while position < reader.end {
      let loaded = try reader.load(2, at: position)
      guard loaded.count >= 2 else { return nil }
      guard
        let found = ByteSearch.first(
          0xFF, in: reader.bytes, loaded.lowerBound..<(loaded.upperBound - 1))
      else {
        position += Int64(loaded.count - 1)
        continue
      }
      position += Int64(found - loaded.lowerBound)
      if reader.bytes[found + 1] == 0xA0, let header = try header(at: position),
        header.number > last.number, header.number - last.number <= 64
      {
        return (position, header)
      }
      position += 1
    }
    return nil
  }

  /// Returns the header at an offset if its checksum is correct, otherwise nil.
  private mutating func header(at offset: Int64) throws(ParseError) -> Header? {
    let bytes = try reader.slice(64, at: offset)
    guard bytes.starts(with: [0xFF, 0xA0]),
      let word = try? ByteReader(bytes.clamped(from: 2)).peekU24()
    else { return nil }
    var size = 5
    if word & 1 != 0 { size += 2 }
    guard word & 4 == 0 else { return nil }
    let sizes = word & 2 == 0 ? [size + 3] : Array((size + 13)...(size + 32))
    // With a stream description, the size of the header varies; the checksum identifies the correct
    // size.
    for size in sizes
    where bytes.count >= size && TAKStream.hasValidChecksum(bytes.clamped(from: 0, count: size)) {
      return Header(number: word >> 3, size: size)
    }
    return nil
  }
}

extension ByteReader {
  fileprivate consuming func peekU24() throws(ParseError) -> UInt32 {
    var reader = self
    return try reader.littleU24()
  }
}
