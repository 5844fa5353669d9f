/// Finds the frames of one FLAC stream in sequence, with the end of each.
///
/// A frame has no size field. It ends where its checksum matches and another header begins, or, if
/// it is damaged, before the next header with a plausible number, or at the end of the stream; the
/// search reads every byte once.
struct FLACFrameSearch {
  private var reader: ForwardReader
  /// The end of the bytes of a frame included so far in its checksum `sum`.
  private var summed: Int64 = .max
  private var sum: UInt32 = 0

  /// A later frame is accepted as the next one if fewer frames than this are missing.
  private static let maxMissing: UInt64 = 64

  init(_ source: any ByteSource, _ frames: Range<Int64>) { reader = ForwardReader(source, frames) }

  /// The start of the stream, or of the bytes in memory.
  var start: Int64 { reader.start }
  /// The end of the stream.
  var end: Int64 { reader.end }

  /// Returns the header at an offset, or nil.
  mutating func header(at position: Int64) throws(ParseError) -> FLACFrame? {
    let slice = try reader.slice(FLACFrame.longestHeader, at: position)
    return try? FLACFrame.parse(slice)
  }

  /// Returns the end of a frame, and whether its checksum is valid.
  mutating func end(
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
        distance.partialValue / unit < FLACFrameSearch.maxMissing
      {
        return (found, false)
      }
    }
    try count(upTo: reader.end)
    return (reader.end, sum == 0)
  }

  /// Adds the bytes up to an offset to the checksum.
  private mutating func count(upTo end: Int64) throws(ParseError) {
    guard end > summed else { return }
    sum = try reader.sum(summed..<end, by: .polynomial8005, after: sum)
    summed = end
  }

  /// Returns the next offset with a sync code; nil when there are no more.
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

  /// Returns the start of the next frame after an offset at which no frame starts, or the end of
  /// the stream if there are no more frames.
  mutating func next(after start: Int64) throws(ParseError) -> Int64 {
    var position = start + 1
    summed = .max
    while let found = try nextSync(from: position) {
      if try header(at: found) != nil { return found }
      position = found + 1
    }
    return reader.end
  }
}
