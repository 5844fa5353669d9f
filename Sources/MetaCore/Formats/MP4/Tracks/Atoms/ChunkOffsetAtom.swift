/// `stco` or `co64`: the file offset of each chunk of a track, to be written (ISO/IEC 14496-12
/// §8.7.5).
///
/// The tables in files, which may be long, are not parsed into this type but read by ``TablePages``
/// and ``NumberPages``.
///
///     u8 version, u24 flags, u32 count
///     u32[] offsets in stco, u64[] in co64
struct ChunkOffsetAtom: Sendable, Hashable {
  /// The size, in bytes, of the fields before the offsets.
  static let headerSize = 8

  var header = FullAtomHeader()
  var offsets: [UInt64]
  /// Whether the offsets have 64 bits, as in `co64`.
  var isWide: Bool

  init(offsets: [UInt64], isWide: Bool) {
    self.offsets = offsets
    self.isWide = isWide
  }

  /// Creates the table in the narrowest atom that can represent the offsets.
  init(offsets: [UInt64]) {
    self.init(offsets: offsets, isWide: offsets.contains { $0 > UInt64(UInt32.max) })
  }

  /// The type of the atom.
  var type: FourCC { isWide ? .co64 : .stco }

  /// Returns the layout of the table in an atom of `type`, for reading it in pages.
  static func layout(of type: FourCC) -> TableLayout {
    TableLayout(headerSize: headerSize, entrySize: type == .co64 ? 8 : 4)
  }

  static func parse(_ payload: ByteSlice, type: FourCC) throws(ParseError) -> ChunkOffsetAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let layout = layout(of: type)
    let count = layout.count(try reader.u32(), in: reader.remaining)
    var atom = ChunkOffsetAtom(offsets: [], isWide: type == .co64)
    atom.header = header
    atom.offsets.reserveCapacity(count)
    for _ in 0..<count { atom.offsets.append(try reader.unsigned(width: layout.entrySize)) }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(UInt32(clamping: offsets.count))
    for offset in offsets { writer.unsigned(offset, width: isWide ? 8 : 4) }
  }
}
