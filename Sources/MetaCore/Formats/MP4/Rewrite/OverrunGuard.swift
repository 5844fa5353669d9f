/// Rejects a layout in which readers that trust a wrong size would no longer read the same bytes,
/// unless the edit allows losses.
///
/// An `ilst` entry may declare more bytes than the list has. Some readers continue into the bytes
/// after the list, and reject the whole file if those are not an atom; as long as the same bytes
/// follow the entry, such readers read the same data as before.
struct OverrunGuard {
  /// The atoms of the old file.
  let tree: AtomTree
  /// The new locations of old bytes.
  let moved: MovedBytes

  /// Returns the message for an entry with a declared size different from its size in the list; a
  /// nil `claim` means all following bytes.
  static func message(claim: Int64?, size: Int64) -> String {
    "an entry claims \(claim.map { "\($0) bytes" } ?? "all following bytes"), but its list has only \(size)"
  }

  /// Checks all item lists.
  ///
  /// - Throws: `wouldLose` when such an entry would extend over different bytes.
  func check() throws(ParseError) { try check(tree.top) }

  private func check(_ atoms: [Atom]) throws(ParseError) {
    for atom in atoms {
      switch atom.type {
      case .moov, .trak, .udta, .meta: try check(atom.children)
      case .ilst: try check(list: atom)
      default: break
      }
    }
  }

  /// Checks one list up to its first entry that extends beyond the list.
  private func check(list: Atom) throws(ParseError) {
    var offset = list.payloadOffset
    while list.end - offset >= 8 {
      var reader = ByteReader(
        try tree.window.bytes(at: offset, upTo: Int(min(list.end - offset, 16))))
      guard let size = try? AtomHeader.parse(&reader).size else { return }
      let end = offset.plus(size)
      guard end > list.end else {
        offset = end
        continue
      }
      // No reader can follow an entry that extends beyond the file.
      guard end <= tree.window.length else { return }
      // The new location is nil if the entry is removed.
      guard let last = moved[list.end - 1] else { return }
      // The bytes between the end of the list and the claimed end of the entry must have moved with
      // it.
      guard let reached = moved[end - 1], reached.minus(last) == end - list.end else {
        throw ParseError(
          .wouldLose, at: offset,
          OverrunGuard.message(claim: size, size: list.end - offset)
            + "; programs that trust the claim would read different bytes after it",
          path: StructurePath(["ilst"]))
      }
      return
    }
  }
}
