/// The header of one Ogg page with its location, parsed or to be encoded (RFC 3533 §6).
///
/// Offset and size of each field in bytes:
///
///     0  4  "OggS"     4  1  version, 0      5  1  flags      6  8  position, little-endian     14  4  serial number of the stream
///    18  4  sequence number of the page     22  4  checksum  26  1  number of segments         27  …  their sizes
///        …  segments; a packet ends with the first one that is shorter than 255 bytes
struct OggPage: Sendable, Hashable {
  static let magic: [UInt8] = Array("OggS".utf8)
  /// The size, in bytes, of the header before the segment sizes.
  static let headerSize = 27
  /// The position of a page on which no packet ends.
  static let noPosition = UInt64.max
  /// The maximum number of segments in a page.
  static let maxSegments = 255
  /// The maximum size of a page in bytes.
  static let longest = headerSize + maxSegments + 255 * maxSegments

  /// The flag of a page that begins with the rest of a packet.
  static let continued: UInt8 = 1
  /// The flag of the first page of a stream.
  static let first: UInt8 = 2
  /// The flag of the last page of a stream.
  static let last: UInt8 = 4

  /// The offset of its header.
  var offset: Int64
  var flags: UInt8
  /// The position at the end of the last packet that ends on the page, in units of the codec.
  var position: UInt64
  var stream: UInt32
  var number: UInt32
  var checksum: UInt32
  /// The sizes of the segments.
  var segments: ByteSlice {
    didSet { contentSize = OggPage.sum(segments) }
  }
  private(set) var contentSize = 0

  var headerSize: Int { OggPage.headerSize + segments.count }
  var contentOffset: Int64 { offset + Int64(headerSize) }
  var size: Int { headerSize + contentSize }
  var range: Range<Int64> { offset..<(offset + Int64(size)) }
  var content: Range<Int64> { contentOffset..<(offset + Int64(size)) }

  /// The fields that depend on the sequence of pages: sequence number and checksum.
  static let numbering = 18..<26

  /// Parses the header of the page at `offset`; nil at the end of the file.
  ///
  /// - Throws: `malformed` when there is no page, `truncated` when it is incomplete.
  static func parse(at offset: Int64, in window: SourceWindow) throws(ParseError) -> OggPage? {
    let most = headerSize + maxSegments
    let head = try window.bytes(at: offset, upTo: most)
    guard !head.isEmpty else { return nil }
    let page = try parse(at: offset, from: head)
    guard page.range.upperBound <= window.length else {
      throw ParseError(
        .truncated, at: offset,
        "the page is \(page.size) bytes long, but only \(window.length - offset) remain")
    }
    return page
  }

  /// Parses a header in memory; the content of the page need not be included.
  static func parse(at offset: Int64, from head: ByteSlice) throws(ParseError) -> OggPage {
    var reader = ByteReader(head)
    guard try reader.bytes(4).starts(with: magic), try reader.u8() == 0 else {
      throw ParseError(.malformed, at: offset, "not an Ogg page")
    }
    let flags = try reader.u8()
    let position = try reader.littleU64()
    let (stream, number) = (try reader.littleU32(), try reader.littleU32())
    let checksum = try reader.littleU32()
    return OggPage(
      offset: offset, flags: flags, position: position, stream: stream, number: number,
      checksum: checksum, try reader.bytes(Int(try reader.u8())))
  }

  private init(
    offset: Int64, flags: UInt8, position: UInt64, stream: UInt32, number: UInt32,
    checksum: UInt32, _ segments: ByteSlice
  ) {
    (self.offset, self.flags, self.position) = (offset, flags, position)
    (self.stream, self.number, self.checksum) = (stream, number, checksum)
    self.segments = segments
    contentSize = OggPage.sum(segments)
  }

  private static func sum(_ segments: ByteSlice) -> Int {
    segments.bytes.reduce(0) { $0 + Int($1) }
  }

  /// Encodes the page with its content, and the checksum of both.
  func encode(_ content: ArraySlice<UInt8>, into writer: inout ByteWriter) {
    let start = writer.count
    writer.append(OggPage.magic)
    writer.u8(0)
    writer.u8(flags)
    writer.littleU64(position)
    writer.littleU32(stream)
    writer.littleU32(number)
    writer.littleU32(0)
    writer.u8(UInt8(clamping: segments.count))
    writer.append(segments)
    writer.append(content)
    let sum = OggChecksum.of(writer.bytes[start...])
    writer.overwrite(sum.byteSwapped, at: start + 22)
  }

  /// The offset of its checksum.
  var checksumOffset: Int64 { offset + 22 }

  /// Whether the checksum matches the page in the file.
  func hasValidChecksum(in window: SourceWindow) throws(ParseError) -> Bool {
    try hasValidChecksum(window.bytes(at: offset, count: size))
  }

  /// Whether the checksum matches the bytes of the whole page.
  func hasValidChecksum(_ page: ByteSlice) -> Bool { OggPage.sum(of: page) == checksum }

  /// Returns the correct checksum of the page, as stored.
  func correctChecksum(in window: SourceWindow) throws(ParseError) -> [UInt8] {
    var writer = ByteWriter()
    writer.littleU32(OggPage.sum(of: try window.bytes(at: offset, count: size)))
    return writer.bytes
  }

  private static func sum(of page: ByteSlice) -> UInt32 {
    let bytes = page.bytes
    let start = bytes.startIndex
    let head = OggChecksum.of(bytes[..<(start + 22)])
    return OggChecksum.of(bytes[(start + 26)...], after: OggChecksum.of(head, zeros: 4))
  }

  /// Returns the sequence number and checksum of the page with a different number, without reading
  /// its content.
  func renumbered(_ number: UInt32) -> [UInt8] {
    let difference = number ^ self.number
    let changed = (0..<4).map { UInt8(truncatingIfNeeded: difference >> ($0 * 8)) }
    let rest = size - OggPage.numbering.lowerBound - 4
    let sum = checksum ^ OggChecksum.of(OggChecksum.of(changed[...]), zeros: rest)
    var writer = ByteWriter()
    writer.littleU32(number)
    writer.littleU32(sum)
    return writer.bytes
  }
}

extension OggPage {
  /// Returns the segment sizes of contiguous packets.
  static func segments(of packets: [Int]) -> [UInt8] {
    packets.flatMap { size in
      [UInt8](repeating: 255, count: size / 255) + [UInt8(size % 255)]
    }
  }
}
