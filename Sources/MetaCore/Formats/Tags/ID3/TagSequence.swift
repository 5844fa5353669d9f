/// The tags at one end of a new file, in file order.
///
/// When they are laid out with a ``PaddingPolicy``, the padding of the last ID3v2 tag that supports
/// padding absorbs changes in their sizes.
struct TagSequence {
  /// A tag in the sequence in its new form, an ID3v2 tag or other metadata, with its size in the
  /// old file.
  enum Image {
    /// A tag whose padding is not yet determined.
    case id3v2(ID3TagBuilder, oldSize: Int64)
    /// Metadata of fixed size.
    case fixed([FileLayout.Piece], oldSize: Int64)

    /// The old size.
    var oldSize: Int64 {
      switch self {
      case .id3v2(_, let size), .fixed(_, let size): size
      }
    }

    /// The size without additional padding; a tag that supports padding and fits in its old space
    /// fills it.
    var keptSize: Int64 {
      switch self {
      case .id3v2(let image, let size):
        image.takesPadding ? max(size, image.leastSize) : image.leastSize
      case .fixed(let pieces, _): pieces.reduce(0) { $0 + $1.count }
      }
    }
  }

  /// An ID3v2 tag that must be found at its offset when the planned file is read, before anything
  /// is written.
  struct ExpectedTag {
    let image: ID3TagBuilder
    let offset: Int64
    /// The end of the enclosing chunk.
    var limit: Int64?
  }

  private(set) var images: [Image] = []

  /// Appends metadata; does nothing if it is nil.
  mutating func append(_ image: Image?) {
    if let image { images.append(image) }
  }

  /// Appends a tag, changed or unchanged.
  ///
  /// - Throws: `notRepresentable` when a frame cannot hold its value; read errors.
  mutating func append(
    _ rewriter: ID3TagRewriter, notes: inout [Diagnostic]
  ) throws(ParseError) {
    var rewriter = rewriter
    guard rewriter.needsWriting else {
      guard let tag = rewriter.tag else { return }
      return images.append(.fixed([.keep(tag.offset..<tag.end)], oldSize: tag.size))
    }
    let image = try rewriter.image()
    notes += rewriter.notes.diagnostics
    images.append(.id3v2(image, oldSize: rewriter.tag?.size ?? 0))
  }

  /// The total size in the old file.
  var oldSize: Int64 { images.reduce(0) { $0 + $1.oldSize } }

  /// Appends everything to a layout; the last tag that supports padding absorbs changes in the
  /// sizes of the other tags.
  ///
  /// If `room` is nil, every tag keeps its own size. Returns false when the constraints do not
  /// allow it.
  ///
  /// - Throws: `notRepresentable` when a tag is too large; read errors.
  func layOut(
    into layout: inout FileLayout, room: PaddingPolicy?, proofs: inout [ExpectedTag]
  ) throws(ParseError) -> Bool {
    let absorber = images.lastIndex {
      if case .id3v2(let image, _) = $0 { image.takesPadding } else { false }
    }
    for (index, part) in images.enumerated() {
      switch part {
      case .fixed(let pieces, _): layout.append(pieces)
      case .id3v2(let image, _):
        var padding = part.keptSize - image.leastSize
        if let room, index == absorber {
          let others = images.reduce(-part.keptSize) { $0 + $1.keptSize }
          guard let found = room.padding(least: others + image.leastSize, old: oldSize)
          else { return false }
          padding = found
        }
        proofs.append(ExpectedTag(image: image, offset: layout.size))
        layout.append(try image.pieces(padding: padding))
      }
    }
    return true
  }
}

extension FileLayout {
  /// Returns the edit plan for this layout, in which all tags must be found; nil when the
  /// constraints do not allow the layout.
  ///
  /// - Throws: `unsupported` when a tag is not found; read errors.
  func editPlan(
    in window: SourceWindow, shape: LayoutConstraints, proofs: [TagSequence.ExpectedTag],
    notes: [Diagnostic]
  ) throws(ParseError) -> EditPlan? {
    guard let rewrite = try plan(in: window, movement: shape.movement) else { return nil }
    let new = PlannedSource(rewrite, of: window.source)
    for proof in proofs {
      try proof.image.prove(at: proof.offset, upTo: proof.limit, in: new)
    }
    var plan = EditPlan(rewrite)
    plan.notes = notes
    return plan
  }
}
