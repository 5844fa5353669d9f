/// The chunk offset table of a track in the file, `stco` or `co64`: its location, and the number
/// and width of its offsets (ISO/IEC 14496-12 §8.7.5).
///
/// The offsets themselves are read in pages.
struct ChunkTable {
  /// The `stco` or `co64` atom.
  let atom: Atom
  /// The number of offsets that are declared and fit into the atom.
  let count: Int
  /// Whether offsets have 64 bits.
  var isWide: Bool { atom.type == .co64 }
  /// The size of an offset in bytes.
  var width: Int { isWide ? 8 : 4 }
  /// The file offset of the first entry.
  var start: Int64 { atom.payloadOffset + Int64(ChunkOffsetAtom.headerSize) }

  /// Reads the declared count of the table, and limits it to the entries that fit into the atom.
  init(_ atom: Atom, in window: SourceWindow) throws(ParseError) {
    self.atom = atom
    guard atom.payloadSize >= Int64(ChunkOffsetAtom.headerSize) else {
      // A table without a count has no entries.
      count = 0
      return
    }
    let head = try window.bytes(
      at: atom.payloadOffset, upTo: Int(min(atom.payloadSize, Int64(ChunkOffsetAtom.headerSize))))
    var reader = ByteReader(head)
    _ = try reader.u32()
    let claimed = try reader.u32()
    let capacity =
      (atom.payloadSize - Int64(ChunkOffsetAtom.headerSize)) / (atom.type == .co64 ? 8 : 4)
    count = Int(min(Int64(claimed), capacity))
  }

  /// Returns the size of an `stco` atom after conversion to `co64`.
  ///
  /// It grows by four bytes for each offset that fits into the atom, even after the last declared
  /// offset.
  static func wideSize(of atom: Atom) -> Int64 {
    let entryCount = max(0, atom.payloadSize - Int64(ChunkOffsetAtom.headerSize)) / 4
    return atom.size + entryCount * 4
  }

  /// The pages of the offsets.
  var pages: NumberPages { NumberPages(start: start, count: count, width: width) }
}
