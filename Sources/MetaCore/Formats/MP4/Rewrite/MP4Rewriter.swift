/// Plans an edit to an MP4 or QuickTime file by converting a ``DocumentEdit`` to the bytes to keep
/// and to write.
///
/// The changes become splices and patches of old bytes; free space absorbs changes in size;
/// finally, every offset is corrected for the movement of its target.
struct MP4Rewriter {
  private let tree: AtomTree
  private let shape: LayoutConstraints
  private let limits: Limits
  private let document: Document

  init(_ window: SourceWindow, document: Document, shape: LayoutConstraints) throws(ParseError) {
    limits = .standard
    tree = try AtomTree(window, limits: limits)
    self.document = document
    self.shape = shape
  }

  /// Returns the plan for an edit; nil if the file cannot be laid out in this shape.
  ///
  /// - Throws: `unsupported` when the movie is compressed, or when an offset or a sample would
  ///   become invalid, and errors from the other steps.
  func plan(_ edit: DocumentEdit) throws(ParseError) -> EditPlan? {
    if let movie = tree.movie, movie.child(.cmov) != nil {
      throw ParseError(
        .unsupported, at: movie.offset,
        "the movie is compressed (`cmov`); its metadata cannot be changed")
    }
    var splicer = AtomEditPlanner(
      tree, isQuickTime: document.container.facts.isQuickTime, limits: limits, shape: shape)
    try splicer.add(edit, of: document)
    let splices = splicer.splices.sorted { $0 < $1 }
    guard let order = try MovieOrder(tree, shape, splices, media: splicer.media) else { return nil }
    guard !order.isUnchanged || !splicer.patches.isEmpty else {
      return EditPlan(.unchanged(tree.window.length))
    }
    var plan = try plan(order, splicer, edit)
    plan?.notes = splicer.notes
    return plan
  }

  /// Lays out the file and corrects offsets.
  ///
  /// Widening a chunk offset table changes the layout, so this is repeated until no table has to be
  /// widened.
  private func plan(
    _ order: MovieOrder, _ splicer: AtomEditPlanner, _ edit: DocumentEdit
  ) throws(ParseError) -> EditPlan? {
    var order = order
    // Tables that the edit replaces or removes are not corrected.
    var wide = splicer.replacedTables
    while true {
      guard let layout = try order.layout() else { return nil }
      var patcher = OffsetPatcher(
        tree: tree, moved: try layout.movedBytes(), limits: limits, patches: splicer.patches)
      let narrow = movesMedia(patcher.moved) ? try patcher.tablesTooNarrow(wide: wide) : []
      guard narrow.isEmpty else {
        wide.formUnion(narrow.map(\.atom.offset))
        order.widen(narrow)
        continue
      }
      try patcher.patchAll(
        media: movesMedia(patcher.moved), checkingChunks: order.touchesMedia, wide: wide)
      if !shape.allowsLoss { try OverrunGuard(tree: tree, moved: patcher.moved).check() }
      try patchSizes(layout, order, &patcher.patches)
      let plan = try write(layout, patcher, edit)
      try MediaGuard(plan, tree, limits, correctsOffsets: order.touchesMedia).check()
      return EditPlan(plan)
    }
  }

  /// Returns the plan for a layout, with all patches.
  private func write(
    _ layout: AtomLayout, _ patcher: OffsetPatcher, _ edit: DocumentEdit
  ) throws(ParseError) -> RewritePlan {
    var patches = patcher.patches
    patches.sort()
    let writer = PlanWriter(
      layout, patches: patches, shape: shape, erasesFreed: edit.erasesFreed,
      newMedia: patcher.moved.newMedia,
      chunkOffsets: { table throws(ParseError) in try patcher.wideTable(table) })
    return try writer.written()
  }

  /// Returns whether anything other than metadata moves or is removed.
  private func movesMedia(_ moved: MovedBytes) -> Bool {
    let last = tree.window.length - 1
    // Bytes after the last readable atom may be media.
    if tree.end <= last, moved[last] != last { return true }
    return tree.top.contains { AtomTree.isHeavy($0) && moved[$0.offset] != $0.offset }
  }

  /// Writes the new sizes of containers, each in its existing form, and the size of media that
  /// extended to the end of the file.
  private func patchSizes(
    _ layout: AtomLayout, _ order: MovieOrder, _ patches: inout BytePatches
  ) throws(ParseError) {
    let growth = layout.growth
    for atom in layout.changedContainers {
      let size = atom.size + (growth[atom.offset] ?? 0)
      switch try tree.sizeForm(of: atom) {
      // The atom still extends to the end, unless it is a movie atom that moves.
      case .toEnd:
        guard order.movedMovie?.offset != atom.offset else {
          throw ParseError(.unsupported, at: atom.offset, "a movie without a size cannot be moved")
        }
      case .long: patches.patch(UInt64(max(0, size)), width: 8, at: atom.offset + 8)
      case .short:
        guard let size = UInt32(exactly: size) else {
          throw ParseError(
            .notRepresentable, at: atom.offset, "`\(atom.type)` would be larger than 4 GiB")
        }
        patches.patch(UInt64(size), width: 4, at: atom.offset)
      }
    }
    // This media extended to the end of the file, but is now followed by other data.
    if let mdat = order.closedMedia {
      patches.patch(UInt64(mdat.size), width: 4, at: mdat.offset)
    }
  }
}
