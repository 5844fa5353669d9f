/// What the frames of a stream say about its length and rate, counted over all of them or over a few places.
struct MPEGStreamSurvey: Sendable {
  /// How many frames were looked at.
  private(set) var frameCount: Int64 = 0
  /// The samples (per channel) in them.
  private(set) var sampleCount: Int64 = 0
  /// The bytes in them.
  private(set) var byteCount: Int64 = 0
  /// Whether all have one bit rate.
  private(set) var isConstant = true
  /// Whether all frames of the stream were looked at.
  private(set) var isComplete = false
  private let first: MPEGFrame

  /// Streams up to this size are counted whole: a few places of a variable stream say too little.
  private static let small: Int64 = 1 << 20
  /// How many places of a longer stream are looked at.
  private static let places: Int64 = 4
  private static let placeSize = 4096

  /// Surveys the stream that begins with `first`; `isExact` asks for all frames, whatever their number.
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

  /// Counts all frames, passing over junk between them.
  private mutating func count(
    from frame: MPEGFrame, with search: inout MPEGFrameSearch
  ) throws(ParseError) {
    var position = frame.offset
    while position + Int64(MPEGFrameHeader.size) <= search.end {
      if let next = try search.frame(at: position, like: first.header) {
        add(next)
        position = next.end
      } else if let next = try search.first(from: position + 1, like: first.header) {
        position = next.offset
      } else {
        position += MPEGFrameSearch.reach
      }
    }
  }

  /// Looks at a few frames in several places, evenly spread.
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

  /// The samples in `bytes` bytes of such frames, as far as what was seen goes for all.
  func samples(in bytes: Int64) -> Int64? {
    if isComplete { return sampleCount }
    guard byteCount > 0 else { return nil }
    if isConstant, first.header.bitRate > 0 {
      let seconds = Double(bytes) * 8 / Double(first.header.bitRate)
      return Int64(exactly: (seconds * Double(first.header.sampleRate)).rounded())
    }
    return Int64(exactly: (Double(bytes) / Double(byteCount) * Double(sampleCount)).rounded())
  }

  /// Bits per second, on average.
  var bitRate: Int64? {
    if isConstant, first.header.bitRate > 0 { return Int64(first.header.bitRate) }
    guard sampleCount > 0 else { return nil }
    let seconds = Double(sampleCount) / Double(first.header.sampleRate)
    return Int64(exactly: (Double(byteCount) * 8 / seconds).rounded())
  }
}
