/// One MPEG audio frame in a file: its header, offset and size.
struct MPEGFrame: Sendable, Hashable {
  var offset: Int64
  var header: MPEGFrameHeader
  /// The size of the frame in bytes, including the header.
  var size: Int

  var end: Int64 { offset + Int64(size) }
}

/// Finds the frames of an MPEG audio stream that may have junk before, between and after them.
///
/// Eleven sync bits are too few, so the first frame, and a frame after junk, is accepted only if
/// the following frames match, if it has a Xing or VBRI header, or if it ends the stream. Searches
/// read little more than the bytes that they compare.
struct MPEGFrameSearch {
  let window: SourceWindow
  /// The end of the stream.
  let end: Int64
  /// The size of a frame without padding, in free format.
  private var freeSize: Int?
  /// The number of remaining attempts to measure it; each attempt reads up to 4 KiB.
  private var freeAttempts = 16

  /// The maximum distance, in bytes, from the start of a search to the end of the frame header that
  /// it finds.
  static let reach: Int64 = 65536

  init(_ window: SourceWindow, end: Int64) {
    self.window = window
    self.end = end
  }

  /// Returns the first frame at or after `offset` whose header is within `reach` bytes; nil if
  /// there is no such frame.
  ///
  /// `reference` is a header of the stream, if known.
  mutating func first(
    from offset: Int64, reach: Int64 = reach, like reference: MPEGFrameHeader? = nil
  ) throws(ParseError) -> MPEGFrame? {
    let limit = min(end, offset + reach)
    var position = offset
    while position + Int64(MPEGFrameHeader.size) <= limit {
      let chunk = try window.bytes(at: position, atLeast: 512)
      let usable = chunk.clamped(from: 0, count: Int(min(Int64(chunk.count), limit - position)))
      guard usable.count >= MPEGFrameHeader.size else { return nil }
      var index = usable.firstIndex(of: 0xFF)
      while let found = index {
        let place = position + Int64(found)
        if let header = MPEGFrameHeader(usable, at: found),
          reference?.isContinued(by: header) ?? true,
          let frame = try confirm(header, at: place, trusted: place == offset)
        {
          return frame
        }
        if reference == nil { freeSize = nil }
        index = usable.firstIndex(of: 0xFF, from: found + 1)
      }
      position += Int64(usable.count - MPEGFrameHeader.size + 1)
    }
    return nil
  }

  /// Returns the first frame after the offset `start`, at which no frame begins; nil when there is
  /// no frame, or its header ends more than `maxGap` bytes after `start + 1`.
  mutating func next(
    after start: Int64, within maxGap: Int64? = nil, like reference: MPEGFrameHeader
  ) throws(ParseError) -> MPEGFrame? {
    var position = start + 1
    let limit = min(end, maxGap.map { position + $0 } ?? end)
    while position < limit {
      let reach = min(MPEGFrameSearch.reach, limit - position)
      if let found = try first(from: position, reach: reach, like: reference) { return found }
      position += MPEGFrameSearch.reach - Int64(MPEGFrameHeader.size) + 1
    }
    return nil
  }

  /// Returns the frame with this header if the following frames match (one, or two after junk), if
  /// it ends the stream, or if it has a table; otherwise nil.
  ///
  /// `trusted` means that no junk precedes the frame.
  private mutating func confirm(
    _ header: MPEGFrameHeader, at offset: Int64, trusted: Bool
  ) throws(ParseError) -> MPEGFrame? {
    guard let frame = try frame(header, at: offset) else { return nil }
    var next = frame.end
    for count in 0..<(trusted ? 1 : 2) {
      // Nothing can be compared after the last frame, so it must be complete.
      if next + Int64(MPEGFrameHeader.size) > end {
        let isWhole = next == end || (trusted && next <= end + 1)
        if count > 0 || isWhole { return frame }
        return try hasTable(frame) ? frame : nil
      }
      guard let follower = try self.frame(at: next, like: header) else {
        return try hasTable(frame) ? frame : nil
      }
      next = follower.end
    }
    return frame
  }

  /// Whether the frame has a Xing or VBRI header, which confirms it without a following frame.
  private func hasTable(_ frame: MPEGFrame) throws(ParseError) -> Bool {
    let bytes = try head(of: frame)
    return XingHeader(in: bytes, of: frame.header) != nil || VBRIHeader(in: bytes) != nil
  }

  /// Returns the bytes of a frame that may contain a table: header and checksum (6), side
  /// information (32), Xing header (120) and LAME tag (36) end at byte 194.
  func head(of frame: MPEGFrame) throws(ParseError) -> ByteSlice {
    try window.bytes(at: frame.offset, upTo: min(200, Int(clamping: end - frame.offset)))
  }

  /// Returns the frame at `offset`, if it has a header of the same stream; the frame may extend
  /// past the end of the stream.
  mutating func frame(
    at offset: Int64, like reference: MPEGFrameHeader
  ) throws(ParseError) -> MPEGFrame? {
    guard offset + Int64(MPEGFrameHeader.size) <= end,
      let header = MPEGFrameHeader(try window.bytes(at: offset, count: MPEGFrameHeader.size)),
      reference.isContinued(by: header)
    else { return nil }
    return try frame(header, at: offset)
  }

  private mutating func frame(
    _ header: MPEGFrameHeader, at offset: Int64
  ) throws(ParseError) -> MPEGFrame? {
    if let size = header.frameSize {
      return MPEGFrame(offset: offset, header: header, size: size)
    }
    let padding = header.isPadded ? (header.layer == 1 ? 4 : 1) : 0
    if freeSize == nil { freeSize = try measureFreeFormat(header, at: offset).map { $0 - padding } }
    return freeSize.map { MPEGFrame(offset: offset, header: header, size: $0 + padding) }
  }

  /// Returns the distance to the next matching header, which determines the frame size in free
  /// format (ISO/IEC 11172-3 §2.4.2.3).
  private mutating func measureFreeFormat(
    _ header: MPEGFrameHeader, at offset: Int64
  ) throws(ParseError) -> Int? {
    guard freeAttempts > 0 else { return nil }
    freeAttempts -= 1
    let slice = try window.bytes(at: offset, upTo: Int(min(4096, end - offset)))
    var index = slice.firstIndex(of: 0xFF, from: 32)
    while let found = index {
      if let next = MPEGFrameHeader(slice, at: found), header.isContinued(by: next) { return found }
      index = slice.firstIndex(of: 0xFF, from: found + 1)
    }
    return nil
  }
}
