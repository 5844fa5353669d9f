/// Iterates over the consecutive atoms in bytes that are in memory, such as sample descriptions and
/// their extensions; for atoms in a file, use ``AtomCursor``.
///
/// Sizes are limited to the slice; the list ends at an unreadable header.
struct SliceAtoms {
  private var reader: ByteReader

  init(_ bytes: ByteSlice) { reader = ByteReader(bytes) }

  /// The file offset of the next atom.
  var fileOffset: Int64 { reader.fileOffset }

  /// Returns the next atom; nil at the end, or at an unreadable header.
  mutating func next() -> SliceAtom? {
    guard reader.remaining >= 8, let size = try? reader.u32(), let type = try? reader.fourCC()
    else { return nil }
    if size == 0 { return SliceAtom(type: type, payload: reader.takeRest(), claimed: nil) }
    var claimed = Int64(size) - 8
    if size == 1, let wide = try? reader.u64() { claimed = (Int64(exactly: wide) ?? -1) - 16 }
    guard claimed >= 0 else { return nil }
    let count = min(Int(clamping: claimed), reader.remaining)
    guard let payload = try? reader.bytes(count) else { return nil }
    return SliceAtom(type: type, payload: payload, claimed: claimed)
  }
}

/// One atom in memory: its type and its payload.
struct SliceAtom: Sendable, Hashable {
  let type: FourCC
  /// The available part of the payload.
  let payload: ByteSlice
  /// The payload size that the header declares; nil if the atom extends to the end.
  let claimed: Int64?
}
