/// Chooses the sizes of `free` and `skip` atoms so that media moves only as far as the edit allows:
/// not at all, by whole blocks, or freely.
///
/// Input: the splices of an edit. Output: those splices, plus splices that shrink, grow or add free
/// atoms. The atoms between two heavy atoms (``AtomTree/isHeavy(_:)``) form a zone; growth within a
/// zone uses the zone's free space, and surplus bytes become free space.
struct FreeSpacePlanner {
  /// The atoms of the old file.
  let tree: AtomTree
  /// How far kept bytes may move, and how much free space to leave.
  let shape: LayoutConstraints
  /// The movie atom, if it moves; its free space is not used.
  let movedMovie: Atom?

  /// The size in bytes of the smallest possible atom, which is only a header.
  private static let minFreeSize: Int64 = 8
  /// The maximum size in bytes of a free atom that is added or resized, which is the limit of a
  /// short header.
  private static let maxFreeSize = Int64(UInt32.max)

  /// A `free` or `skip` atom of the old file whose bytes an edit may use, and its ancestors.
  private struct FreeAtom {
    let atom: Atom
    let parents: [Atom]
    /// The new size of the atom in bytes, including the header.
    var size: Int64
  }

  /// Returns all splices in order, including those for free space; nil if the constraints cannot be
  /// met.
  func planned(_ splices: [AtomSplice]) throws(ParseError) -> [AtomSplice]? {
    var result = splices
    var rest = splices[...]
    for zone in zones {
      // Splices and zones are in order.
      while let first = rest.first, first.range.lowerBound < zone.lowerBound { rest.removeFirst() }
      let inside = rest.prefix { $0.range.upperBound <= zone.upperBound }
      rest = rest.dropFirst(inside.count)
      guard let last = inside.last else { continue }
      let isLast = zone.upperBound == tree.window.length
      // Media added at the end of the file does not use free space.
      let growth = inside.reduce(0) { $0 + (isLast && $1.isMedia ? 0 : $1.growth) }
      guard growth != 0 else { continue }
      guard
        let freeSpace = try freeSpaceSplices(for: growth, in: zone, following: last, isLast: isLast)
      else {
        return nil
      }
      result += freeSpace
    }
    result.sort { $0 < $1 }
    return result
  }

  /// The ranges before, between and after the heavy atoms.
  private var zones: [Range<Int64>] {
    var zones: [Range<Int64>] = []
    var start: Int64 = 0
    for atom in tree.top where AtomTree.isHeavy(atom) {
      zones.append(start..<atom.offset)
      start = atom.end
    }
    // The bytes after the last atom may be anything; they may move only if there are few of them.
    let rest = tree.window.length - tree.end
    let end = rest > AtomTree.maxLight ? tree.end : tree.window.length
    zones.append(start..<max(start, end))
    return zones
  }

  /// Returns the splices for the free space in a zone that grows by `growth` bytes; nil if the
  /// constraints cannot be met.
  ///
  /// The first attempt changes nothing outside the zone. If it fails in the last zone, the end of
  /// the file moves. In other zones, the bytes after the zone then move, and the nearest free atom,
  /// or a new one, is sized so that they move by whole blocks.
  private func freeSpaceSplices(
    for growth: Int64, in zone: Range<Int64>, following last: AtomSplice, isLast: Bool
  ) throws(ParseError) -> [AtomSplice]? {
    let freeAtoms = try emptyFreeAtoms(in: zone, around: last)
    if let splices = splicesInPlace(growth, freeAtoms, following: last, mayAdd: !isLast) {
      return splices
    }
    // Nothing that has to stay in place follows, so the end of the file may move.
    if isLast { return [] }
    let block: Int64
    switch shape.movement {
    case .none: return nil
    case .blocks(let size): block = max(1, size)
    case .free: block = 1
    }
    // The nearest free atom takes up the bytes to the next block boundary; the other free atoms are
    // unchanged.
    let old = freeAtoms.first?.size ?? 0
    let least = shape.padding > 0 ? max(shape.padding, FreeSpacePlanner.minFreeSize) : 0
    var moved = roundedUp(growth - old + least, to: block)
    // Free space of 1 to 7 bytes has no room for a header.
    if moved - growth + old > 0, moved - growth + old < FreeSpacePlanner.minFreeSize {
      moved = roundedUp(growth - old + FreeSpacePlanner.minFreeSize, to: block)
    }
    let size = moved - growth + old
    guard size <= FreeSpacePlanner.maxFreeSize else { return nil }
    if var freeAtom = freeAtoms.first {
      freeAtom.size = size
      return [splice(freeAtom)]
    }
    return size > 0 ? [newFreeAtom(size, following: last)] : []
  }

  /// Returns a number, rounded up to a multiple of the block size; negative numbers become 0.
  private func roundedUp(_ number: Int64, to block: Int64) -> Int64 {
    guard number > 0 else { return 0 }
    return (number + block - 1) / block * block
  }

  /// Takes all growth from the free atoms, or converts all freed bytes to free space; returns nil
  /// if that is not possible.
  private func splicesInPlace(
    _ growth: Int64, _ freeAtoms: [FreeAtom], following last: AtomSplice, mayAdd: Bool
  ) -> [AtomSplice]? {
    guard growth < 0 else { return absorb(growth, from: freeAtoms) }
    if var freeAtom = freeAtoms.first, freeAtom.size - growth <= FreeSpacePlanner.maxFreeSize {
      freeAtom.size -= growth
      return [splice(freeAtom)]
    }
    guard mayAdd, -growth >= FreeSpacePlanner.minFreeSize, -growth <= FreeSpacePlanner.maxFreeSize
    else {
      return nil
    }
    return [newFreeAtom(-growth, following: last)]
  }

  /// Takes `growth` bytes from the first free atom that has enough, or else from several; returns
  /// nil if there are not enough bytes.
  ///
  /// Each atom is either used up completely or keeps at least its header.
  private func absorb(_ growth: Int64, from freeAtoms: [FreeAtom]) -> [AtomSplice]? {
    for var freeAtom in freeAtoms
    where freeAtom.size == growth || freeAtom.size >= growth + FreeSpacePlanner.minFreeSize {
      freeAtom.size -= growth
      return [splice(freeAtom)]
    }
    // No single free atom is large enough.
    var remaining = growth
    var used: [AtomSplice] = []
    for var freeAtom in freeAtoms where remaining > 0 {
      if freeAtom.size <= remaining {
        remaining -= freeAtom.size
        freeAtom.size = 0
      } else if freeAtom.size - remaining >= FreeSpacePlanner.minFreeSize {
        freeAtom.size -= remaining
        remaining = 0
      } else {
        remaining -= freeAtom.size - FreeSpacePlanner.minFreeSize
        freeAtom.size = FreeSpacePlanner.minFreeSize
      }
      used.append(splice(freeAtom))
    }
    return remaining == 0 ? used : nil
  }

  /// Returns the splice that gives a free atom its new size.
  private func splice(_ freeAtom: FreeAtom) -> AtomSplice {
    AtomSplice(
      range: freeAtom.atom.offset..<freeAtom.atom.end,
      content: .freeSpace(freeAtom.size, freeAtom.atom.type),
      parents: freeAtom.parents)
  }

  // MARK: Free space

  /// Returns the free atoms in a zone: first those after the last change, then those before it,
  /// each nearest first.
  private func emptyFreeAtoms(
    in zone: Range<Int64>, around last: AtomSplice
  ) throws(ParseError) -> [FreeAtom] {
    var freeAtoms: [FreeAtom] = []
    for atom in tree.top where atom.offset >= zone.lowerBound && atom.end <= zone.upperBound {
      try collect(atom, [], into: &freeAtoms)
    }
    let end = last.range.upperBound
    let following = freeAtoms.filter { $0.atom.offset >= end }
    return following + freeAtoms.filter { $0.atom.offset < end }.reversed()
  }

  /// Adds an atom if it is an empty free atom; adds the empty free atoms inside `moov`, `udta` and
  /// `meta`, but not those inside other atoms.
  private func collect(
    _ atom: Atom, _ parents: [Atom], into freeAtoms: inout [FreeAtom]
  ) throws(ParseError) {
    if atom.offset == movedMovie?.offset { return }
    if atom.type == .free || atom.type == .skip {
      guard atom.size <= FreeSpacePlanner.maxFreeSize, try isEmpty(atom) else { return }
      freeAtoms.append(FreeAtom(atom: atom, parents: parents, size: atom.size))
      return
    }
    // Some writers store samples in a `skip` atom inside a track, so only free atoms in metadata
    // are used.
    guard atom.type == .moov || atom.type == .udta || atom.type == .meta else { return }
    for child in atom.children { try collect(child, parents + [atom], into: &freeAtoms) }
  }

  /// Returns whether a free atom contains only equal bytes, or is an obsolete movie atom, which
  /// starts with its header.
  private func isEmpty(_ atom: Atom) throws(ParseError) -> Bool {
    let content = (atom.offset + Int64(atom.headerSize))..<atom.end
    let head = try tree.window.bytes(at: content.lowerBound, upTo: 8)
    if head.clamped(from: 4).starts(with: FourCC.mvhd.bytes) { return true }
    return try tree.window.isFilling(content)
  }

  /// Returns a splice that adds free space at the first position after a splice where a `free` atom
  /// is allowed: in `meta`, in `moov`, or at the top level.
  private func newFreeAtom(_ size: Int64, following last: AtomSplice) -> AtomSplice {
    var parents = last.parents
    var offset = last.range.upperBound
    while let parent = parents.last, parent.type != .meta, parent.type != .moov {
      offset = parent.end
      parents.removeLast()
    }
    return AtomSplice(
      range: offset..<offset, content: .freeSpace(size, .free), parents: parents, rank: .max)
  }
}
