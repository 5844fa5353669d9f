/// Tags and other metadata that stand one behind the other, as they will stand in the file.
struct TagSequence {
  /// One of them.
  enum Image {
    /// A tag whose padding is not settled yet.
    case id3v2(ID3TagImage, oldSize: Int64)
    /// What is as long as it is.
    case fixed([FileLayout.Piece], oldSize: Int64)

    /// The size that it had.
    var oldSize: Int64 {
      switch self {
      case .id3v2(_, let size), .fixed(_, let size): size
      }
    }

    /// How large it is without asking for room; a tag that fits its old place fills it.
    var keptSize: Int64 {
      switch self {
      case .id3v2(let image, let size):
        image.takesPadding ? max(size, image.leastSize) : image.leastSize
      case .fixed(let pieces, _): pieces.reduce(0) { $0 + $1.count }
      }
    }
  }

  /// A tag that has to be found again where it was put.
  struct Proof {
    let image: ID3TagImage
    let offset: Int64
    /// Where the chunk around it ends.
    var limit: Int64?
  }

  private(set) var images: [Image] = []

  /// Puts one behind the others.
  mutating func append(_ image: Image?) {
    if let image { images.append(image) }
  }

  /// Puts a tag behind the others, as it is or changed.
  ///
  /// - Throws: `notRepresentable` when a frame cannot hold what is asked for, and what reading throws.
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

  /// The size that all had together.
  var oldSize: Int64 { images.reduce(0) { $0 + $1.oldSize } }

  /// Puts all into a layout; the last tag that takes padding takes in what the others grow and shrink by.
  ///
  /// Without `room` all are as long as they want to be. False when they cannot stand there in the shape.
  ///
  /// - Throws: `notRepresentable` when a tag is too long, and what reading throws.
  func lay(
    into layout: inout FileLayout, room: TagRoom?, proofs: inout [Proof]
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
        proofs.append(Proof(image: image, offset: layout.size))
        layout.append(try image.pieces(padding: padding))
      }
    }
    return true
  }
}

extension FileLayout {
  /// The plan of these pieces, in which all tags have to be found again.
  ///
  /// - Throws: `unsupported` when one is not, and what reading throws.
  func editPlan(
    in window: SourceWindow, shape: PlanShape, proofs: [TagSequence.Proof],
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
