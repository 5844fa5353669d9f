/// Plans edits to the ID3v2 tag at the end of a DSF file, and updates the tag's offset and the file
/// size in the header.
struct DSFRewriter {
  let window: SourceWindow
  let shape: LayoutConstraints

  /// The range of two fields of the DSD chunk, 8 bytes each: the size of the file and the offset of
  /// the tag.
  private static let header: Range<Int64> = 12..<28

  /// Plans an edit; returns nil when the layout constraints do not allow it.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  func plan(_ edit: DocumentEdit, duration: MediaTime?) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("DSF files")
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: DSFFormat.headerSize))
    var tags: [ID3TagRewriter] = []
    var tagOffset = window.length
    if let offset = Int64(exactly: header.tagOffset), offset > 0, offset < window.length {
      guard offset >= DSFRewriter.header.upperBound else {
        throw ParseError(.unsupported, at: 20, "the tag offset points into the header")
      }
      tags = [try ID3TagRewriter(at: offset, number: 1, in: window, shape: shape)]
      tagOffset = offset
    } else {
      let version = shape.id3Version ?? .v24
      tags = [ID3TagRewriter(new: version, in: window, shape: shape)]
    }
    try checkAudioSize(header, upTo: tagOffset)
    for change in edit.changes {
      let isForNew = tags[0].tag == nil && change.location == nil
      guard isForNew || tags[0].covers(change) else { throw change.isNowhere }
      try tags[0].apply(change)
    }
    if let chapters = edit.chapters { try tags.set(chapters, duration: duration) }
    return try layOut(tags[0], at: tagOffset)
  }

  /// Rejects a file without a data chunk after the fmt chunk, or whose audio is declared to extend
  /// beyond `end`, the start of the tag or the end of the file.
  private func checkAudioSize(
    _ header: DSFHeader, upTo end: Int64
  ) throws(ParseError) {
    let start = header.dataOffset
    guard header.formatSize >= 12, start <= end - 12 else {
      throw ParseError(
        .unsupported, at: 32, "invalid size of the fmt chunk: \(header.formatSize) bytes")
    }
    var reader = ByteReader(try window.bytes(at: start, count: 12))
    let id = try reader.fourCC()
    let size = Int64(clamping: try reader.littleU64())
    guard id == ChunkID.data, size >= 12, size <= end - start else {
      throw ParseError(
        .unsupported, at: start,
        "the data chunk declares \(size) bytes, but only \(end - start) precede the tag")
    }
  }

  /// Plans the file with the tag at `offset`, where the audio ends.
  private func layOut(_ tag: ID3TagRewriter, at offset: Int64) throws(ParseError) -> EditPlan? {
    var sequence = TagSequence()
    var notes: [Diagnostic] = []
    try sequence.append(tag, notes: &notes)
    let end = tag.tag?.end ?? offset
    let policy = PaddingPolicy(shape: shape, isOpen: end >= window.length)
    var tagLayout = FileLayout()
    var proofs: [TagSequence.ExpectedTag] = []
    guard try sequence.layOut(into: &tagLayout, room: policy, proofs: &proofs) else { return nil }
    let rest = end..<max(end, window.length)
    var numbers = ByteWriter()
    numbers.littleU64(UInt64(clamping: offset + tagLayout.size + Int64(rest.count)))
    numbers.littleU64(tagLayout.size > 0 ? UInt64(clamping: offset) : 0)
    var layout = FileLayout()
    layout.append(.media(0..<DSFRewriter.header.lowerBound))
    layout.append(tag.needsWriting ? .write(numbers.bytes) : .keep(DSFRewriter.header))
    layout.append(.media(DSFRewriter.header.upperBound..<offset))
    layout.append(tagLayout.pieces)
    layout.append(.media(rest))
    proofs = proofs.map { TagSequence.ExpectedTag(image: $0.image, offset: $0.offset + offset) }
    return try layout.editPlan(in: window, shape: shape, proofs: proofs, notes: notes)
  }
}
