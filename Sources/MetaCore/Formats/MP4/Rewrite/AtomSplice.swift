/// A structural change of an atom file: old bytes to remove, and their replacement.
///
/// All other bytes are kept; the sizes of the enclosing containers follow from the splices.
struct AtomSplice: Sendable {
  /// The replacement of old bytes.
  enum Content: Sendable {
    /// New bytes.
    case bytes(ByteSlice)
    /// A `free` or `skip` atom of this size, including its header; none for size 0.
    case room(Int64, FourCC)
    /// This `stco` atom as a `co64`.
    case wideTable(Atom)
    /// An atom of new media.
    case media(ByteSlice)
    /// The offset of a byte of the new media, in `width` bytes.
    case mediaOffset(Int64, width: Int)
    /// The movie atom, moved here, with its own splices.
    case movedMovie(size: Int64)
    /// The old bytes of an atom that moved away, turned into a `free` atom.
    case retired(Atom)
  }

  /// The old bytes; empty for an insertion.
  let range: Range<Int64>
  var content: Content
  /// The enclosing atoms, outermost first.
  let parents: [Atom]
  /// The order among splices at the same offset.
  var rank = 0

  /// The size of the replacement in bytes.
  var size: Int64 {
    switch content {
    case .bytes(let bytes): Int64(bytes.count)
    case .room(let size, _): size
    case .wideTable(let atom): ChunkTable.wideSize(of: atom)
    case .media(let bytes): Int64(bytes.count)
    case .mediaOffset(_, let width): Int64(width)
    case .movedMovie(let size): size
    case .retired(let atom): atom.size
    }
  }

  /// The growth of the enclosing containers.
  var growth: Int64 { size - (range.upperBound - range.lowerBound) }

  /// Whether it is media, which must not use the free space next to metadata.
  var isMedia: Bool { if case .media = content { true } else { false } }

  /// File order; at the same offset, the end of a deeper container is first.
  static func < (left: AtomSplice, right: AtomSplice) -> Bool {
    if left.range.lowerBound != right.range.lowerBound {
      return left.range.lowerBound < right.range.lowerBound
    }
    if left.range.isEmpty != right.range.isEmpty { return left.range.isEmpty }
    if left.parents.count != right.parents.count { return left.parents.count > right.parents.count }
    return left.rank < right.rank
  }
}

/// Replacements of old bytes by the same number of new ones: offsets, sizes, dates.
struct BytePatches: Sendable {
  private struct Patch: Sendable {
    var offset: Int64
    var start: Int
    var count: Int
  }

  private var patches: [Patch] = []
  private var storage: [UInt8] = []
  private var isSorted = true

  var isEmpty: Bool { patches.isEmpty }

  /// Replaces bytes at an offset of the old file.
  mutating func patch(_ bytes: some Collection<UInt8>, at offset: Int64) {
    if let last = patches.last, last.offset > offset { isSorted = false }
    patches.append(Patch(offset: offset, start: storage.count, count: bytes.count))
    storage.append(contentsOf: bytes)
  }

  /// Replaces bytes with a big-endian number of `width` bytes.
  mutating func patch(_ number: UInt64, width: Int, at offset: Int64) {
    var writer = ByteWriter()
    writer.unsigned(number, width: width)
    patch(writer.bytes, at: offset)
  }

  mutating func sort() {
    guard !isSorted else { return }
    patches.sort { $0.offset < $1.offset }
    isSorted = true
  }

  /// Calls `body` with the parts of an old range, with new bytes for patched ones; requires a prior
  /// call of `sort`.
  func forEach<State>(
    in range: Range<Int64>, into state: inout State,
    _ body: (inout State, Range<Int64>, ByteSlice?) throws(ParseError) -> Void
  ) throws(ParseError) {
    var position = range.lowerBound
    var index = firstIndex(from: range.lowerBound)
    while index < patches.count, patches[index].offset < range.upperBound {
      let patch = patches[index]
      let end = patch.offset + Int64(patch.count)
      guard patch.offset >= position, end <= range.upperBound else {
        throw ParseError(.malformed, at: patch.offset, "overlapping structures")
      }
      if patch.offset > position { try body(&state, position..<patch.offset, nil) }
      let bytes = ByteSlice(
        storage: storage, lower: patch.start, upper: patch.start + patch.count, origin: 0)
      try body(&state, patch.offset..<end, bytes)
      position = end
      index += 1
    }
    if position < range.upperBound { try body(&state, position..<range.upperBound, nil) }
  }

  private func firstIndex(from offset: Int64) -> Int {
    patches.partitioningIndex { $0.offset >= offset }
  }
}
