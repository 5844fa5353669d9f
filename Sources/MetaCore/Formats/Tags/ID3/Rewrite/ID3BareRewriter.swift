/// Plans edits to `.id3` files, which consist of one or more ID3v2 tags: applies the changes to the
/// tags and lays out the new file.
struct ID3BareRewriter {
  let window: SourceWindow
  let shape: LayoutConstraints

  /// Plans an edit; returns nil when it cannot be laid out within the constraints.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  func plan(_ edit: DocumentEdit, duration: MediaTime?) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("tags")
    var tags: [ID3TagRewriter] = []
    var offset: Int64 = 0
    while ID3TagHeader(try window.bytes(at: offset, upTo: ID3TagHeader.size)) != nil {
      let tag = try ID3TagRewriter(at: offset, number: tags.count + 1, in: window, shape: shape)
      tags.append(tag)
      offset = tag.tag?.end ?? window.length
    }
    for change in edit.changes {
      guard let index = tags.firstIndex(where: { $0.covers(change) }) else {
        throw change.isNowhere
      }
      try tags[index].apply(change)
    }
    if let chapters = edit.chapters {
      try tags.set(chapters, duration: duration)
    }
    var sequence = TagSequence()
    var notes: [Diagnostic] = []
    for tag in tags { try sequence.append(tag, notes: &notes) }
    var layout = FileLayout()
    var proofs: [TagSequence.ExpectedTag] = []
    let policy = PaddingPolicy(shape: shape, isOpen: offset >= window.length)
    guard try sequence.layOut(into: &layout, room: policy, proofs: &proofs) else { return nil }
    if offset < window.length { layout.append(.media(offset..<window.length)) }
    return try layout.editPlan(in: window, shape: shape, proofs: proofs, notes: notes)
  }
}
