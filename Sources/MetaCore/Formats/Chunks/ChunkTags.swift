/// The ID3 tags in the chunks of one file that an edit changes or adds: it opens the tags, applies
/// the changes, and writes the tags to a ``ChunkRewriter``.
struct ChunkTags {
  private var tags: [(index: Int?, rewriter: ID3TagRewriter)] = []

  /// Opens the tags that an edit refers to, or creates a tag if needed.
  ///
  /// - Throws: `unsupported` when a tag cannot be edited or its chunk has other content, and read
  ///   errors.
  init(
    of edit: DocumentEdit, in chunks: ChunkRewriter, _ window: SourceWindow,
    shape: LayoutConstraints
  ) throws(ParseError) {
    var number = 0
    for (index, part) in chunks.parts.enumerated() where ChunkTags.isTag(part) {
      number += 1
      let isNamed = edit.changes.contains {
        ChunkTags.concern($0) && ChunkTags.number(in: $0) == number
      }
      // Only tags that a change names are opened for changes to entries, because the others might
      // not be editable.
      guard isNamed || edit.chapters != nil || shape.id3Version != nil,
        part.bodySize >= ID3TagHeader.size
      else { continue }
      let rewriter = try ID3TagRewriter(
        at: part.bodyOffset, upTo: part.bodyOffset + part.bodySize, number: number, in: window,
        shape: shape)
      tags.append((index, rewriter))
    }
    let needsTag = edit.changes.contains { $0.location == nil && ChunkTags.concern($0) }
    guard tags.isEmpty, needsTag || !(edit.chapters ?? []).isEmpty else { return }
    // A chunk that is too short for a tag receives the new one if its bytes are all zero.
    let empty = chunks.parts.firstIndex {
      ChunkTags.isTag($0) && $0.bodySize < ID3TagHeader.size
    }
    if let part = empty.map({ chunks.parts[$0] }),
      try window.bytes(at: part.bodyOffset, upTo: Int(part.bodySize)).bytes.contains(where: {
        $0 != 0
      })
    {
      throw ParseError(
        .unsupported, at: part.range.lowerBound,
        "the chunk contains \(part.bodySize) bytes that are not an ID3 tag",
        path: StructurePath([part.id.description]))
    }
    let version = shape.id3Version ?? .v24
    tags.append((empty, ID3TagRewriter(new: version, in: window, shape: shape)))
  }

  private static func isTag(_ part: ChunkRewriter.ChunkEdit) -> Bool {
    part.id == ChunkID.id3 || part.id == ChunkID.id3Upper
  }

  /// Returns the number of the ID3 tag that a change names: 2 for `ID3v2.4#2`, for example; 1
  /// without a number, nil for an invalid number.
  private static func number(in change: DocumentEdit.Change) -> Int? {
    let parts = change.container.rawValue.split(separator: "#", maxSplits: 1)
    return parts.count > 1 ? Int(parts[1]) : 1
  }

  /// Whether a change concerns an ID3 tag.
  static func concern(_ change: DocumentEdit.Change) -> Bool {
    change.container.rawValue.hasPrefix("ID3v2.")
  }

  /// Changes one entry.
  ///
  /// - Throws: `unsupported` when no tag contains it, and errors from the tag.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    let index = tags.firstIndex {
      $0.rewriter.covers(change) || $0.rewriter.tag == nil && change.location == nil
    }
    guard let index else { throw change.isNowhere }
    try tags[index].rewriter.apply(change)
  }

  /// Replaces the chapters in the tags.
  ///
  /// - Throws: `unsupported` when the file has chapters of a different kind, `notRepresentable`
  ///   when a tag cannot hold the chapters.
  mutating func set(_ chapters: [Chapter], of document: Document) throws(ParseError) {
    try chapters.refuseOtherTracks(than: "CHAP", document)
    var all = tags.map(\.rewriter)
    try all.set(chapters, duration: document.duration)
    for (index, rewriter) in all.enumerated() { tags[index].rewriter = rewriter }
  }

  /// Writes the changed tags to their chunks; a new tag gets a new chunk with this ID unless it
  /// fills an existing one.
  ///
  /// - Throws: Errors from the tags.
  func close(into chunks: inout ChunkRewriter, newID: FourCC) throws(ParseError) {
    for (index, tag) in tags where tag.needsWriting {
      var tag = tag
      let image = try tag.image()
      chunks.notes += tag.notes.diagnostics
      chunks.setContent(.tag(image), at: index, id: newID)
    }
  }
}
