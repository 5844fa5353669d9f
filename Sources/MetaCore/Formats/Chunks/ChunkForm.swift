/// How the chunks of a kind of file are written.
struct ChunkForm: Sendable, Hashable {
  let isBigEndian: Bool
  /// Whether sizes have eight bytes.
  let isWide: Bool

  /// RIFF: the least significant byte first.
  static let riff = ChunkForm(isBigEndian: false, isWide: false)
  /// AIFF, as IFF has it.
  static let aiff = ChunkForm(isBigEndian: true, isWide: false)
  /// DSDIFF: as IFF has it, with sizes of eight bytes.
  static let dsdiff = ChunkForm(isBigEndian: true, isWide: true)

  /// Id and size.
  var headerSize: Int { isWide ? 12 : 8 }
  /// Where the first chunk begins: behind the header of the whole and its type.
  var start: Int64 { Int64(headerSize) + 4 }
  /// The id of a chunk that is nothing but room.
  var freeID: FourCC {
    isBigEndian ? FourCC("F", "L", "L", "R") : FourCC("J", "U", "N", "K")
  }

  func size(_ reader: inout ByteReader) throws(ParseError) -> UInt64 {
    if isWide { return try reader.u64() }
    return UInt64(isBigEndian ? try reader.u32() : try reader.littleU32())
  }

  func encode(size: Int64, into writer: inout ByteWriter) {
    if isWide { return writer.u64(UInt64(clamping: size)) }
    let stored = UInt32(clamping: size)
    writer.u32(isBigEndian ? stored : stored.byteSwapped)
  }

  /// The header of a chunk.
  func header(_ id: FourCC, size: Int64) -> [UInt8] {
    var writer = ByteWriter(reserving: headerSize)
    writer.fourCC(id)
    encode(size: size, into: &writer)
    return writer.bytes
  }
}
