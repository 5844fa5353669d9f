/// Corrections to the offsets in `iloc`, which are the locations of the items of a `meta` atom
/// (ISO/IEC 14496-12 §8.11.3).
extension OffsetPatcher {
  /// Corrects every `iloc` in the given atoms and in the `moov`, `trak`, `udta` and `meta` atoms
  /// among them, at any depth.
  mutating func patchItemLocations(in atoms: [Atom]) throws(ParseError) {
    for atom in atoms {
      switch atom.type {
      case .iloc: try patchItemLocation(atom)
      case .moov, .trak, .udta, .meta: try patchItemLocations(in: atom.children)
      default: continue
      }
    }
  }

  /// Corrects one `iloc`, for the items that are in this file.
  private mutating func patchItemLocation(_ atom: Atom) throws(ParseError) {
    do {
      let table = try ItemLocationTable(atom, in: window, limits)
      for item in table.items where item.isInFile { try patch(item, atom) }
    } catch { throw error.inside(.iloc).inside(.meta) }
  }

  /// Corrects the offsets of one item.
  ///
  /// If all extents move by the same distance, and the item has a base offset that is in use, only
  /// the base changes; otherwise, each extent changes.
  ///
  /// - Throws: `unsupported` when an extent without an offset field would have to move on its own,
  ///   when a new offset is out of range, or when the bytes of an extent are removed.
  private mutating func patch(
    _ item: ItemLocationTable.Item, _ atom: Atom
  ) throws(ParseError) {
    let base = item.base?.value ?? 0
    var shifts: [Int64] = []
    for extent in item.extents {
      let (old, overflow) = base.addingReportingOverflow(extent?.value ?? 0)
      // Offset 0 is the start of the file, which does not move; such an item is the whole file.
      guard !overflow, old > 0, let place = Int64(exactly: old) else {
        shifts.append(0)
        continue
      }
      let new = try newOffset(old, of: atom)
      shifts.append(new.map { Int64(bitPattern: $0) - place } ?? 0)
    }
    guard let first = shifts.first, shifts.contains(where: { $0 != 0 }) else { return }
    if let field = item.base, base != 0 || item.extents.contains(where: { $0 == nil }),
      shifts.allSatisfy({ $0 == first })
    {
      try patch(UInt64(bitPattern: Int64(bitPattern: base) + first), in: field, of: atom)
      return
    }
    for (extent, shift) in zip(item.extents, shifts) where shift != 0 {
      let (new, overflow) = Int64(bitPattern: extent?.value ?? 0).addingReportingOverflow(shift)
      guard let extent, !overflow, new >= 0 else {
        throw ParseError(.unsupported, at: atom.offset, "the extents of an item would move apart")
      }
      try patch(UInt64(new), in: extent, of: atom)
    }
  }
}

/// The offsets in `iloc`, each with its location, so that they can be corrected in place.
///
///     u8 version, u24 flags
///     4 bits each: sizes of offset, length, base offset, index (reserved in version 0)
///     u16|u32 count
///     { u16|u32 item; version 1, 2: u16 construction method in the low 4 bits; u16 data reference
///       base; u16 count; { version 1, 2: index; offset; length } }
private struct ItemLocationTable {
  /// The entry of one item in `iloc`: its base offset is added to the offset of every extent.
  struct Item {
    /// Whether offsets are relative to the start of this file, rather than to `idat`, another item
    /// or another file.
    var isInFile: Bool
    /// The base offset; nil if the table has no such field.
    var base: StoredNumber?
    /// The offset of each extent, or nil if the table has no offset field; equal extents without
    /// any fields are listed once.
    var extents: [StoredNumber?] = []
  }

  private(set) var items: [Item] = []

  /// Reads a table.
  ///
  /// - Throws: `unsupported` for an unknown version and, in versions 1 and 2, for invalid field
  ///   sizes; `truncated`.
  init(_ atom: Atom, in window: SourceWindow, _ limits: Limits) throws(ParseError) {
    var reader = ByteReader(try atom.payload(in: window, limit: limits.table))
    let version = try FullAtomHeader(parsing: &reader).version
    guard version <= 2 else {
      throw ParseError(
        .unsupported, at: atom.offset, "version \(version) of `iloc` is not supported")
    }
    let widths = try reader.u16()
    let nibbles = [12, 8, 4, 0].map { Int(widths >> UInt16($0) & 0xF) }
    guard nibbles.allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) || version == 0 else {
      throw ParseError(.unsupported, at: atom.offset, "invalid field sizes in `iloc`")
    }
    let index = version > 0 ? nibbles[3] : 0
    let count = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
    for _ in 0..<count {
      var item = try ItemLocationTable.item(&reader, version)
      item.base = try ItemLocationTable.number(&reader, nibbles[2])
      let extents = try reader.u16()
      // Extents without any fields are all equal, so one of them is sufficient.
      for _ in 0..<(nibbles[0] + nibbles[1] + index == 0 ? min(extents, 1) : extents) {
        _ = try ItemLocationTable.number(&reader, index)
        item.extents.append(try ItemLocationTable.number(&reader, nibbles[0]))
        _ = try ItemLocationTable.number(&reader, nibbles[1])
      }
      items.append(item)
    }
  }

  /// Reads the fields of an item that precede its base offset.
  private static func item(
    _ reader: inout ByteReader, _ version: UInt8
  ) throws(ParseError) -> Item {
    try reader.skip(version < 2 ? 2 : 4)
    let method = version > 0 ? try reader.u16() & 0xF : 0
    let reference = try reader.u16()
    return Item(isInFile: method == 0 && reference == 0)
  }

  /// Reads a number of `width` bytes, with its location; returns nil if `width` is zero.
  private static func number(
    _ reader: inout ByteReader, _ width: Int
  ) throws(ParseError) -> StoredNumber? {
    guard width > 0 else { return nil }
    let offset = reader.fileOffset
    return StoredNumber(offset: offset, width: width, value: try reader.unsigned(width: width))
  }
}

extension FourCC {
  static let iloc = FourCC("i", "l", "o", "c")
}
