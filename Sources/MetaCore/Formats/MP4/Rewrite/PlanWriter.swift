/// Converts the layout of an MP4 or QuickTime file to the plan that is written to disk: the old
/// ranges to keep, and the new bytes.
///
/// It is used once per edit, after all offsets have been corrected. Bytes that would move farther
/// than allowed, or whose order changes, are copied into the plan as new bytes.
struct PlanWriter {
  private let layout: AtomLayout
  /// The new values of old bytes, sorted by offset.
  private let patches: BytePatches
  private let shape: LayoutConstraints
  /// Whether the old bytes of a movie atom that moved are overwritten with zeros.
  private let erasesFreed: Bool
  /// The offset, in the new file, of the atom with new media.
  private let newMedia: Int64
  /// A function that converts an `stco` atom to the bytes of a `co64` atom.
  private let chunkOffsets: (Atom) throws(ParseError) -> [UInt8]

  /// The plan so far.
  private var plan: RewritePlan
  /// New bytes that are not yet in the plan; adjacent bytes are combined into one write.
  private var pending = ByteWriter()
  /// Whether the current pieces belong to a moved movie atom, whose bytes cannot be kept.
  private var isMoved = false
  /// The end of the last kept range, as an offset in the old file.
  private var keptEnd: Int64 = 0

  /// Creates a writer; `chunkOffsets` returns the bytes of a widened table.
  init(
    _ layout: AtomLayout, patches: BytePatches, shape: LayoutConstraints, erasesFreed: Bool,
    newMedia: Int64, chunkOffsets: @escaping (Atom) throws(ParseError) -> [UInt8]
  ) {
    self.layout = layout
    self.patches = patches
    self.shape = shape
    self.erasesFreed = erasesFreed
    self.newMedia = newMedia
    self.chunkOffsets = chunkOffsets
    plan = RewritePlan(oldSize: layout.tree.window.length)
  }

  /// Returns the plan.
  consuming func written() throws(ParseError) -> RewritePlan {
    let layout = layout
    var writer = self
    try layout.forEach(into: &writer) { writer, piece throws(ParseError) in try writer.add(piece) }
    writer.flush()
    return writer.plan
  }

  /// The offset of the next byte in the new file.
  private var position: Int64 { plan.newSize + Int64(pending.count) }

  /// Adds one piece of the layout to the plan.
  private mutating func add(_ piece: AtomLayout.LayoutPiece) throws(ParseError) {
    switch piece {
    case .keep(let range): try keep(range)
    case .bytes(let bytes), .media(let bytes): add(bytes)
    case .mediaOffset(let distance, let width):
      pending.unsigned(UInt64(newMedia + distance), width: width)
    case .freeSpace(let size, let type):
      pending.u32(UInt32(clamping: size))
      pending.fourCC(type)
      try blank(size - 8)
    case .wideTable(let atom): pending.append(try chunkOffsets(atom))
    case .retired(let atom): try retire(atom)
    case .beginMoved: isMoved = true
    case .endMoved: isMoved = false
    }
  }

  /// Moves the pending bytes into the plan.
  private mutating func flush() {
    guard pending.count > 0 else { return }
    plan.write(pending.bytes)
    pending = ByteWriter()
  }

  private mutating func add(_ bytes: ByteSlice) {
    // Long values are passed on without a copy.
    guard bytes.count > PlanWriter.longValue else {
      pending.append(bytes)
      return
    }
    flush()
    plan.write(bytes)
  }

  /// The size in bytes above which new bytes are passed to the plan without a copy.
  private static let longValue = 65536

  /// Keeps old bytes, except for patched ones.
  private mutating func keep(_ range: Range<Int64>) throws(ParseError) {
    let patches = patches
    try patches.forEach(in: range, into: &self) { writer, range, bytes throws(ParseError) in
      if let bytes { writer.add(bytes) } else { try writer.keepUnpatched(range) }
    }
  }

  /// Keeps old bytes if they may move this far; otherwise, copies them.
  private mutating func keepUnpatched(_ range: Range<Int64>) throws(ParseError) {
    guard !mayKeep(shift: position - range.lowerBound) else {
      try keepInPlan(range)
      return
    }
    let count = Int(clamping: range.upperBound - range.lowerBound)
    pending.append(try layout.tree.window.bytes(at: range.lowerBound, count: count))
  }

  /// Adds old bytes to the plan as a kept range.
  private mutating func keepInPlan(_ range: Range<Int64>) throws(ParseError) {
    flush()
    try plan.keep(range)
    keptEnd = range.upperBound
  }

  /// Returns whether old bytes may be kept at this distance from their old offset.
  private func mayKeep(shift: Int64) -> Bool {
    !isMoved && shape.movement.allows(shift)
  }

  /// Writes free space as zeros, so that a later edit recognises it as empty; if nothing may move,
  /// zeros that already fill the end of the space are kept.
  private mutating func blank(_ count: Int64) throws(ParseError) {
    guard count > 0 else { return }
    let start = position
    flush()
    let existingEnd = min(start + count, plan.oldSize)
    guard shape.movement == .none, start >= keptEnd, existingEnd > start else {
      plan.fill(count)
      return
    }
    let used = try layout.tree.window.contentEnd(in: start..<existingEnd) ?? start
    plan.fill(used - start)
    if used < existingEnd { try keepInPlan(used..<existingEnd) }
    plan.fill(start + count - existingEnd)
  }

  /// Converts the old bytes of a moved atom to a `free` atom of the same size; its content is kept,
  /// or overwritten with zeros if it must be erased or cannot be kept.
  private mutating func retire(_ atom: Atom) throws(ParseError) {
    let head = try layout.tree.window.bytes(at: atom.offset, count: min(16, Int(atom.size)))
    // Only the type changes, so the size keeps its form.
    pending.append(head.clamped(from: 0, count: 4))
    pending.fourCC(.free)
    let isLong = head.starts(with: [0, 0, 0, 1])
    if isLong { pending.append(head.clamped(from: 8, count: 8)) }
    let rest = (atom.offset + (isLong ? 16 : 8))..<atom.end
    if erasesFreed || !mayKeep(shift: position - rest.lowerBound) {
      flush()
      plan.fill(rest.upperBound - rest.lowerBound)
    } else {
      try keepInPlan(rest)
    }
  }
}
