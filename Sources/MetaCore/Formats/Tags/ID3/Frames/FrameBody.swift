/// The undecoded content of an ID3v2 frame: the location of its bytes in the file or in memory, its
/// header, and its first bytes.
///
/// ``ID3TagReader`` undoes the transformations that its flags declare, and ``FrameReader`` decodes
/// its fields.
struct FrameBody {
  var source: FrameSource
  let header: ID3FrameHeader
  /// The start of the frame.
  let position: Int64
  /// The start of the content, after the header and the fields added by flags.
  var start: Int64
  /// The size of the content in bytes.
  var count: Int64
  /// The first bytes of the content, or all of them.
  var head: ByteSlice
  /// The attributes in the fields before the content.
  var extras: [ExtraAttribute] = []

  /// The number of bytes of a frame that are read before its size is known: a header of ten bytes,
  /// and 512 bytes of content.
  static let headSize: Int64 = 522

  /// The end of the content.
  var end: Int64 { start + count }

  /// Skips the given number of bytes at the start of the content.
  mutating func skip(_ bytes: Int) {
    start += Int64(bytes)
    count -= Int64(bytes)
    head = head.clamped(from: bytes)
  }

  /// Replaces the content with decoded bytes.
  mutating func replace(_ bytes: [UInt8]) {
    let slice = ByteSlice(bytes, origin: start)
    source = .memory(slice, nil)
    count = Int64(bytes.count)
    head = slice
  }
}

extension ID3TagReader {
  /// Undoes the transformations declared by a frame's flags; returns false when that is impossible,
  /// because the frame is encrypted.
  ///
  /// The unsynchronisation of an encrypted frame is undone, because it is applied after encryption
  /// (ID3v2.4 §4.1.2).
  ///
  /// For a nested frame, the transformations declared for the whole tag have already been undone
  /// for the enclosing frame.
  ///
  /// - Throws: `truncated`, `malformed`, `limitExceeded`, `io`.
  mutating func unpack(_ body: inout FrameBody, depth: Int) throws(ParseError) -> Bool {
    let flags = body.header.flags
    body.extras.append(ExtraAttribute(.flags, .list(flags.names.map { .string($0) })))
    let declared: ByteSlice?
    do {
      declared = try readPrefix(&body)
    } catch {
      // The content is too short for the declared fields: some writers set random flags.
      guard flags.isDisjoint(with: [.compressed, .encrypted]) else { throw error }
      return true
    }
    let isUnsynchronised = isUnsynchronised && depth == 0
    if isUnsynchronised || flags.contains(.unsynchronised) { try removeZeros(&body) }
    guard !flags.contains(.encrypted) else {
      if let length = declared?.bigEndian(at: 0) { body.extras.append(dataLength(length)) }
      return false
    }
    if flags.contains(.compressed) { try inflate(&body, declared: declared) }
    return true
  }

  /// Reads the group, method and length in the order used by the version; returns the length bytes,
  /// or nil if there are none.
  private func readPrefix(_ body: inout FrameBody) throws(ParseError) -> ByteSlice? {
    let flags = body.header.flags
    var reader = ByteReader(body.head)
    var length: ByteSlice?
    if version == .v23, flags.contains(.compressed) { length = try reader.bytes(4) }
    var group: MetadataValue?
    if version == .v24, flags.contains(.grouped) { group = .integer(Int64(try reader.u8())) }
    if flags.contains(.encrypted) {
      let method = MetadataValue.integer(Int64(try reader.u8()))
      body.extras.append(ExtraAttribute(.encryptionMethod, method))
    }
    if version == .v23, flags.contains(.grouped) { group = .integer(Int64(try reader.u8())) }
    if version == .v24, flags.contains(.dataLength) { length = try reader.bytes(4) }
    if let group { body.extras.append(ExtraAttribute(.group, group)) }
    body.skip(body.head.count - reader.remaining)
    return length
  }

  /// Returns the attribute for the stored length of the plain content, which cannot be determined
  /// from encrypted content.
  private func dataLength(_ stored: UInt32) -> ExtraAttribute {
    let length = version == .v24 ? SyncsafeInteger.decode(stored) ?? stored : stored
    return ExtraAttribute(.dataLength, .integer(Int64(length)))
  }

  /// Returns the whole content of a frame that has to be decoded in memory, if it is not too large.
  private func load(_ body: FrameBody) throws(ParseError) -> ByteSlice {
    guard body.count <= options.limits.table else {
      throw ParseError(
        .limitExceeded, at: body.start,
        "\(body.count) bytes exceed the limit of \(options.limits.table)")
    }
    return try body.source.bytes(at: body.start, upTo: body.count)
  }

  /// Undoes the unsynchronisation of the content.
  private func removeZeros(_ body: inout FrameBody) throws(ParseError) {
    guard let decoded = Unsynchronisation.decode(try load(body)), !decoded.removals.isEmpty
    else { return }
    body.replace(decoded.bytes)
  }

  /// Decompresses the content; `declared` contains the four bytes of the data length, if the frame
  /// has them.
  private mutating func inflate(
    _ body: inout FrameBody, declared: ByteSlice?
  ) throws(ParseError) {
    let stored = try load(body)
    // Rejected results also count, so that many decompression bombs cost no more than a single one.
    var allowance = min(inflationBudget, options.limits.value)
    inflationBudget -= allowance
    defer { inflationBudget += allowance }
    do {
      body.replace(try Deflate.inflate(stored, allowance: &allowance))
    } catch {
      // Some writers set the data length flag but omit the length.
      guard let declared, error.code == .malformed else { throw error }
      let combined = ByteSlice(Array(declared.bytes) + stored.bytes)
      body.replace(try Deflate.inflate(combined, allowance: &allowance))
    }
  }
}
