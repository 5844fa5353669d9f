/// Reads the frames of an ADTS file, including their headers; ADIF has no frame headers.
extension ADTSFormat: PacketFormat {
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)? {
    let tags = try StreamTags.find(in: window)
    guard let stream = try ADTSStream.find(from: tags.start, end: tags.end, in: window) else {
      return nil
    }
    let timescale = UInt32(clamping: stream.header.sampleRate)
    return SampleWalkReader(
      ADTSSampleWalk(stream, in: window), in: window, timescale: timescale, edits: [],
      lead: Int64(Double(timescale) * track.decodingLead), describe: { _ in track })
  }
}

/// Iterates over the frames of one ADTS stream as samples with times; bytes between frames are
/// reported as damage to the next frame.
private struct ADTSSampleWalk: SampleWalk {
  private let stream: ADTSStream
  private let window: SourceWindow
  private var position: Int64
  private var time: Int64 = 0

  init(_ stream: ADTSStream, in window: SourceWindow) {
    self.stream = stream
    self.window = window
    position = stream.offset
  }

  mutating func next() throws(ParseError) -> StoredSample? {
    let start = position
    while position + Int64(ADTSHeader.size) <= stream.end {
      let head = try window.bytes(at: position, count: ADTSHeader.size)
      if let header = ADTSHeader(head), stream.header.isContinued(by: header) {
        return sample(header, after: start)
      }
      let found = try ADTSStream.next(
        after: position, end: stream.end, in: window, like: stream.header)
      guard let found else { return nil }
      position = found.offset
    }
    return nil
  }

  /// Returns the frame at the current position as a sample, and moves past it.
  private mutating func sample(_ header: ADTSHeader, after start: Int64) -> StoredSample {
    let left = stream.end.minus(position)
    let size = min(Int64(header.frameSize), left)
    let count = Int64(header.sampleCount)
    var sample = StoredSample(.file(offset: position, size: size), at: time, duration: count)
    if position > start { sample.damage = .junk(start..<position, in: "aac") }
    if size < Int64(header.frameSize) {
      sample.damage = Diagnostic(
        code: .truncated, path: StructurePath(["aac"]), offset: position,
        message: "the frame is \(header.frameSize) bytes long, but only \(left) remain")
    }
    position = position.plus(Int64(header.frameSize))
    time = time.plus(count)
    return sample
  }
}
