/// Locates the frames of one ADTS file as a stream, with its first frame, its end and, after
/// ``measure(in:isExact:)``, its duration and bit rate, counted or estimated.
struct ADTSStream: Sendable {
  /// The offset of the first frame.
  let offset: Int64
  let header: ADTSHeader
  /// The end of the audio.
  var end: Int64
  private(set) var frameCount: Int64 = 0
  private(set) var sampleCount: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var isComplete = false
  /// The number of channels; nil when neither the header nor the first frame specifies it.
  private(set) var channels: Int?

  /// The maximum distance, in bytes, from the start of a search to the end of the frame header that
  /// it finds.
  static let reach: Int64 = 65536
  /// The maximum size, in bytes, of a stream whose frames are all counted.
  private static let small: Int64 = 1 << 20
  /// The number of positions to examine in a longer stream.
  private static let places: Int64 = 4
  /// The number of bytes to examine at each position.
  private static let placeSize: Int64 = 4096

  private init(offset: Int64, header: ADTSHeader, end: Int64) {
    self.offset = offset
    self.header = header
    self.end = end
  }

  /// Returns the stream that begins with the first frame at or after `offset`; nil when the next
  /// `reach` bytes contain no frame, or none that continues a stream with the header `reference`.
  static func find(
    from offset: Int64, end: Int64, in window: SourceWindow, reach: Int64 = reach,
    like reference: ADTSHeader? = nil
  ) throws(ParseError) -> ADTSStream? {
    let limit = min(end, offset + reach)
    var position = offset
    while position + Int64(ADTSHeader.size) <= limit {
      let chunk = try window.bytes(at: position, atLeast: 512)
      let usable = chunk.clamped(from: 0, count: Int(min(Int64(chunk.count), limit - position)))
      guard usable.count >= ADTSHeader.size else { return nil }
      var index = usable.firstIndex(of: 0xFF)
      while let found = index {
        let place = position + Int64(found)
        if let header = ADTSHeader(usable, at: found),
          reference?.isContinued(by: header) ?? true,
          try isConfirmed(header, at: place, end: end, trusted: place == offset, in: window)
        {
          return ADTSStream(offset: place, header: header, end: end)
        }
        index = usable.firstIndex(of: 0xFF, from: found + 1)
      }
      position += Int64(usable.count - ADTSHeader.size + 1)
    }
    return nil
  }

  /// Returns the stream that follows junk at `start`, or nil.
  static func next(
    after start: Int64, end: Int64, in window: SourceWindow, like reference: ADTSHeader
  ) throws(ParseError) -> ADTSStream? {
    var position = start + 1
    while position < end {
      if let found = try find(from: position, end: end, in: window, like: reference) {
        return found
      }
      position += reach - Int64(ADTSHeader.size) + 1
    }
    return nil
  }

  /// Whether the following frames match: one frame, or two frames if junk precedes the first, in
  /// which case `trusted` is false.
  ///
  /// At the end of the audio or before a tag, one frame fewer is sufficient; a frame with no other
  /// frame after it must then be complete.
  private static func isConfirmed(
    _ header: ADTSHeader, at offset: Int64, end: Int64, trusted: Bool, in window: SourceWindow
  ) throws(ParseError) -> Bool {
    var next = offset + Int64(header.frameSize)
    for count in 0..<(trusted ? 1 : 2) {
      if next + Int64(ADTSHeader.size) > end { return count > 0 || (trusted && next <= end) }
      let bytes = try window.bytes(at: next, upTo: APETagHeader.magic.count)
      guard let follower = ADTSHeader(bytes), header.isContinued(by: follower) else {
        return (count > 0 || trusted) && isTag(bytes)
      }
      next += Int64(follower.frameSize)
    }
    return true
  }

  /// Whether the bytes begin an APE or ID3v1 tag.
  private static func isTag(_ bytes: ByteSlice) -> Bool {
    bytes.starts(with: APETagHeader.magic) || bytes.starts(with: Array("TAG".utf8))
  }

  /// Counts the frames: all of them if the stream is short or `isExact` is true, otherwise those at
  /// a few positions.
  mutating func measure(in window: SourceWindow, isExact: Bool) throws(ParseError) {
    channels = header.channels
    if channels == nil { channels = try describedChannels(in: window) }
    isComplete = isExact || end - offset <= ADTSStream.small
    if isComplete {
      try count(from: offset, to: end, in: window)
      return
    }
    for place in 0..<ADTSStream.places {
      let start = offset + (end - offset) / ADTSStream.places * place
      let found = try ADTSStream.find(
        from: start, end: end, in: window, reach: ADTSStream.placeSize, like: header)
      if let found {
        try count(from: found.offset, to: start + ADTSStream.placeSize, in: window)
      }
    }
  }

  /// Returns the number of channels from the program config element at the start of the first
  /// frame; nil when there is none.
  private func describedChannels(in window: SourceWindow) throws(ParseError) -> Int? {
    // The positions of the additional blocks precede the checksum (14496-3 §1.A.2.2.1,
    // `adts_header_error_check`).
    let start = ADTSHeader.size + (header.hasChecksum ? 2 * header.blockCount : 0)
    // A program config element is at most 50 bytes long, without its comment.
    let frame = try window.bytes(at: offset, upTo: min(header.frameSize, start + 64))
    return AACProgramConfig(ofBlock: frame.clamped(from: start))?.channels
  }

  /// Counts the frames that begin between two offsets; skips junk if all frames are counted,
  /// otherwise stops at junk.
  private mutating func count(
    from start: Int64, to limit: Int64, in window: SourceWindow
  ) throws(ParseError) {
    var position = start
    while position + Int64(ADTSHeader.size) <= min(limit, end) {
      if let next = ADTSHeader(try window.bytes(at: position, count: ADTSHeader.size)),
        header.isContinued(by: next)
      {
        frameCount += 1
        sampleCount += Int64(next.sampleCount)
        byteCount += Int64(next.frameSize)
        position += Int64(next.frameSize)
        continue
      }
      guard isComplete,
        let found = try ADTSStream.next(after: position, end: end, in: window, like: header)
      else { return }
      position = found.offset
    }
  }

  var duration: MediaTime? {
    guard byteCount > 0 else { return nil }
    let samples =
      isComplete
      ? sampleCount
      : Int64(
        exactly: (Double(end - offset) / Double(byteCount) * Double(sampleCount)).rounded())
    return samples.flatMap { MediaTime(value: $0, timescale: UInt32(header.sampleRate)) }
  }

  var bitRate: Int64? {
    guard sampleCount > 0 else { return nil }
    let seconds = Double(sampleCount) / Double(header.sampleRate)
    return Int64(exactly: (Double(byteCount) * 8 / seconds).rounded())
  }
}
