/// Reads the frames of an MPEG audio file; skips a frame with a table, which contains no audio.
extension MPEGAudioFormat: PacketFormat {
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)? {
    let tags = try StreamTags.find(in: window)
    guard var stream = try MPEGStream.find(from: tags.start, in: window),
      stream.first.offset < tags.end
    else { return nil }
    stream.end = tags.end
    let timescale = UInt32(clamping: stream.first.header.sampleRate)
    return SampleWalkReader(
      try MPEGSampleWalk(stream, in: window), in: window, timescale: timescale,
      edits: stream.presentedPart.map { [$0] } ?? [],
      lead: Int64(Double(timescale) * track.decodingLead), describe: { _ in track })
  }
}

extension MPEGStream {
  /// The presented part of the frames, if a LAME tag states the delay and padding that players
  /// remove; nil when all frames are presented.
  fileprivate var presentedPart: TrackSegment? {
    guard let (delay, padding) = xing?.lame?.removedParts else { return nil }
    let timescale = UInt32(clamping: first.header.sampleRate)
    let start = delay + MPEGPlayedPart.decoderDelay
    let total = tableFrameCount.map { Int64($0).times(Int64(first.header.samplesPerFrame)) }
    let count = total?.minus(delay).minus(padding)
    guard let mediaStart = MediaTime(value: start, timescale: timescale) else { return nil }
    // Without a frame count, the part extends to the end of the frames.
    let duration = count.flatMap { $0 > 0 ? MediaTime(value: $0, timescale: timescale) : nil }
    return TrackSegment(duration: duration ?? .positiveInfinity, mediaStart: mediaStart, rate: 1)
  }
}

/// Iterates over the frames of one MPEG audio stream as samples with times; bytes between frames
/// are reported as damage.
private struct MPEGSampleWalk: SampleWalk {
  private let stream: MPEGStream
  private var search: MPEGFrameSearch
  private var position: Int64
  private var time: Int64 = 0

  init(_ stream: MPEGStream, in window: SourceWindow) throws(ParseError) {
    self.stream = stream
    search = MPEGFrameSearch(window, end: stream.end)
    // In free format, the distance to the next frame must be measured at a known frame.
    _ = try search.frame(at: stream.first.offset, like: stream.first.header)
    position = stream.hasTable ? stream.first.end : stream.first.offset
  }

  mutating func next() throws(ParseError) -> StoredSample? {
    let header = stream.first.header
    let start = position
    while position < stream.end {
      if let frame = try search.frame(at: position, like: header) {
        defer { position = frame.end }
        return sample(of: frame, after: start)
      }
      guard let found = try search.next(after: position, like: header) else { return nil }
      position = found.offset
    }
    return nil
  }

  /// Returns a frame as a sample, with the damage in it or before it.
  private mutating func sample(of frame: MPEGFrame, after start: Int64) -> StoredSample {
    // The last frame may lack its padding byte.
    let size = frame.end == stream.end + 1 ? frame.size - 1 : frame.size
    let count = Int64(frame.header.samplesPerFrame)
    var sample = StoredSample(
      .file(offset: frame.offset, size: Int64(size)), at: time, duration: count)
    time = time.plus(count)
    if frame.offset > start {
      sample.damage = .junk(start..<frame.offset, in: frame.header.codec)
    }
    if frame.offset.plus(Int64(size)) > stream.end {
      // A tag follows the incomplete frame, or the file ends.
      sample.place = .file(offset: frame.offset, size: stream.end.minus(frame.offset))
      sample.damage = Diagnostic(
        code: .truncated, path: StructurePath([frame.header.codec]), offset: frame.offset,
        message:
          "the frame is \(frame.size) bytes long, but only \(stream.end - frame.offset) remain")
    }
    return sample
  }
}
