/// Refuses a layout in which readers that believe a wrong size read other bytes than before.
///
/// An entry of `ilst` may claim more bytes than the list has. Some readers follow it into what comes after the list, and give up the whole file
/// where that is no atom; as long as these bytes stay behind the entry, they read what they read before.
struct OverrunGuard {
  let tree: AtomTree
  let moved: MovedBytes

  /// Says that an entry claims another size than it has in its list; nil for all bytes that follow.
  static func message(claim: Int64?, size: Int64) -> String {
    "an entry claims \(claim.map { "\($0) bytes" } ?? "all bytes that follow"), \(size) are in its list"
  }

  /// Checks all lists of items.
  ///
  /// - Throws: `wouldLose` where what such an entry reaches would be something else.
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
      // One that reaches beyond the file ends every reader.
      guard end <= tree.window.length else { return }
      // Nil where the entry goes.
      guard let last = moved[list.end - 1] else { return }
      guard let reached = moved[end - 1], reached.minus(last) == end - list.end else {
        throw ParseError(
          .wouldLose, at: offset,
          OverrunGuard.message(claim: size, size: list.end - offset)
            + ": programs that believe it would find other bytes behind it",
          path: StructurePath(["ilst"]))
      }
      return
    }
  }
}
