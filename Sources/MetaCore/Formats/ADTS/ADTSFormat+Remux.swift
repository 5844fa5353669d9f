extension ADTSFormat: RemuxableFormat {
  /// Returns AAC for ADTS and nothing for ADIF, whose frames have no headers and cannot be located.
  func targets(of document: Document) -> [FileType] {
    document.container.facts.isADTS ? [.aac] : []
  }

  /// Plans a file with the same tags and the whole frames nearest to a time range; without a range,
  /// the file stays as it is.
  func remux(
    _ document: Document, in window: SourceWindow, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan {
    guard targets(of: document).contains(request.fileType) else {
      throw ParseError(
        .unsupported, at: 0, "cannot remux this AAC stream to \(request.fileType.rawValue)")
    }
    guard request.tracks?.contains(1) ?? true else {
      throw ParseError(.unsupported, at: 0, "no tracks remain")
    }
    guard let range = request.range else {
      return RemuxPlan(rewrite: .unchanged(window.length), keepsMetadata: true)
    }
    let tags = try StreamTags.find(in: window)
    let stream = try ADTSStream.find(from: tags.start, end: tags.end, in: window)
    guard let frames = try stream?.frames(nearestTo: range, in: window) else {
      throw ParseError(.unsupported, at: 0, "the range contains no audio")
    }
    var plan = RemuxPlan(rewrite: RewritePlan(oldSize: window.length), keepsMetadata: true)
    try plan.rewrite.keep(0..<tags.start)
    try plan.rewrite.keep(frames.range)
    try plan.rewrite.keep(tags.end..<window.length)
    plan.notes = [
      .frameBorder(frames.samples, sampleRate: frames.sampleRate, at: frames.range.lowerBound)
    ]
    return plan
  }
}

extension ADTSStream {
  /// Consecutive whole frames that an export keeps: their bytes in the file, and their samples
  /// counted from the start of the stream.
  struct FrameRun: Sendable, Hashable {
    let range: Range<Int64>
    let samples: Range<Int64>
    let sampleRate: Int
  }

  /// Returns the frames whose boundaries are nearest to the ends of a range; nil when there are
  /// none.
  fileprivate func frames(
    nearestTo range: MediaTimeRange, in window: SourceWindow
  ) throws(ParseError) -> FrameRun? {
    let rate = UInt32(clamping: header.sampleRate)
    let start = ExactTime(range.start).units(rate, .nearest)
    let end = ExactTime(range.end).units(rate, .nearest)
    var (time, position): (Int64, Int64) = (0, offset)
    var (first, last): ((place: Int64, time: Int64)?, (place: Int64, time: Int64)?)
    while let frame = try frame(at: position, in: window) {
      let middle = time + Int64(frame.header.sampleCount / 2)
      if first != nil, middle > end { break }
      if first == nil, middle > start { first = (frame.offset, time) }
      time += Int64(frame.header.sampleCount)
      position = frame.offset + Int64(frame.header.frameSize)
      last = (position, time)
    }
    guard start < end, let first, let last else { return nil }
    return FrameRun(
      range: first.place..<last.place, samples: first.time..<last.time,
      sampleRate: header.sampleRate)
  }

  /// Returns the first whole frame at or after an offset, within a limited distance.
  private func frame(
    at position: Int64, in window: SourceWindow
  ) throws(ParseError) -> (offset: Int64, header: ADTSHeader)? {
    guard position + Int64(ADTSHeader.size) <= end else { return nil }
    let next = ADTSHeader(try window.bytes(at: position, count: ADTSHeader.size))
    if let next, header.isContinued(by: next) {
      return position + Int64(next.frameSize) <= end ? (position, next) : nil
    }
    let found = try ADTSStream.find(from: position + 1, end: end, in: window, like: header)
    return found.map { ($0.offset, $0.header) }
  }
}
