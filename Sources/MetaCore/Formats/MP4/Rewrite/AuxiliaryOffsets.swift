/// Reads the offsets in `saio`: the locations of auxiliary sample information, such as decryption
/// data (ISO/IEC 14496-12 §8.7.9).
///
/// Each offset is returned with its own location, so that it can be corrected in place.
///
///     u8 version, u24 flags
///     u32 type, u32 parameter     only if flag 1 is set
///     u32 count
///     u32[]|u64[] offsets         64-bit in version 1 and later
struct AuxiliaryOffsets {
  /// The offsets, which are relative to the start of the file in a movie atom, and to the base
  /// offset in a fragment.
  private(set) var fields: [StoredNumber] = []

  /// Reads the offsets that are present, even if the atom declares more.
  init(_ atom: Atom, in window: SourceWindow, _ limits: Limits) throws(ParseError) {
    var reader = ByteReader(try atom.payload(in: window, limit: limits.table))
    let header = try FullAtomHeader(parsing: &reader)
    if header.flags & 1 != 0 { try reader.skip(8) }
    let count = try reader.u32()
    let width = header.version == 0 ? 4 : 8
    for _ in 0..<min(Int(clamping: count), reader.remaining / width) {
      let offset = reader.fileOffset
      fields.append(
        StoredNumber(offset: offset, width: width, value: try reader.unsigned(width: width)))
    }
  }
}
