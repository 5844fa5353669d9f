/// Counts frames, samples and bytes in an MPEG audio stream, in all of its frames or in those at a
/// few positions, to compute or estimate its duration and bit rate.
///
/// It is needed when the first frame declares no number of frames, or when the exact duration is
/// requested.
struct MPEGStreamSurvey: Sendable {
  /// The number of frames examined.
  private(set) var frameCount: Int64 = 0
  /// The number of samples per channel in these frames.
  private(set) var sampleCount: Int64 = 0
  /// The number of bytes in these frames.
  private(set) var byteCount: Int64 = 0
  /// Whether these frames have the same bit rate.
  private(set) var isConstant = true
  /// Whether all frames of the stream were examined.
  private(set) var isComplete = false
  private let first: MPEGFrame

  /// The maximum size, in bytes, of a stream whose frames are all counted, because a few positions
  /// of a variable-rate stream are not representative.
  private static let small: Int64 = 1 << 20
  /// The number of positions to examine in a longer stream.
  private static let places: Int64 = 4
  /// The number of bytes to examine at each position.
  private static let placeSize = 4096

  /// Examines the stream whose first frame is `first`; if `isExact` is true, examines all of its
  /// frames.
  init(
    from first: MPEGFrame, with search: inout MPEGFrameSearch, isExact: Bool
  ) throws(ParseError) {
    self.first = first
    if isExact || search.end - first.offset <= MPEGStreamSurvey.small {
      isComplete = true
      try count(from: first, with: &search)
    } else {
      try sample(with: &search)
    }
  }

  private mutating func add(_ frame: MPEGFrame) {
    frameCount += 1
    sampleCount += Int64(frame.header.samplesPerFrame)
    byteCount += Int64(frame.size)
    isConstant = isConstant && frame.header.bitRate == first.header.bitRate
  }

  /// Counts all frames; skips junk between them.
  private mutating func count(
    from frame: MPEGFrame, with search: inout MPEGFrameSearch
  ) throws(ParseError) {
    var position = frame.offset
    while position + Int64(MPEGFrameHeader.size) <= search.end {
      if let next = try search.frame(at: position, like: first.header) {
        add(next)
        position = next.end
      } else if let next = try search.next(after: position, like: first.header) {
        position = next.offset
      } else {
        return
      }
    }
  }

  /// Examines a few frames at several evenly spaced positions.
  private mutating func sample(with search: inout MPEGFrameSearch) throws(ParseError) {
    let length = search.end - first.offset
    for place in 0..<MPEGStreamSurvey.places {
      let start = first.offset + length / MPEGStreamSurvey.places * place
      guard
        var frame = place == 0
          ? first
          : try search.first(
            from: start, reach: Int64(MPEGStreamSurvey.placeSize), like: first.header)
      else { continue }
      while true {
        add(frame)
        guard frame.end - start < Int64(MPEGStreamSurvey.placeSize),
          let next = try search.frame(at: frame.end, like: first.header)
        else { break }
        frame = next
      }
    }
  }

  /// Returns the number of samples per channel in the stream: the exact number if all frames were
  /// examined, otherwise the number in `bytes` bytes, extrapolated from the examined frames.
  func samples(in bytes: Int64) -> Int64? {
    if isComplete { return sampleCount }
    guard byteCount > 0 else { return nil }
    if isConstant, first.header.bitRate > 0 {
      let seconds = Double(bytes) * 8 / Double(first.header.bitRate)
      return Int64(exactly: (seconds * Double(first.header.sampleRate)).rounded())
    }
    return Int64(exactly: (Double(bytes) / Double(byteCount) * Double(sampleCount)).rounded())
  }

  /// The average number of bits per second.
  var bitRate: Int64? {
    if isConstant, first.header.bitRate > 0 { return Int64(first.header.bitRate) }
    guard sampleCount > 0 else { return nil }
    let seconds = Double(sampleCount) / Double(first.header.sampleRate)
    return Int64(exactly: (Double(byteCount) * 8 / seconds).rounded())
  }
}
