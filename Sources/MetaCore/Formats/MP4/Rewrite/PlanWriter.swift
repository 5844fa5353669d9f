/// Creates the plan of a new file from its pieces.
///
/// Bytes that would move farther than allowed, or whose order changes, are written as new bytes.
struct PlanWriter {
  private let layout: AtomLayout
  private let patches: BytePatches
  private let shape: LayoutConstraints
  private let erasesFreed: Bool
  /// The offset of the atom with new media.
  private let newMedia: Int64
  private let chunkOffsets: (Atom) throws(ParseError) -> [UInt8]

  private var plan: RewritePlan
  private var pending = ByteWriter()
  private var isMoved = false
  /// The end of the old bytes kept so far.
  private var kept: Int64 = 0

  /// Creates a writer; `chunkOffsets` returns the bytes of a table that is widened.
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

  private var position: Int64 { plan.newSize + Int64(pending.count) }

  private mutating func add(_ piece: AtomLayout.LayoutPiece) throws(ParseError) {
    switch piece {
    case .keep(let range): try keep(range)
    case .bytes(let bytes), .media(let bytes): add(bytes)
    case .mediaOffset(let distance, let width):
      pending.unsigned(UInt64(newMedia + distance), width: width)
    case .room(let size, let type):
      pending.u32(UInt32(clamping: size))
      pending.fourCC(type)
      try blank(size - 8)
    case .wideTable(let atom): pending.append(try chunkOffsets(atom))
    case .retired(let atom): try retire(atom)
    case .beginMoved: isMoved = true
    case .endMoved: isMoved = false
    }
  }

  private mutating func flush() {
    guard pending.count > 0 else { return }
    plan.write(pending.bytes)
    pending = ByteWriter()
  }

  private mutating func add(_ bytes: ByteSlice) {
    // Long values are not copied.
    guard bytes.count > PlanWriter.longValue else {
      pending.append(bytes)
      return
    }
    flush()
    plan.write(bytes)
  }

  private static let longValue = 65536

  private mutating func keep(_ range: Range<Int64>) throws(ParseError) {
    let patches = patches
    try patches.forEach(in: range, into: &self) { writer, range, bytes throws(ParseError) in
      if let bytes { writer.add(bytes) } else { try writer.keepUnpatched(range) }
    }
  }

  private mutating func keepUnpatched(_ range: Range<Int64>) throws(ParseError) {
    guard !mayKeep(shift: position - range.lowerBound) else {
      try keepInPlan(range)
      return
    }
    let count = Int(clamping: range.upperBound - range.lowerBound)
    pending.append(try layout.tree.window.bytes(at: range.lowerBound, count: count))
  }

  private mutating func keepInPlan(_ range: Range<Int64>) throws(ParseError) {
    flush()
    try plan.keep(range)
    kept = range.upperBound
  }

  private func mayKeep(shift: Int64) -> Bool {
    !isMoved && shape.movement.allows(shift)
  }

  /// Writes free space: zeros, so that a later edit recognises it as empty; if nothing moves,
  /// existing zeros are kept.
  private mutating func blank(_ count: Int64) throws(ParseError) {
    guard count > 0 else { return }
    let start = position
    flush()
    let there = min(start + count, plan.oldSize)
    guard shape.movement == .none, start >= kept, there > start else {
      plan.fill(count)
      return
    }
    let used = try layout.tree.window.contentEnd(in: start..<there) ?? start
    plan.fill(used - start)
    if used < there { try keepInPlan(used..<there) }
    plan.fill(start + count - there)
  }

  private mutating func retire(_ atom: Atom) throws(ParseError) {
    let head = try layout.tree.window.bytes(at: atom.offset, count: min(16, Int(atom.size)))
    // Only the type changes, so that the form of the size is kept.
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
