// Edits to text with a wrongly declared encoding.

extension EditResolution {
  /// Redecodes all text that is declared as Latin-1, or has no declared encoding, in another
  /// encoding.
  ///
  /// ID3v1 supports only Latin-1, so text with other characters is left unchanged there.
  mutating func reread(as source: SourceEncoding) {
    let (detected, finding) = source.encoding(for: draft.references.map { draft[$0] })
    if let finding { notes.append(finding) }
    guard let encoding = detected else { return }
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    for reference in draft.references {
      let item = draft[reference]
      switch item.reread(as: encoding) {
      case .same: break
      case .illegal:
        note(
          .notInEncoding, item.location.container,
          "\(item.key) is not valid \(encoding.rawValue), and is left unchanged")
      case .changed(let new):
        if item.keySpace == .id3v1, TextEncoding.latin1.encode(new.value.stringValue ?? "") == nil {
          note(
            .keptInEncoding, item.location.container,
            "\(item.key) stays in \(encoding.rawValue): ID3v1 can hold only Latin-1")
        } else {
          changes[reference] = [new]
        }
      }
    }
    draft.replace(changes)
  }
}
