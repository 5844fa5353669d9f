extension ADTSFormat {
  /// Checks that the frames follow each other without gaps.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let tags = try StreamTags.find(in: window)
    report.addGap(.aac)
    let stream = try ADTSStream.find(from: tags.start, end: tags.end, in: window)
    // ADIF has a single header and no other structure to check.
    guard let stream else { return }
    var check = ADTSCheck(window, stream.offset..<tags.end, like: stream.header)
    if stream.offset > tags.start {
      report.remark(
        ADTSCheck.path, at: tags.start,
        "\(stream.offset - tags.start) bytes of unrecognised data before the first frame")
    }
    try check.run(&report)
  }
}

/// Checks that the ADTS frames in a range of a file follow each other without gaps; a frame is
/// recognised by a header that matches the first one.
private struct ADTSCheck {
  static let path = StructurePath(["ADTS"])

  private let window: SourceWindow
  private let range: Range<Int64>
  private let reference: ADTSHeader
  private var reader: ForwardReader

  init(_ window: SourceWindow, _ range: Range<Int64>, like reference: ADTSHeader) {
    self.window = window
    self.range = range
    self.reference = reference
    reader = ForwardReader(window.source, range)
  }

  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    var position = range.lowerBound
    while position < range.upperBound {
      if let header = ADTSHeader(try reader.slice(ADTSHeader.size, at: position)),
        reference.isContinued(by: header)
      {
        let end = position + Int64(header.frameSize)
        guard end <= range.upperBound else {
          return report.fail(
            .adtsFrames, .truncated, ADTSCheck.path, at: position,
            "the frame is \(header.frameSize) bytes long, but only \(range.upperBound - position) remain"
          )
        }
        report.count(.adtsFrames)
        if header.hasChecksum { report.addGap(.adtsChecksums) }
        position = end
      } else {
        position = try passJunk(from: position, &report)
      }
    }
  }

  /// Reports bytes in which no frame begins, and returns the offset of the next frame.
  private func passJunk(
    from start: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) -> Int64 {
    let found = try ADTSStream.next(
      after: start, end: range.upperBound, in: window, like: reference)
    if let found {
      report.fail(
        .adtsFrames, ADTSCheck.path, at: start,
        "\(found.offset - start) bytes of unrecognised data between frames")
      return found.offset
    }
    report.remark(
      ADTSCheck.path, at: start,
      "\(range.upperBound - start) bytes of unrecognised data after the last frame")
    return range.upperBound
  }
}
