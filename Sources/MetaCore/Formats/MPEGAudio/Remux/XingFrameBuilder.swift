/// Builds the silent first frame of a cut layer III file, which specifies the length of the audio
/// that follows: a Xing or Info header with LAME's extension, whose layout is in ``XingHeader``.
///
/// The header in the source file, if there is one, is the basis: its quality is kept, and, if its
/// LAME tag has a delay, also the gain and the encoder; an encoder whose delay players ignore is
/// replaced by LAME3.100.
struct XingFrameBuilder {
  /// The properties, specified by the frame, of the audio that follows it.
  struct Content {
    /// Whether the header is "Xing" (variable bit rate) rather than "Info".
    var isVariable = false
    /// The bit rate of all frames in bits per second; zero when bit rates differ.
    var bitRate = 0
    var frameCount: Int64 = 0
    /// The size, in bytes, of all frames after this one.
    var audioSize: Int64 = 0
    /// The offsets of the frames played after each hundredth of the time, relative to the end of
    /// this frame.
    var hundredths: [Int64] = []
    var delay: Int64 = 0
    var padding: Int64 = 0
    /// The checksum of the audio.
    var checksum: UInt16 = 0
  }

  /// The encoder version whose format a new LAME tag has.
  private static let encoder = "LAME3.100"
  /// The size of LAME's extension in bytes.
  private static let tagSize = 36
  /// The number of entries in the table of contents, one byte each.
  private static let tableSize = 100
  /// The flags: 7 for the number of frames, the number of bytes and the table; 8 for the quality,
  /// if it is known.
  private static let (counted, qualified): (UInt32, UInt32) = (7, 8)

  /// The bytes before "Xing" or "Info".
  private let head: [UInt8]
  private let quality: UInt32?
  /// The LAME tag of the source file; nil when that file has no LAME tag with a delay.
  private let oldTag: [UInt8]?
  /// The bytes after the tag.
  private let rest: [UInt8]

  /// The size of the frame in bytes.
  var size: Int { bodyEnd + rest.count }

  private var tagPlace: Int { bodyEnd - XingFrameBuilder.tagSize }

  private var bodyEnd: Int {
    head.count + 8 + 8 + XingFrameBuilder.tableSize + (quality == nil ? 0 : 4)
      + XingFrameBuilder.tagSize
  }

  /// Creates a frame for the audio that begins with `audioFrame`, based on the first frame of the
  /// source file.
  ///
  /// - Throws: `unsupported` when no frame of the stream is large enough, and read errors.
  init(
    like audioFrame: MPEGFrame, old: MPEGStream, in window: SourceWindow
  ) throws(ParseError) {
    let xing = old.xing
    quality = xing?.quality
    let oldBytes = Array(try window.bytes(at: old.first.offset, upTo: old.first.size).bytes)
    oldTag = xing?.lame?.delay == nil ? nil : xing?.tag(in: oldBytes)
    let bodySize =
      16 + XingFrameBuilder.tableSize + (quality == nil ? 0 : 4) + XingFrameBuilder.tagSize
    if let xing, xing.place + bodySize <= oldBytes.count, oldBytes.count == old.first.size {
      head = Array(oldBytes.prefix(xing.place))
      let isSame =
        oldTag != nil && xing.tagPlace == xing.place + bodySize - XingFrameBuilder.tagSize
      let rest = oldBytes.dropFirst(xing.place + bodySize)
      self.rest = isSame ? Array(rest) : [UInt8](repeating: 0, count: rest.count)
      return
    }
    let base = xing == nil ? audioFrame : old.first
    let headSize = MPEGFrameHeader.size + base.header.sideInformationSize
    let frame = base.header.fitting(for: headSize + bodySize, freeSize: audioFrame.unpaddedSize)
    guard let frame else {
      throw ParseError(
        .unsupported, at: old.first.offset, "a frame of this stream cannot hold a Xing header")
    }
    head =
      frame.header.bytes + [UInt8](repeating: 0, count: frame.header.sideInformationSize)
    rest = [UInt8](repeating: 0, count: frame.size - headSize - bodySize)
  }

  // MARK: Writing

  /// Encodes the frame.
  func bytes(_ content: Content) -> [UInt8] {
    let total = content.audioSize + Int64(size)
    var writer = ByteWriter(reserving: size)
    writer.append(head)
    writer.append((content.isVariable ? "Xing" : "Info").utf8)
    writer.u32(XingFrameBuilder.counted | (quality == nil ? 0 : XingFrameBuilder.qualified))
    writer.u32(UInt32(clamping: content.frameCount))
    writer.u32(UInt32(clamping: total))
    writer.append(table(content, of: total))
    if let quality { writer.u32(quality) }
    writer.append(tag(content))
    writer.overwrite(UInt32(clamping: total), at: tagPlace + 28)
    var bytes = writer.bytes
    bytes.replaceSubrange((tagPlace + 32)..<(tagPlace + 34), with: content.checksum.bytes)
    var sum = LAMEChecksum()
    sum.append(bytes.prefix(tagPlace + 34))
    bytes.replaceSubrange((tagPlace + 34)..<(tagPlace + 36), with: sum.value.bytes)
    return bytes + rest
  }

  /// Returns the table of contents: the offsets of the frames in 256ths of the total size,
  /// including this frame.
  private func table(_ content: Content, of total: Int64) -> [UInt8] {
    (0..<XingFrameBuilder.tableSize).map { index in
      let place = index < content.hundredths.count ? content.hundredths[index] : content.audioSize
      return UInt8(clamping: (place + Int64(size)) * 256 / max(1, total))
    }
  }

  /// Returns the LAME tag with the new delay and padding; the caller sets the size and the
  /// checksums at its end.
  private func tag(_ content: Content) -> [UInt8] {
    var tag = oldTag ?? newTag(content)
    let isBelieved = LAMETag.believedEncoders.contains { tag.starts(with: $0.utf8) }
    if !isBelieved { tag.replaceSubrange(0..<9, with: XingFrameBuilder.encoder.utf8) }
    let gap = UInt32(clamping: content.delay) << 12 | UInt32(clamping: content.padding) & 0xFFF
    tag.replaceSubrange(
      21..<24, with: [16, 8, 0].map { UInt8(truncatingIfNeeded: gap >> UInt32($0)) })
    return tag
  }

  /// Returns a tag with the known values; the encoder's settings are unknown.
  private func newTag(_ content: Content) -> [UInt8] {
    var tag = Array(XingFrameBuilder.encoder.utf8)
    tag += [UInt8](repeating: 0, count: XingFrameBuilder.tagSize - tag.count)
    tag[9] = content.isVariable ? 0 : 1
    tag[20] = UInt8(clamping: content.bitRate / 1000)
    return tag
  }
}

extension UInt16 {
  fileprivate var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}

extension XingHeader {
  /// Returns LAME's extension in the bytes of the frame; nil when it is incomplete.
  fileprivate func tag(in frame: [UInt8]) -> [UInt8]? {
    let tag = frame.dropFirst(tagPlace).prefix(36)
    return tag.count == 36 ? Array(tag) : nil
  }
}

extension MPEGFrame {
  /// The size of the frame without padding.
  var unpaddedSize: Int { size - (header.isPadded ? (header.layer == 1 ? 4 : 1) : 0) }
}
