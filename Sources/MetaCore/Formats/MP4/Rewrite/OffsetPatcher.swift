/// Corrects the media offsets in an MP4 or QuickTime file after an edit has moved their targets:
/// those in chunk tables, fragments, indexes, item locations and auxiliary information.
///
/// Creates patches for the stored offsets from the movement of the bytes (``MovedBytes``). An
/// offset after the end of the file was invalid before and remains so; an offset with a removed
/// target, or in an unsupported form, is rejected.
struct OffsetPatcher {
  /// The atoms of the old file.
  let tree: AtomTree
  /// The new locations of old bytes.
  let moved: MovedBytes
  /// The limits for reading tables into memory.
  let limits: Limits
  /// The corrections, added to the patches of the edit.
  var patches: BytePatches

  /// The bytes of the old file.
  var window: SourceWindow { tree.window }

  /// Returns the new value of an offset; nil if it is unchanged.
  ///
  /// - Throws: `unsupported` when the byte at the offset is removed.
  func newOffset(_ offset: UInt64, of atom: Atom) throws(ParseError) -> UInt64? {
    guard let old = Int64(exactly: offset) else { return nil }
    guard old < moved.oldSize else {
      // Truncated media stays truncated: data written at the end must not take its place.
      return old < moved.newSize ? UInt64(old + moved.newSize - moved.oldSize) : nil
    }
    guard let new = moved[old] else {
      throw ParseError(
        .unsupported, at: atom.offset,
        "`\(atom.type)` refers to byte \(offset), which is not part of the media")
    }
    return new == old ? nil : UInt64(new)
  }

  /// Corrects all offsets; `media` is true if anything other than metadata has moved, and
  /// `checkingChunks` is true if chunk offsets have to be corrected even if it has not.
  ///
  /// The tables at the offsets in `wide` are rewritten and need no patches.
  mutating func patchAll(media: Bool, checkingChunks: Bool, wide: Set<Int64>) throws(ParseError) {
    if media { for atom in tree.top { try refuseStray(atom) } }
    for moov in tree.top where moov.type == .moov {
      let movie = try tree.withChildren(moov, limits: limits)
      if media {
        try refuseForeignIndexes(in: movie)
        try refuseHiddenTables(in: movie)
      }
      for trak in movie.children where trak.type == .trak {
        do {
          try patchTrack(trak, chunks: media || checkingChunks, wide: wide)
        } catch { throw error.inside(.trak).inside(.moov) }
      }
    }
    try patchItemLocations(in: tree.top)
    if media { try patchFragments() }
    // The range of an index may end in bytes that move, even if no media moves.
    guard media || moved.newSize != moved.oldSize else { return }
    for atom in tree.top {
      switch atom.type {
      case .sidx: try patchSegmentIndex(atom)
      case .mfra: try patchRandomAccess(atom)
      case .afra, .ftbl: if media { try refuse(atom) }
      default: break
      }
    }
  }

  /// Rejects an index in a form that cannot be corrected.
  private func refuse(_ atom: Atom) throws(ParseError) {
    throw ParseError(
      .unsupported, at: atom.offset,
      "`\(atom.type)` contains media offsets in an unsupported form")
  }

  /// Rejects the separate index in Canon's raw image files.
  private func refuseForeignIndexes(in moov: Atom) throws(ParseError) {
    for atom in moov.children where atom.type == .uuid && atom.userType == .canon {
      try refuse(atom)
    }
  }

  /// Rejects tables that are outside tracks, or may be in a truncated atom, because they would not
  /// be corrected.
  private func refuseHiddenTables(in parent: Atom) throws(ParseError) {
    for atom in parent.children {
      guard OffsetPatcher.places[atom.type] != nil else {
        if !OffsetPatcher.metadata.contains(atom.type) { _ = try tree.sizeForm(of: atom) }
        continue
      }
      try refuseStray(atom, in: parent.type)
      try refuseHiddenTables(in: atom)
    }
  }

  /// Rejects an atom with offsets, or a container of such atoms, that is in the wrong container or
  /// has none, and an index that is not at the top level.
  func refuseStray(_ atom: Atom, in parent: FourCC? = nil) throws(ParseError) {
    // Readers locate `mfra` from the end of the file (ISO/IEC 14496-12 §8.8.11), even in a
    // truncated atom.
    if let parent, OffsetPatcher.indexes.contains(atom.type) {
      throw ParseError(
        .unsupported, at: atom.offset, "`\(atom.type)` is in `\(parent)`, so media cannot be moved")
    }
    guard let place = OffsetPatcher.places[atom.type], place != parent else { return }
    throw ParseError(
      .unsupported, at: atom.offset,
      "`\(atom.type)` is not in `\(place)`, so media cannot be moved")
  }

  /// The containers of atoms that lead to offsets of chunks and fragments; each type is valid only
  /// in its container, where it is found and corrected.
  private static let places: [FourCC: FourCC] = [
    .trak: .moov, .mdia: .trak, .minf: .mdia, .stbl: .minf, .stco: .stbl, .co64: .stbl,
    .traf: .moof, .tfhd: .traf, .trun: .traf, .tfra: .mfra,
  ]

  /// Fragment indexes, which are valid only at the top level.
  private static let indexes: Set<FourCC> = [.mfra, .sidx]

  /// Atoms that contain no tables, even when truncated.
  private static let metadata: Set<FourCC> = [.udta, .meta, .free, .skip]

  // MARK: Tracks

  /// Corrects the chunk offsets of a track, unless the table is in `wide`, and the track's `saio`
  /// offsets.
  private mutating func patchTrack(
    _ trak: Atom, chunks: Bool, wide: Set<Int64>
  ) throws(ParseError) {
    guard let media = trak.child(.mdia)?.child(.minf), let stbl = media.child(.stbl) else { return }
    let origins = ChunkOrigins(media, in: window)
    for atom in stbl.children {
      switch atom.type {
      case .stco, .co64:
        guard chunks, !wide.contains(atom.offset) else { continue }
        if let table = try newTable(atom, stbl, origins) {
          patches.patch(table, at: atom.payloadOffset + 8)
        }
      case .saio: try patchAuxiliaryOffsets(atom)
      default: continue
      }
    }
  }

  /// Returns the new offsets of a table in stored form; nil if no offset changes.
  ///
  /// - Throws: `unsupported` when an offset does not fit in the table, or its target is removed.
  private func newTable(
    _ atom: Atom, _ stbl: Atom, _ origins: ChunkOrigins
  ) throws(ParseError) -> [UInt8]? {
    let table = try ChunkTable(atom, in: window)
    guard origins.hasOwn, table.count > 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(table.count * table.width)
    var hasChanged = false
    try forEachPage(of: table, stbl, origins) { new throws(ParseError) in
      if new.hasChanged { hasChanged = true }
      guard table.isWide || !new.needsWide else {
        throw ParseError(.unsupported, at: atom.offset, "an offset exceeds 4 GiB")
      }
      bytes += new.stored(width: table.width)
    }
    return hasChanged ? bytes : nil
  }

  /// Calls `body` with the new offsets of a table, one page at a time.
  private func forEachPage(
    of table: ChunkTable, _ stbl: Atom, _ origins: ChunkOrigins,
    _ body: (MovedOffsets) throws(ParseError) -> Void
  ) throws(ParseError) {
    var ownChunks = try origins.chunks(of: stbl, in: window)
    try table.pages.forEach(in: window) { page throws(ParseError) in
      let bounds = page.bounds
      // Most pages move as a whole, so their offsets need not be looked up individually.
      if ownChunks == nil, bounds.upperBound < UInt64(moved.oldSize),
        let shift = moved.shift(of: Int64(bounds.lowerBound)..<(Int64(bounds.upperBound) + 1))
      {
        return try body(
          MovedOffsets(page, movedBy: shift, largest: Int64(bounds.upperBound) + shift))
      }
      let old = page.numbers
      var new = old
      // Most offsets are in the same kept range as the previous one.
      var nearest = moved.keptRange(around: 0)
      for index in old.indices where try ownChunks?.isOwn(page.first + index) ?? true {
        if !nearest.range.contains(old[index]) { nearest = moved.keptRange(around: old[index]) }
        if nearest.range.contains(old[index]) {
          new[index] = nearest.start + (old[index] - nearest.range.lowerBound)
        } else if let other = try newOffset(old[index], of: table.atom) {
          new[index] = other
        }
      }
      try body(MovedOffsets(old, movedTo: new))
    }
  }

  /// Returns the 32-bit tables whose new offsets are out of range, except for those at the offsets
  /// in `wide`.
  func tablesTooNarrow(wide: Set<Int64>) throws(ParseError) -> [AtomChain] {
    guard moved.newSize > Int64(UInt32.max) else { return [] }
    var result: [AtomChain] = []
    for moov in tree.top where moov.type == .moov {
      for trak in try tree.withChildren(moov, limits: limits).children where trak.type == .trak {
        guard let mdia = trak.child(.mdia), let minf = mdia.child(.minf),
          let stbl = minf.child(.stbl)
        else { continue }
        let origins = ChunkOrigins(minf, in: window)
        for atom in stbl.children where atom.type == .stco && !wide.contains(atom.offset) {
          guard origins.hasOwn else { continue }
          var isTooNarrow = false
          try forEachPage(of: ChunkTable(atom, in: window), stbl, origins) {
            if $0.needsWide { isTooNarrow = true }
          }
          if isTooNarrow {
            result.append(AtomChain(atom: atom, parents: [moov, trak, mdia, minf, stbl]))
          }
        }
      }
    }
    return result
  }

  /// Returns the bytes of an `stco` atom converted to `co64`, with new offsets and the same form of
  /// header.
  func wideTable(_ atom: Atom) throws(ParseError) -> [UInt8] {
    guard let chain = chain(to: atom), let stbl = chain.last, let minf = chain.dropLast().last
    else {
      throw ParseError(.unsupported, at: atom.offset, "`stco` is not in a track")
    }
    let origins = ChunkOrigins(minf, in: window)
    let table = try ChunkTable(atom, in: window)
    let size = ChunkTable.wideSize(of: atom)
    var writer = ByteWriter(reserving: Int(clamping: size))
    let isLong = atom.headerSize == 16
    writer.u32(isLong ? 1 : UInt32(clamping: size))
    writer.fourCC(.co64)
    if isLong { writer.u64(UInt64(size)) }
    writer.append(try window.bytes(at: atom.payloadOffset, count: ChunkOffsetAtom.headerSize))
    try forEachPage(of: table, stbl, origins) { writer.append($0.stored(width: 8)) }
    let rest = try window.bytes(
      at: table.start + Int64(table.count * 4),
      upTo: Int(clamping: atom.end - table.start - Int64(table.count * 4)))
    writer.append(rest)
    // The new size also counts the bytes after the last offset as offsets; zeros fill that space.
    let missing = Int(clamping: size) - writer.count
    if missing > 0 { writer.append([UInt8](repeating: 0, count: missing)) }
    return writer.bytes
  }

  /// Returns the ancestors of a chunk table, outermost first; nil if the tree does not contain it,
  /// or if it has fewer than two ancestors.
  private func chain(to atom: Atom) -> [Atom]? {
    let chain = tree.chain(to: atom.offset..<atom.end)
    return chain.count >= 3 && chain.last?.offset == atom.offset ? chain.dropLast() : nil
  }

  /// Corrects the offsets of one `saio`.
  private mutating func patchAuxiliaryOffsets(_ atom: Atom) throws(ParseError) {
    for field in try AuxiliaryOffsets(atom, in: window, limits).fields {
      guard let new = try newOffset(field.value, of: atom) else { continue }
      try patch(new, in: field, of: atom)
    }
  }

  /// Replaces a number stored in an atom.
  ///
  /// - Throws: `unsupported` when it does not fit into its field.
  mutating func patch(
    _ number: UInt64, in field: StoredNumber, of atom: Atom
  ) throws(ParseError) {
    guard field.width == 8 || number >> UInt64(field.width * 8) == 0 else {
      throw ParseError(
        .unsupported, at: field.offset, "the offset \(number) is out of range for `\(atom.type)`")
    }
    patches.patch(number, width: field.width, at: field.offset)
  }
}

/// An atom together with the atoms that enclose it: a chunk offset table that has to be widened,
/// which changes the sizes of the enclosing atoms.
struct AtomChain {
  let atom: Atom
  /// The enclosing atoms, outermost first.
  let parents: [Atom]
}

/// A big-endian number stored in the file (an offset or a distance) with its location, so that it
/// can be corrected in place.
struct StoredNumber: Sendable {
  /// The file offset of the number.
  let offset: Int64
  /// The size of the number in bytes.
  let width: Int
  /// The value; a negative number is extended to 64 bits in two's complement.
  let value: UInt64
}

extension FourCC {
  static let saio = FourCC("s", "a", "i", "o")
  /// Adobe's fragment index.
  fileprivate static let afra = FourCC("a", "f", "r", "a")
  /// JPEG 2000's fragment table.
  fileprivate static let ftbl = FourCC("f", "t", "b", "l")
}
