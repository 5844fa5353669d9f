/// Walks the frames of a stream one after the other, passing over what stands between them.
struct MPEGFrameWalk {
  private var search: MPEGFrameSearch
  private let reference: MPEGFrameHeader
  private var position: Int64

  /// More bytes without a frame are not passed over: nobody knows how long they would have played.
  private static let longestGap: Int64 = 1 << 20

  /// A walk to `end` that begins with the frame `first`, or behind it.
  init(
    in window: SourceWindow, from first: MPEGFrame, isBehind: Bool, to end: Int64
  ) throws(ParseError) {
    search = MPEGFrameSearch(window, end: end)
    reference = first.header
    position = first.offset
    // In free format the distance to the next frame has to be measured where one is known to stand.
    if let first = try search.frame(at: first.offset, like: reference), isBehind {
      position = first.end
    }
  }

  /// The next frame; nil where there is none any more.
  ///
  /// - Throws: `unsupported` where too much stands before the next one, and what reading throws.
  mutating func next() throws(ParseError) -> MPEGFrame? {
    if let frame = try search.frame(at: position, like: reference) { return take(frame) }
    let start = position
    while position + Int64(MPEGFrameHeader.size) <= search.end {
      if let frame = try search.first(from: position + 1, like: reference) { return take(frame) }
      position += MPEGFrameSearch.reach
      let isTooLong = position - start >= MPEGFrameWalk.longestGap && position < search.end
      guard !isTooLong else {
        throw ParseError(
          .unsupported, at: start,
          "no frame follows within \(MPEGFrameWalk.longestGap) bytes: when what is behind them is played, nobody knows"
        )
      }
    }
    return nil
  }

  /// The last frame may lack its padding, which some encoders announce and do not write.
  private mutating func take(_ frame: MPEGFrame) -> MPEGFrame? {
    position = frame.end
    return frame.end <= search.end + 1 ? frame : nil
  }
}

extension MPEGFrame {
  private var headSize: Int {
    MPEGFrameHeader.size + (header.hasChecksum ? 2 : 0) + header.sideInformationSize
  }

  /// Where its part of the main data stands, which later frames may reach back into (layer III).
  var mainData: Range<Int64> { min(end, offset + Int64(headSize))..<end }

  /// How many bytes before this place the frame's own main data begin (ISO/IEC 11172-3 §2.4.1.7: 9 bits; 13818-3 §2.4.1.7: 8).
  func mainDataBegin(in window: SourceWindow) throws(ParseError) -> Int {
    let place = offset + Int64(headSize - header.sideInformationSize)
    var reader = ByteReader(try window.bytes(at: place, count: 2))
    let bits = try reader.u16()
    return Int(bits >> (header.version == .mpeg1 ? 7 : 8))
  }
}
