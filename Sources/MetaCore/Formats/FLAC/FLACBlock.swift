/// The header and location of one FLAC metadata block, in a FLAC file or an Ogg packet (RFC 9639
/// §8.1).
///
/// Offset and size of each field in bytes:
///
///     0  1  bit 7: last block; bits 0-6: its type     1  3  remaining size     4  …  content
struct FLACBlock: Sendable, Hashable {
  /// The known block types; the raw value is the type number.
  enum Kind: UInt8 {
    case streamInfo, padding, application, seekTable, comments, cueSheet, picture

    /// Creates the kind of an encoded block; nil if its type is unknown.
    init?(_ block: ByteSlice) {
      guard let first = block[0] else { return nil }
      self.init(rawValue: first & 0x7F)
    }

    /// The name of the block type in structure dumps.
    var name: String {
      switch self {
      case .streamInfo: "STREAMINFO"
      case .padding: "PADDING"
      case .application: "APPLICATION"
      case .seekTable: "SEEKTABLE"
      case .comments: "VORBIS_COMMENT"
      case .cueSheet: "CUESHEET"
      case .picture: "PICTURE"
      }
    }
  }

  /// The size of a block header in bytes.
  static let headerSize = 4
  /// The maximum size of the content in bytes.
  static let maxContent: Int64 = 1 << 24 - 1

  var type: UInt8
  /// Whether the block is marked as the last one.
  var isLast: Bool
  /// The offset of its header.
  var offset: Int64
  /// The size of its content in bytes.
  var contentSize: Int64

  var kind: Kind? { Kind(rawValue: type) }
  var name: String { kind?.name ?? "block \(type)" }
  var contentOffset: Int64 { offset + Int64(FLACBlock.headerSize) }
  var range: Range<Int64> { offset..<(contentOffset + contentSize) }
  var content: Range<Int64> { contentOffset..<(contentOffset + contentSize) }

  /// Parses the header of a block.
  static func parse(at offset: Int64, in window: SourceWindow) throws(ParseError) -> FLACBlock {
    var reader = ByteReader(try window.bytes(at: offset, count: headerSize))
    let first = try reader.u8()
    return FLACBlock(
      type: first & 0x7F, isLast: first & 0x80 != 0, offset: offset,
      contentSize: Int64(try reader.u24()))
  }

  /// Encodes a block.
  ///
  /// - Throws: `notRepresentable` when the block is too long.
  static func bytes(
    _ kind: Kind, _ content: [UInt8], isLast: Bool
  ) throws(ParseError) -> [UInt8] {
    guard Int64(content.count) <= maxContent else {
      throw ParseError(
        .notRepresentable, at: 0,
        "a FLAC metadata block is limited to 16 MiB, but this one has \(content.count) bytes",
        path: StructurePath([kind.name]))
    }
    return header(kind.rawValue, Int64(content.count), isLast: isLast) + content
  }

  /// Whether an encoded block is marked as the last one; nil when there is no block.
  static func isLast(_ block: ByteSlice) -> Bool? { block[0].map { $0 & 0x80 != 0 } }

  /// Whether these bytes are a picture block; a Vorbis comment field never is, because its size has
  /// the opposite byte order.
  static func isPicture(_ bytes: ByteSlice) -> Bool {
    Kind(bytes) == .picture
      && bytes.bigEndian(at: 1, width: 3) == UInt32(clamping: bytes.count - headerSize)
  }

  /// Encodes the header of a block with this type and size.
  static func header(_ type: UInt8, _ contentSize: Int64, isLast: Bool) -> [UInt8] {
    var writer = ByteWriter()
    writer.u8(type | (isLast ? 0x80 : 0))
    writer.u24(UInt32(clamping: contentSize))
    return writer.bytes
  }
}

/// The locations of the parts of one FLAC file: leading tags, `fLaC`, metadata blocks, frames,
/// trailing tags.
struct FLACLayout: Sendable {
  static let magic: [UInt8] = Array("fLaC".utf8)

  var tags: StreamTags
  var blocks: [FLACBlock] = []
  /// The start of the frames: the end of the last complete block.
  var framesOffset: Int64

  /// Reads the headers of the blocks, stopping at a block that extends beyond the end of the file.
  ///
  /// - Throws: `malformed` when the stream is not FLAC, and read errors.
  init(_ window: SourceWindow, limits: Limits, log: inout DiagnosticLog) throws(ParseError) {
    tags = try StreamTags.find(in: window)
    framesOffset = tags.start + Int64(FLACLayout.magic.count)
    guard try window.bytes(at: tags.start, count: 4).starts(with: FLACLayout.magic) else {
      throw ParseError(.malformed, at: tags.start, "not a FLAC stream")
    }
    try readBlocks(window, limits, &log)
  }

  /// Reads the blocks up to the one marked as the last.
  private mutating func readBlocks(
    _ window: SourceWindow, _ limits: Limits, _ log: inout DiagnosticLog
  ) throws(ParseError) {
    while blocks.count < limits.structures {
      let block: FLACBlock
      do { block = try FLACBlock.parse(at: framesOffset, in: window) } catch {
        if error.code == .io { throw error }
        return log.add(error.inside("fLaC"))
      }
      guard block.range.upperBound <= window.length else {
        return log.note(
          .truncated, StructurePath(["fLaC", block.name]), at: block.offset,
          "the block is \(block.contentSize) bytes long, but only \(window.length - block.contentOffset) remain"
        )
      }
      blocks.append(block)
      framesOffset = block.range.upperBound
      if block.isLast { return }
    }
    log.note(
      .limitExceeded, StructurePath(["fLaC"]), at: framesOffset,
      "more than \(limits.structures) metadata blocks")
  }

  /// The range of the frames, up to the trailing tags.
  var frames: Range<Int64> { framesOffset..<max(framesOffset, tags.end) }
}
