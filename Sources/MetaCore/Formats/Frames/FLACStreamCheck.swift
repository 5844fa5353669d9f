/// Checks the frames of one FLAC stream in sequence for an integrity report: their checksums and
/// numbers.
struct FLACStreamCheck {
  private var search: FLACFrameSearch
  private let path: StructurePath
  /// The expected number of the next frame.
  private var expected: UInt64?
  /// The number of samples per channel in the frames found so far.
  private(set) var sampleCount: UInt64 = 0

  init(_ source: any ByteSource, _ frames: Range<Int64>, path: StructurePath) {
    search = FLACFrameSearch(source, frames)
    self.path = path
  }

  /// Checks all frames.
  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    var position = search.start
    while position < search.end {
      guard let frame = try search.header(at: position) else {
        position = try passJunk(from: position, &report)
        continue
      }
      let (end, isValid) = try search.end(of: frame, at: position)
      if isValid {
        report.count(.flacFrames)
      } else {
        report.fail(
          .flacFrames, path, at: position,
          "the checksum of frame \(frame.number) does not match its \(end - position) bytes")
      }
      note(frame, at: position, &report)
      position = end
    }
  }

  /// Counts the samples of a frame, and checks its number.
  private mutating func note(
    _ frame: FLACFrame, at position: Int64, _ report: inout IntegrityReport
  ) {
    sampleCount = sampleCount.addingReportingOverflow(frame.blockSize).partialValue
    let isNext = expected == nil || expected == frame.number
    let expectedNumber = expected ?? 0
    report.addResult(
      .flacOrder, path, at: position,
      isNext ? nil : "the frame has number \(frame.number) instead of \(expectedNumber)")
    expected = frame.nextNumber
  }

  /// Reports bytes in which no frame begins, and returns the offset of the next frame.
  private mutating func passJunk(
    from start: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) -> Int64 {
    let end = try search.next(after: start)
    report.fail(.flacFrames, path, at: start, "\(end - start) bytes of unrecognised data")
    return end
  }
}

extension IntegrityReport {
  /// Checks a packet with one FLAC frame; returns the expected number of the next one, or nil if
  /// the packet does not begin with a frame header.
  mutating func checkFLACFrame(
    _ packet: ByteSlice, expected: UInt64?, _ path: StructurePath, at offset: Int64
  ) -> UInt64? {
    guard let frame = try? FLACFrame.parse(packet) else {
      fail(.flacFrames, path, at: offset, "not a FLAC frame header")
      return nil
    }
    let isValid = CyclicChecksum.polynomial8005.of(packet.bytes) == 0
    let number = frame.number
    addResult(
      .flacFrames, path, at: offset,
      isValid ? nil : "the checksum of frame \(number) does not match its \(packet.count) bytes")
    let isNext = expected == nil || expected == number
    addResult(
      .flacOrder, path, at: offset,
      isNext ? nil : "the frame has number \(number) instead of \(expected ?? 0)")
    return frame.nextNumber
  }
}
