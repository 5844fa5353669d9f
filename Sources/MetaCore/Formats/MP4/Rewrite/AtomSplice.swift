/// A structural change to an MP4 or QuickTime file: a range of old bytes to remove, and the content
/// that replaces it.
///
/// The sizes of the enclosing containers follow from the splices. Values of fixed size, such as
/// dates and offsets, are changed with patches instead (``BytePatches``); all other bytes are kept.
struct AtomSplice: Sendable {
  /// The replacement for the old bytes of a splice: new bytes, free space, or an atom in a
  /// different form or location.
  enum Content: Sendable {
    /// New bytes.
    case bytes(ByteSlice)
    /// A `free` or `skip` atom of this size, including its header; no atom if the size is 0.
    case freeSpace(Int64, FourCC)
    /// This `stco` atom, converted to `co64`.
    case wideTable(Atom)
    /// An atom with new media.
    case media(ByteSlice)
    /// The file offset, in `width` bytes, of a byte in the new media; the number is the distance of
    /// that byte from the start of the new media atom.
    case mediaOffset(Int64, width: Int)
    /// The movie atom, moved here, with its own splices; `size` is its new size in bytes.
    case movedMovie(size: Int64)
    /// The old bytes of a moved atom, converted to a `free` atom.
    case retired(Atom)
  }

  /// The old bytes; empty for an insertion.
  let range: Range<Int64>
  /// The replacement.
  var content: Content
  /// The enclosing atoms, outermost first.
  let parents: [Atom]
  /// The order among splices at the same offset and depth; lower ranks are first.
  var rank = 0

  /// The size of the replacement in bytes.
  var size: Int64 {
    switch content {
    case .bytes(let bytes): Int64(bytes.count)
    case .freeSpace(let size, _): size
    case .wideTable(let atom): ChunkTable.wideSize(of: atom)
    case .media(let bytes): Int64(bytes.count)
    case .mediaOffset(_, let width): Int64(width)
    case .movedMovie(let size): size
    case .retired(let atom): atom.size
    }
  }

  /// The number of bytes by which the enclosing containers grow; negative if they shrink.
  var growth: Int64 { size - (range.upperBound - range.lowerBound) }

  /// Whether the replacement is media, which does not use free space at the end of the file.
  var isMedia: Bool { if case .media = content { true } else { false } }

  /// Sorts splices in file order; at the same offset, insertions precede replacements, and splices
  /// in a deeper container, which are at its end, precede those in its parents.
  static func < (left: AtomSplice, right: AtomSplice) -> Bool {
    if left.range.lowerBound != right.range.lowerBound {
      return left.range.lowerBound < right.range.lowerBound
    }
    if left.range.isEmpty != right.range.isEmpty { return left.range.isEmpty }
    if left.parents.count != right.parents.count { return left.parents.count > right.parents.count }
    return left.rank < right.rank
  }
}

/// Replacements of old bytes with the same number of new bytes, such as offsets, sizes and dates.
///
/// Offsets refer to the old file; patched bytes move with the kept bytes around them.
struct BytePatches: Sendable {
  /// One replacement: an offset in the old file, and the position and number of the new bytes in
  /// ``storage``.
  private struct Patch: Sendable {
    var offset: Int64
    var start: Int
    var count: Int
  }

  private var patches: [Patch] = []
  /// The new bytes of all patches, concatenated.
  private var storage: [UInt8] = []
  /// Whether the patches are sorted by offset.
  private var isSorted = true

  var isEmpty: Bool { patches.isEmpty }

  /// Replaces bytes at an offset in the old file.
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

  /// Sorts the patches by offset, as ``forEach(in:into:_:)`` requires.
  mutating func sort() {
    guard !isSorted else { return }
    patches.sort { $0.offset < $1.offset }
    isSorted = true
  }

  /// Calls `body` for each part of an old range, with the new bytes if the part is patched; `sort`
  /// must be called first.
  ///
  /// - Throws: `malformed` when patches overlap or extend beyond the range, or errors from `body`.
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

  /// Returns the index of the first patch that does not start before the given offset.
  private func firstIndex(from offset: Int64) -> Int {
    patches.partitioningIndex { $0.offset >= offset }
  }
}
