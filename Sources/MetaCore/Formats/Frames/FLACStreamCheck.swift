/// Checks the frames of a FLAC stream one after the other: their checksums and their numbers.
///
/// A frame does not say how long it is. It ends where the checksum over all of it comes to zero and another header begins, or the stream ends;
/// the search goes over every byte once.
struct FLACStreamCheck {
  private var reader: ForwardReader
  private let path: StructurePath
  /// What the next frame's number is to be.
  private var expected: UInt64?
  /// How far the frame is counted into its checksum, and that.
  private var summed: Int64 = .max
  private var sum: UInt32 = 0
  /// How many samples a channel has in the frames that were found.
  private(set) var sampleCount: UInt64 = 0

  /// How many frames may be missing in front of one that is taken for the next.
  private static let mostMissing: UInt64 = 64

  init(_ source: any ByteSource, _ frames: Range<Int64>, path: StructurePath) {
    reader = ForwardReader(source, frames)
    self.path = path
  }

  /// Checks all frames.
  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    var position = reader.start
    while position < reader.end {
      guard let frame = try header(at: position) else {
        position = try passJunk(from: position, &report)
        continue
      }
      let (end, isSound) = try end(of: frame, at: position)
      if isSound {
        report.count(.flacFrames)
      } else {
        report.fail(
          .flacFrames, path, at: position,
          "the checksum of frame \(frame.number) is not that of its \(end - position) bytes")
      }
      note(frame, at: position, &report)
      position = end
    }
  }

  /// The header at a place, or nil.
  private mutating func header(at position: Int64) throws(ParseError) -> FLACFrame? {
    let slice = try reader.slice(FLACFrame.longestHeader, at: position)
    return try? FLACFrame.parse(slice)
  }

  private mutating func note(
    _ frame: FLACFrame, at position: Int64, _ report: inout IntegrityReport
  ) {
    sampleCount = sampleCount.addingReportingOverflow(frame.blockSize).partialValue
    let isNext = expected == nil || expected == frame.number
    let wanted = expected ?? 0
    report.judge(
      .flacOrder, path, at: position,
      isNext ? nil : "the frame has number \(frame.number), \(wanted) follows")
    expected = frame.nextNumber
  }

  /// Where a frame ends, and whether its checksum is right.
  private mutating func end(
    of frame: FLACFrame, at start: Int64
  ) throws(ParseError) -> (Int64, Bool) {
    (summed, sum) = (start, 0)
    var position = start + 2
    while let found = try nextSync(from: position) {
      try count(upTo: found)
      position = found + 1
      guard let next = try header(at: found) else { continue }
      if sum == 0 { return (found, true) }
      let distance = next.number.subtractingReportingOverflow(frame.nextNumber)
      let unit = frame.isVariable ? max(1, frame.blockSize) : 1
      if next.isVariable == frame.isVariable, !distance.overflow,
        distance.partialValue / unit < FLACStreamCheck.mostMissing
      {
        return (found, false)
      }
    }
    try count(upTo: reader.end)
    return (reader.end, sum == 0)
  }

  /// Counts the bytes up to a place into the sum, while they are at hand.
  private mutating func count(upTo end: Int64) throws(ParseError) {
    guard end > summed else { return }
    sum = try reader.sum(summed..<end, by: .polynomial8005, after: sum)
    summed = end
  }

  /// The next place where the first bits of a header stand; nil where there is none.
  private mutating func nextSync(from start: Int64) throws(ParseError) -> Int64? {
    var position = start
    while position < reader.end {
      let loaded = try reader.load(2, at: position)
      guard loaded.count >= 2 else { return nil }
      var index = loaded.lowerBound
      while let found = ByteSearch.first(0xFF, in: reader.bytes, index..<(loaded.upperBound - 1)) {
        if reader.bytes[found + 1] & 0xFE == 0xF8 {
          return position + Int64(found - loaded.lowerBound)
        }
        index = found + 1
      }
      position += Int64(loaded.count - 1)
      try count(upTo: position)
    }
    return nil
  }

  /// Passes over bytes in which no frame begins.
  private mutating func passJunk(
    from start: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) -> Int64 {
    var position = start + 1
    var end = reader.end
    summed = .max
    while let found = try nextSync(from: position) {
      if try header(at: found) != nil {
        end = found
        break
      }
      position = found + 1
    }
    report.fail(.flacFrames, path, at: start, "\(end - start) bytes that are no frame")
    return end
  }
}

extension IntegrityReport {
  /// Checks a packet that is one frame of FLAC; the number that the next one is to have.
  mutating func checkFLACFrame(
    _ packet: ByteSlice, expected: UInt64?, _ path: StructurePath, at offset: Int64
  ) -> UInt64? {
    guard let frame = try? FLACFrame.parse(packet) else {
      fail(.flacFrames, path, at: offset, "no header of a FLAC frame")
      return nil
    }
    let isSound = CyclicChecksum.polynomial8005.of(packet.bytes) == 0
    let number = frame.number
    judge(
      .flacFrames, path, at: offset,
      isSound ? nil : "the checksum of frame \(number) is not that of its \(packet.count) bytes")
    let isNext = expected == nil || expected == number
    judge(
      .flacOrder, path, at: offset,
      isNext ? nil : "the frame has number \(number), \(expected ?? 0) follows")
    return frame.nextNumber
  }
}
