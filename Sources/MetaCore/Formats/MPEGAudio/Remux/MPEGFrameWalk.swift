/// Iterates over the frames of one MPEG audio stream for a cut; skips other data of
/// less than 1 MiB between them.
struct MPEGFrameWalk {
  private var search: MPEGFrameSearch
  private let reference: MPEGFrameHeader
  private var position: Int64

  /// The maximum size, in bytes, of a gap without a frame that is skipped; the duration of a longer
  /// gap is unknown.
  private static let longestGap: Int64 = 1 << 20

  /// Creates an iteration up to `end` that begins with the frame `first`, or after it.
  init(
    in window: SourceWindow, from first: MPEGFrame, isAfter: Bool, to end: Int64
  ) throws(ParseError) {
    search = MPEGFrameSearch(window, end: end)
    reference = first.header
    position = first.offset
    // In free format, the distance to the next frame must be measured at a known frame.
    if let first = try search.frame(at: first.offset, like: reference), isAfter {
      position = first.end
    }
  }

  /// Returns the next frame; nil when there are no more complete frames.
  ///
  /// - Throws: `unsupported` when there is too much other data before the next frame, and read
  ///   errors.
  mutating func next() throws(ParseError) -> MPEGFrame? {
    if let frame = try search.frame(at: position, like: reference) { return advance(frame) }
    let gap = MPEGFrameWalk.longestGap
    if let frame = try search.next(after: position, within: gap, like: reference) {
      return advance(frame)
    }
    guard search.end - position <= gap else {
      throw ParseError(
        .unsupported, at: position,
        "no frame follows within \(gap) bytes, so the time of the audio after them is unknown")
    }
    return nil
  }

  /// Moves past the frame and returns it; nil if it is incomplete.
  ///
  /// The last frame may lack its padding byte, which some encoders declare but do not write.
  private mutating func advance(_ frame: MPEGFrame) -> MPEGFrame? {
    position = frame.end
    return frame.end <= search.end + 1 ? frame : nil
  }
}

extension MPEGFrame {
  private var headSize: Int {
    MPEGFrameHeader.size + (header.hasChecksum ? 2 : 0) + header.sideInformationSize
  }

  /// The range of its part of the main data, to which later frames may refer (layer III).
  var mainData: Range<Int64> { min(end, offset + Int64(headSize))..<end }

  /// Returns the distance, in bytes, from the start of ``mainData`` back to the start of the
  /// frame's own main data (ISO/IEC 11172-3 §2.4.1.7: 9 bits; 13818-3 §2.4.1.7: 8).
  func mainDataBegin(in window: SourceWindow) throws(ParseError) -> Int {
    let place = offset + Int64(headSize - header.sideInformationSize)
    var reader = ByteReader(try window.bytes(at: place, count: 2))
    let bits = try reader.u16()
    return Int(bits >> (header.version == .mpeg1 ? 7 : 8))
  }
}
