/// Corrections to the offsets of fragments: those in `traf`, and those in the indexes `sidx` and
/// `mfra`.
extension OffsetPatcher {
  /// Corrects the offsets in every fragment.
  mutating func patchFragments() throws(ParseError) {
    var walker = AtomWalker(window, limits: limits)
    var log = DiagnosticLog(limit: 0)
    let fragments = tree.top.indices.filter { tree.top[$0].type == .moof }
    for (number, index) in fragments.enumerated() {
      let next = number + 1 < fragments.count ? fragments[number + 1] : tree.top.count
      var moof = tree.top[index]
      moof.children = try walker.children(of: moof, log: &log)
      do {
        try patch(moof, mediaEnd: mediaEnd(following: index, before: next))
      } catch { throw error.inside(.moof) }
    }
  }

  /// Returns the end of the media of the fragment at `index`, which is the end of the last `mdat`
  /// before the atom at `next`; without an `mdat`, returns the end of the fragment itself.
  private func mediaEnd(following index: Int, before next: Int) -> Int64 {
    tree.top[index..<next].last { $0.type == .mdat }?.end ?? tree.top[index].end
  }

  /// Corrects the offsets in one fragment, whose media ends at `mediaEnd`.
  ///
  /// The base of the offsets is stored in `tfhd`. Otherwise, it is the start of `moof` for the
  /// first track and for tracks with `default-base-is-moof`, and the end of the previous track's
  /// data for other tracks (ISO/IEC 14496-12 §8.8.7).
  private mutating func patch(_ moof: Atom, mediaEnd: Int64) throws(ParseError) {
    for part in moof.children {
      try refuseStray(part, in: .moof)
      for atom in part.children { try refuseStray(atom, in: part.type) }
    }
    var isFirst = true
    for traf in moof.children where traf.type == .traf {
      let fragment = try TrackFragment(traf, in: window, limits)
      defer { isFirst = false }
      if let base = fragment.base {
        try patch(fragment, traf, explicit: base)
      } else if isFirst || fragment.startsAtFragment {
        try patch(fragment, implicit: moof.offset)
      } else if moved.shift(of: moof.offset..<mediaEnd) == nil {
        // The media follows that of the previous track.
        throw ParseError(
          .unsupported, at: traf.offset, "a fragment and its media would move apart")
      }
    }
  }

  /// Patches a base offset stored in the file, which moves with the first run because its value is
  /// arbitrary.
  private mutating func patch(
    _ fragment: TrackFragment, _ traf: Atom, explicit base: StoredNumber
  ) throws(ParseError) {
    let distance = fragment.runs.first.flatMap { $0 }?.signed ?? 0
    guard let old = Int64(exactly: base.value) else { return }
    let (target, overflow) = old.addingReportingOverflow(distance)
    guard !overflow, target >= 0 else { return }
    let shift = try newOffset(UInt64(target), of: traf).map { Int64(clamping: $0) - target } ?? 0
    guard old + shift >= 0 else {
      throw ParseError(.unsupported, at: base.offset, "the base offset in `tfhd` would be negative")
    }
    if shift != 0 { patches.patch(UInt64(old + shift), width: 8, at: base.offset) }
    try patchDistances(of: fragment, from: old, to: old + shift)
  }

  private mutating func patch(
    _ fragment: TrackFragment, implicit base: Int64
  ) throws(ParseError) {
    guard let new = moved[base] else { return }
    try patchDistances(of: fragment, from: base, to: new)
  }

  /// Corrects distances to targets that moved differently from their base: those of runs, which are
  /// signed, and those of auxiliary information, which are not (§8.8.8, §8.7.9).
  private mutating func patchDistances(
    of fragment: TrackFragment, from old: Int64, to new: Int64
  ) throws(ParseError) {
    for run in fragment.runs.compactMap({ $0 }) {
      try patch(run, from: old, to: new) { Int32(exactly: $0) != nil }
    }
    for field in fragment.auxiliary {
      try patch(field, from: old, to: new) {
        field.width == 8 ? $0 >= 0 : UInt32(exactly: $0) != nil
      }
    }
  }

  private mutating func patch(
    _ distance: StoredNumber, from old: Int64, to new: Int64, where fits: (Int64) -> Bool
  ) throws(ParseError) {
    let (target, overflow) = old.addingReportingOverflow(distance.signed)
    guard !overflow, target >= 0, let place = try newOffset(of: target, distance, from: new) else {
      return
    }
    let newDistance = place - new
    guard newDistance != distance.signed else { return }
    guard fits(newDistance) else {
      throw ParseError(
        .unsupported, at: distance.offset, "a run and its media would move too far apart")
    }
    patches.patch(UInt64(bitPattern: newDistance), width: distance.width, at: distance.offset)
  }

  /// Returns the new offset of a target; nil if the target was and remains after the end of the
  /// file.
  ///
  /// - Throws: `unsupported` when the target is removed.
  private func newOffset(
    of target: Int64, _ distance: StoredNumber, from base: Int64
  ) throws(ParseError) -> Int64? {
    guard target < moved.oldSize else {
      // Truncated media stays truncated, wherever its fragment moves.
      let (newTarget, overflow) = base.addingReportingOverflow(distance.signed)
      return overflow || newTarget >= moved.newSize ? nil : moved.newSize + (target - moved.oldSize)
    }
    guard let place = moved[target] else {
      throw ParseError(.unsupported, at: distance.offset, "a run refers to bytes outside the media")
    }
    return place
  }

  // MARK: Indexes

  /// Corrects the distance and the sizes in `sidx`, whose segments are contiguous; the first
  /// segment starts at that distance from the end of the index (ISO/IEC 14496-12 §8.16.3).
  ///
  /// - Throws: `unsupported` when the version is unknown, or when the index would refer to bytes
  ///   that are removed, precede it, or are no longer contiguous.
  mutating func patchSegmentIndex(_ atom: Atom) throws(ParseError) {
    let index = try SegmentIndexAtom.parse(atom.payload(in: window, limit: limits.table))
    try refuseUnknown(index.header, of: atom)
    let width = index.header.isWide ? 8 : 4
    guard let anchor = moved[atom.end - 1].map({ $0 + 1 }), !index.entries.isEmpty else { return }
    let (start, overflow) = atom.end.addingReportingOverflow(Int64(clamping: index.firstOffset))
    guard !overflow, start < moved.oldSize else { return }
    guard let first = moved[start] else {
      throw ParseError(.unsupported, at: atom.offset, "`sidx` refers to bytes outside the media")
    }
    if first - anchor != Int64(clamping: index.firstOffset) {
      let place = StoredNumber(
        offset: atom.payloadOffset + 12 + Int64(width), width: width, value: index.firstOffset)
      guard first >= anchor else {
        throw ParseError(.unsupported, at: atom.offset, "`sidx` would follow its media")
      }
      try patch(UInt64(first - anchor), in: place, of: atom)
    }
    try patchSizes(
      of: index, atom, from: start, entries: atom.payloadOffset + 16 + Int64(2 * width))
  }

  /// Rejects an index of an unknown version, whose fields may be at different offsets.
  private func refuseUnknown(_ header: FullAtomHeader, of atom: Atom) throws(ParseError) {
    guard header.version > 1 else { return }
    throw ParseError(
      .unsupported, at: atom.offset, "version \(header.version) of `\(atom.type)` is not supported")
  }

  /// Corrects the sizes of segments in which bytes were inserted or removed, starting with the
  /// segment at offset `start` in the old file; `entries` is the offset of the first entry of the
  /// index.
  private mutating func patchSizes(
    of index: SegmentIndexAtom, _ atom: Atom, from start: Int64, entries: Int64
  ) throws(ParseError) {
    var position = start
    for (number, entry) in index.entries.enumerated() {
      let size = Int64(entry.size & 0x7FFF_FFFF)
      defer { position += size }
      guard size > 0, position + size <= moved.oldSize,
        moved.shift(of: position..<(position + size)) == nil
      else { continue }
      guard let first = moved[position], let last = moved[position + size - 1],
        last >= first, last - first < 0x7FFF_FFFF
      else {
        throw ParseError(.unsupported, at: atom.offset, "a segment of `sidx` would be split")
      }
      patches.patch(
        UInt64(last - first + 1) | UInt64(entry.size & 0x8000_0000), width: 4,
        at: entries + Int64(number * 12))
    }
  }

  /// Corrects the offsets in the `tfra` atoms inside `mfra`.
  mutating func patchRandomAccess(_ mfra: Atom) throws(ParseError) {
    var walker = AtomWalker(window, limits: limits)
    var log = DiagnosticLog(limit: 0)
    for atom in try walker.children(of: mfra, log: &log) where atom.type == .tfra {
      do throws(ParseError) {
        try patchRandomAccessTable(atom)
      } catch { throw error.inside(.mfra) }
    }
  }

  /// Corrects the `moof` offsets in one `tfra`.
  ///
  /// - Throws: `unsupported` when the version is unknown, when the target of an offset is removed,
  ///   or when an offset no longer fits into its 32 bits.
  private mutating func patchRandomAccessTable(_ atom: Atom) throws(ParseError) {
    var table = try FragmentRandomAccessAtom.parse(atom.payload(in: window, limit: limits.table))
    try refuseUnknown(table.header, of: atom)
    var hasChanged = false
    for index in table.entries.indices {
      guard let new = try newOffset(table.entries[index].offset, of: atom) else { continue }
      guard table.header.isWide || new <= UInt64(UInt32.max) else {
        throw ParseError(
          .unsupported, at: atom.offset, "the offset \(new) is out of range for `tfra`")
      }
      table.entries[index].offset = new
      hasChanged = true
    }
    guard hasChanged else { return }
    var writer = ByteWriter()
    table.encode(into: &writer)
    // The declared count is unchanged.
    patches.patch(writer.bytes.dropFirst(16), at: atom.payloadOffset + 16)
  }
}

/// The file offsets in a `traf` atom, each with its location, so that it can be corrected in place
/// (ISO/IEC 14496-12 §8.8.7, §8.8.8).
private struct TrackFragment {
  /// The base offset in `tfhd`; nil if it has none.
  var base: StoredNumber?
  /// Whether offsets are relative to the `moof` atom if there is no base offset.
  var startsAtFragment = false
  /// The offset of each run, relative to the base; nil if the run follows the previous one or, for
  /// the first run, starts at the base.
  var runs: [StoredNumber?] = []
  /// The offsets of auxiliary information, which are also relative to the base.
  var auxiliary: [StoredNumber] = []

  /// Reads the offsets in `tfhd`, `trun` and `saio`.
  init(_ traf: Atom, in window: SourceWindow, _ limits: Limits) throws(ParseError) {
    for atom in traf.children {
      switch atom.type {
      case .tfhd: try readHeader(atom, window)
      case .trun: runs.append(try TrackFragment.run(atom, window))
      case .saio: auxiliary += try AuxiliaryOffsets(atom, in: window, limits).fields
      default: continue
      }
    }
  }

  /// Reads the base offset and the flag `default-base-is-moof` (0x20000) of `tfhd`.
  private mutating func readHeader(_ atom: Atom, _ window: SourceWindow) throws(ParseError) {
    var reader = ByteReader(try atom.payload(in: window, limit: 64))
    let header = try FullAtomHeader(parsing: &reader)
    _ = try reader.u32()
    startsAtFragment = header.flags & 0x20000 != 0
    guard header.flags & 1 != 0 else { return }
    let offset = reader.fileOffset
    base = StoredNumber(offset: offset, width: 8, value: try reader.u64())
  }

  /// Returns the data offset of a `trun`, relative to the base; nil if the `trun` has none.
  private static func run(
    _ atom: Atom, _ window: SourceWindow
  ) throws(ParseError) -> StoredNumber? {
    let head = try window.bytes(at: atom.payloadOffset, upTo: Int(min(16, atom.payloadSize)))
    var reader = ByteReader(head)
    let header = try FullAtomHeader(parsing: &reader)
    _ = try reader.u32()
    guard header.flags & 1 != 0 else { return nil }
    let offset = reader.fileOffset
    return StoredNumber(
      offset: offset, width: 4, value: UInt64(bitPattern: Int64(try reader.i32())))
  }
}

extension StoredNumber {
  /// The number as a signed integer.
  fileprivate var signed: Int64 { Int64(bitPattern: value) }
}
