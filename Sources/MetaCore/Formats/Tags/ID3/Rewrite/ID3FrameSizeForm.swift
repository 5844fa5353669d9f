/// Determines from the bytes that follow an ID3v2 frame whether its size is stored as an ordinary
/// or as a syncsafe integer.
///
/// 2.4 requires syncsafe sizes, but old iTunes versions wrote ordinary numbers; some 2.3 writers
/// did the reverse. For sizes of 128 or more, the two forms differ; the correct form leads to the
/// next frame.
struct ID3FrameSizeForm {
  let source: FrameSource
  let version: ID3Version
  /// The end of the frames and their padding.
  let end: Int64

  /// The kind of data that bytes look like at an offset where the next frame begins if a size was
  /// read correctly.
  enum FollowingBytes: Equatable {
    /// A known frame.
    case knownFrame
    /// A frame, judging by its ID.
    case frame
    /// The end of the tag.
    case end
    /// Zeros.
    case padding
    /// Other data.
    case junk
    /// Past the end of the tag.
    case outside
  }

  /// Returns the kind of the bytes at `offset`.
  func content(at offset: Int64) throws(ParseError) -> FollowingBytes {
    guard offset < end else { return offset == end ? .end : .outside }
    let head = try source.bytes(at: offset, upTo: min(4, end - offset))
    if head.withoutTrailingZeros.isEmpty { return .padding }
    guard head.count == 4 else { return .junk }
    var value: UInt32 = 0
    for byte in head.bytes { value = value << 8 | UInt32(byte) }
    let id =
      version == .v22
      ? ID3FrameID(rawValue: value & 0xFFFF_FF00) : ID3FrameID(stored: value)
    if ID3FrameTable.standard.definition(of: id) != nil { return .knownFrame }
    return id.isLegal ? .frame : .junk
  }

  /// The maximum number of consecutive damaged frames to skip by following their sizes; a header is
  /// read for each of them.
  private static let maxHops = 1024

  /// Follows the sizes of everything that looks like a frame, starting at `start` and regardless of
  /// the IDs, as other readers do.
  ///
  /// - Returns: The start of a known frame, or nil when the sizes do not lead to a known frame; and
  ///   the end of the last frame.
  func follow(from start: Int64) throws(ParseError) -> (frame: Int64?, end: Int64) {
    let headerSize = Int64(version.frameHeaderSize)
    var position = start
    for hop in 0..<ID3FrameSizeForm.maxHops where end - position >= headerSize {
      if hop > 0, try content(at: position) == .knownFrame { return (position, position) }
      let head = try source.bytes(at: position, upTo: headerSize)
      guard !head.withoutTrailingZeros.isEmpty,
        let header = ID3FrameHeader(head, version: version)
      else { break }
      let content = position + headerSize
      let size = try contentSize(header.storedSize, from: content)
      guard size <= end - content else { break }
      position = content + size
    }
    return (nil, position)
  }

  /// Returns the size of the content at `start`, chosen from the two readings of its stored size.
  func contentSize(_ stored: UInt32, from start: Int64) throws(ParseError) -> Int64 {
    let plain = Int64(stored)
    guard version != .v22, stored >= 0x80, let decoded = SyncsafeInteger.decode(stored)
    else { return plain }
    let syncsafe = Int64(decoded)
    let (right, other) = version == .v24 ? (syncsafe, plain) : (plain, syncsafe)
    switch try content(at: start + right) {
    case .knownFrame, .end: return right
    case .frame: return try content(at: start + other) == .knownFrame ? other : right
    case .padding:
      // A picture may contain zeros too. Checking the other location costs nothing if it is close.
      guard (other - right).magnitude < 4096 else { return right }
      return try content(at: start + other) == .knownFrame ? other : right
    case .junk, .outside:
      switch try content(at: start + other) {
      case .knownFrame, .end, .padding: return other
      case .frame, .junk, .outside: return right
      }
    }
  }
}
