/// The header of an atom, parsed or to be written: size and type (QTFF "Atoms"; ISO/IEC 14496-12
/// §4.2).
///
///     u32 size      0: to the end of the file; 1: a 64-bit size follows; otherwise includes the header
///     u32 type
///     u64 size      only if the 32-bit size is 1
///     u8[16] uuid   only if the type is `uuid`
struct AtomHeader: Sendable, Hashable {
  let type: FourCC
  /// The size including the header; nil if the atom extends to the end of its parent.
  let size: Int64?
  /// The size of the header in bytes, including the user type.
  let headerSize: Int
  /// The user type of a `uuid` atom; nil for other types, or if there are no 16 bytes for it.
  let userType: UserType?

  /// The size of the longest header in bytes, with a 64-bit size and a user type.
  static let longest = 32

  /// Reads a header.
  ///
  /// - Throws: `truncated`, or `malformed` when the size is smaller than the header or does not fit
  ///   in 63 bits.
  static func parse(_ reader: inout ByteReader) throws(ParseError) -> AtomHeader {
    let offset = reader.fileOffset
    let shortSize = try reader.u32()
    let type = try reader.fourCC()
    var headerSize = 8
    var size: Int64? = Int64(shortSize)
    switch shortSize {
    case 0: size = nil
    case 1:
      guard let longSize = Int64(exactly: try reader.u64()) else {
        throw ParseError(.malformed, at: offset, "the size of `\(type)` does not fit in 63 bits")
      }
      size = longSize
      headerSize = 16
    default: break
    }
    if let size, size < headerSize {
      throw ParseError(
        .malformed, at: offset, "`\(type)` claims \(size) bytes, fewer than its own header")
    }
    guard type == .uuid, size.map({ $0 >= headerSize + 16 }) ?? true, reader.remaining >= 16 else {
      return AtomHeader(type: type, size: size, headerSize: headerSize, userType: nil)
    }
    let userType = UserType(high: try reader.u64(), low: try reader.u64())
    return AtomHeader(type: type, size: size, headerSize: headerSize + 16, userType: userType)
  }

  /// Writes the header in the form in which it was read.
  func encode(into writer: inout ByteWriter) {
    let isLong = headerSize - (userType == nil ? 0 : 16) == 16
    let short = size.flatMap { UInt32(exactly: $0) }
    writer.u32(isLong ? 1 : size == nil ? 0 : short ?? 0)
    writer.fourCC(type)
    if isLong { writer.u64(UInt64(max(0, size ?? 0))) }
    if let userType {
      writer.u64(userType.high)
      writer.u64(userType.low)
    }
  }
}
