/// Reads the frames of a FLAC file.
extension FLACFormat: PacketFormat {
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)? {
    var log = DiagnosticLog()
    let layout = try FLACLayout(window, limits: limits, log: &log)
    guard let block = layout.blocks.first, block.kind == .streamInfo,
      let timescale = track.timescale, timescale > 0
    else { return nil }
    let info = try FLACStreamInfo.parse(
      try window.bytes(at: block.contentOffset, upTo: FLACStreamInfo.size))
    return SampleWalkReader(
      FLACSampleWalk(window.source, layout.frames, info), in: window, timescale: timescale,
      edits: [], lead: 0, describe: { _ in track })
  }
}

/// Iterates over the frames of one FLAC file as samples with times; bytes between frames, and wrong
/// checksums, are reported as damage.
private struct FLACSampleWalk: SampleWalk {
  private var search: FLACFrameSearch
  private var position: Int64
  /// The block size of a stream with fixed block size.
  private let blockSize: Int64

  init(_ source: any ByteSource, _ frames: Range<Int64>, _ info: FLACStreamInfo) {
    search = FLACFrameSearch(source, frames)
    position = frames.lowerBound
    blockSize = Int64(info.blockSize)
  }

  mutating func next() throws(ParseError) -> StoredSample? {
    let start = position
    while position < search.end {
      guard let frame = try search.header(at: position) else {
        position = try search.next(after: position)
        continue
      }
      let place = position
      let (end, isValid) = try search.end(of: frame, at: place)
      position = end
      var sample = StoredSample(
        .file(offset: place, size: end.minus(place)), at: time(of: frame),
        duration: Int64(clamping: frame.blockSize))
      if place > start { sample.damage = .junk(start..<place, in: "flac") }
      if !isValid {
        sample.damage = Diagnostic(
          code: .malformed, path: StructurePath(["flac"]), offset: place,
          message: "the checksum of frame \(frame.number) does not match its \(end - place) bytes")
      }
      return sample
    }
    return nil
  }

  /// Returns the start time of a frame.
  ///
  /// With variable block size, the frame number counts samples; otherwise, it counts blocks (RFC
  /// 9639 §9.1.5).
  private func time(of frame: FLACFrame) -> Int64 {
    let number = Int64(clamping: frame.number)
    return frame.isVariable ? number : number.times(blockSize)
  }
}
