/// The storage form of chunk headers in a kind of file: the byte order and the width of sizes.
///
/// With it, ``ChunkWalker`` and ``ChunkRewriter`` support RIFF, RIFX, AIFF and DSDIFF.
struct ChunkForm: Sendable, Hashable {
  /// The byte order of sizes, and of the numbers in RIFF chunks.
  let order: ByteOrder
  /// Whether sizes have eight bytes instead of four.
  let isWide: Bool
  /// Whether chunk IDs have their RIFF meanings.
  let isRIFF: Bool

  /// RIFF: little-endian.
  static let riff = ChunkForm(order: .little, isWide: false, isRIFF: true)
  /// RIFX: big-endian RIFF.
  static let rifx = ChunkForm(order: .big, isWide: false, isRIFF: true)
  /// AIFF: as in IFF.
  static let aiff = ChunkForm(order: .big, isWide: false, isRIFF: false)
  /// DSDIFF: as in IFF, with eight-byte sizes.
  static let dsdiff = ChunkForm(order: .big, isWide: true, isRIFF: false)

  /// The total size of the ID and size fields in bytes.
  var headerSize: Int { isWide ? 12 : 8 }
  /// The offset of the first chunk: after the header of the form and its type.
  var start: Int64 { Int64(headerSize) + 4 }
  /// The ID that new free chunks get.
  var freeID: FourCC {
    isRIFF ? FourCC("J", "U", "N", "K") : FourCC("F", "L", "L", "R")
  }

  func size(_ reader: inout ByteReader) throws(ParseError) -> UInt64 {
    if isWide { return try reader.u64(order) }
    return UInt64(try reader.u32(order))
  }

  func encode(size: Int64, into writer: inout ByteWriter) {
    if isWide { return writer.u64(UInt64(clamping: size), order) }
    writer.u32(UInt32(clamping: size), order)
  }

  /// Encodes the header of a chunk.
  func header(_ id: FourCC, size: Int64) -> [UInt8] {
    var writer = ByteWriter(reserving: headerSize)
    writer.fourCC(id)
    encode(size: size, into: &writer)
    return writer.bytes
  }
}
