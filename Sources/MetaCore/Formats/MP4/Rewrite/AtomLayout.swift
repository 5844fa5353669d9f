/// The layout of the new MP4 or QuickTime file: the sequence of its kept and new parts.
///
/// It is created from the splices of an edit (by ``MovieOrder``, with free space from
/// ``FreeSpacePlanner``). It determines the new locations of old bytes (``MovedBytes``), which are
/// used to correct offsets, and the plan that is written (``PlanWriter``).
struct AtomLayout {
  /// The atoms of the old file.
  let tree: AtomTree
  /// The splices in order, except for those inside a moved movie atom.
  let splices: [AtomSplice]
  /// The splices inside a moved movie atom, in order.
  var movieSplices: [AtomSplice] = []
  /// The movie atom, if it moves.
  var movedMovie: Atom?

  /// One of the consecutive pieces of the new file.
  ///
  /// Sizes and offsets are in bytes; ranges and atoms refer to the old file.
  enum LayoutPiece {
    /// Old bytes, unchanged except for patches.
    case keep(Range<Int64>)
    /// New bytes.
    case bytes(ByteSlice)
    /// A `free` or `skip` atom of this size, including its header.
    case freeSpace(Int64, FourCC)
    /// An `stco` atom of the old file, written as `co64`.
    case wideTable(Atom)
    /// The `mdat` atom with new samples.
    case media(ByteSlice)
    /// The file offset, in `width` bytes, of a byte in the new samples; the number is the distance
    /// of that byte from the start of the atom with the new samples.
    case mediaOffset(Int64, width: Int)
    /// The old location of a moved atom, converted to a `free` atom.
    case retired(Atom)
    /// The start of the pieces that are moved here, up to ``endMoved``.
    case beginMoved
    /// The end of the moved pieces.
    case endMoved
  }

  /// Calls `body` with the pieces in order.
  ///
  /// - Throws: `malformed` when splices overlap, or errors from `body`.
  func forEach<State>(
    into state: inout State, _ body: (inout State, LayoutPiece) throws(ParseError) -> Void
  ) throws(ParseError) {
    try forEach(in: 0..<tree.window.length, splices, into: &state, body)
  }

  /// Visits the pieces in a range of the old file: its splices, and the kept bytes between them.
  ///
  /// - Throws: `malformed` when splices overlap or are outside the range, or errors from `body`.
  private func forEach<State>(
    in range: Range<Int64>, _ splices: [AtomSplice], into state: inout State,
    _ body: (inout State, LayoutPiece) throws(ParseError) -> Void
  ) throws(ParseError) {
    var position = range.lowerBound
    for splice in splices {
      guard splice.range.lowerBound >= position, splice.range.upperBound <= range.upperBound else {
        throw ParseError(
          .malformed, at: splice.range.lowerBound,
          "two changes affect the same bytes, or atoms overlap")
      }
      if splice.range.lowerBound > position {
        try body(&state, .keep(position..<splice.range.lowerBound))
      }
      position = splice.range.upperBound
      switch splice.content {
      case .bytes(let bytes): try body(&state, .bytes(bytes))
      case .freeSpace(let size, let type): if size > 0 { try body(&state, .freeSpace(size, type)) }
      case .wideTable(let atom): try body(&state, .wideTable(atom))
      case .retired(let atom): try body(&state, .retired(atom))
      case .media(let bytes): try body(&state, .media(bytes))
      case .mediaOffset(let distance, let width):
        try body(&state, .mediaOffset(distance, width: width))
      case .movedMovie:
        guard let movie = movedMovie else { break }
        try body(&state, .beginMoved)
        try forEach(in: movie.offset..<movie.end, movieSplices, into: &state, body)
        try body(&state, .endMoved)
      }
    }
    if position < range.upperBound { try body(&state, .keep(position..<range.upperBound)) }
  }

  /// The number of bytes by which each container grows, keyed by its old offset; negative if it
  /// shrinks.
  ///
  /// Containers of unchanged size are not included.
  var growth: [Int64: Int64] {
    var growth: [Int64: Int64] = [:]
    for splice in splices + movieSplices where splice.growth != 0 {
      for parent in splice.parents { growth[parent.offset, default: 0] += splice.growth }
    }
    return growth.filter { $0.value != 0 }
  }

  /// The containers that grow or shrink, each listed once.
  var changedContainers: [Atom] {
    let growth = growth
    var seen: Set<Int64> = []
    var containers: [Atom] = []
    for splice in splices + movieSplices {
      for parent in splice.parents
      where growth[parent.offset] != nil && seen.insert(parent.offset).inserted {
        containers.append(parent)
      }
    }
    return containers
  }

  /// Returns the locations of the old bytes in the new file.
  func movedBytes() throws(ParseError) -> MovedBytes {
    var moved = MovedBytes(oldSize: tree.window.length)
    try forEach(into: &moved) { moved, piece throws(ParseError) in
      switch piece {
      case .keep(let range): moved.append(range)
      case .bytes(let bytes): moved.skip(Int64(bytes.count))
      case .freeSpace(let size, _): moved.skip(size)
      case .wideTable(let atom): moved.skip(ChunkTable.wideSize(of: atom))
      case .retired(let atom): moved.skip(atom.size)
      case .media(let bytes): moved.addMedia(bytes)
      case .mediaOffset(_, let width): moved.skip(Int64(width))
      case .beginMoved, .endMoved: break
      }
    }
    moved.finish()
    return moved
  }
}

/// Converts offsets in the old file to offsets in the new file, for bytes that are kept.
///
/// It is created once per layout, from the layout's pieces in writing order; the ranges are then
/// sorted by old offset, so that a lookup is a binary search. The order of the bytes changes if a
/// movie atom moves.
struct MovedBytes: Sendable {
  /// A kept range of the old file, and the distance in bytes by which it moves.
  private struct ShiftedRange: Sendable {
    var range: Range<Int64>
    var shift: Int64
  }

  private var stretches: [ShiftedRange] = []
  /// The size of the old file in bytes.
  let oldSize: Int64
  /// The size in bytes of the new file, or of the pieces added so far.
  private(set) var newSize: Int64 = 0
  /// The offset, in the new file, of the `mdat` atom with new samples; 0 if there is none.
  private(set) var newMedia: Int64 = 0

  fileprivate init(oldSize: Int64) { self.oldSize = oldSize }

  /// Adds kept old bytes that are next in the new file.
  fileprivate mutating func append(_ range: Range<Int64>) {
    stretches.append(ShiftedRange(range: range, shift: newSize - range.lowerBound))
    newSize += range.upperBound - range.lowerBound
  }

  /// Adds the atom with new samples, and stores its offset.
  fileprivate mutating func addMedia(_ bytes: ByteSlice) {
    newMedia = newSize
    skip(Int64(bytes.count))
  }

  /// Adds new bytes, which have no old offset.
  fileprivate mutating func skip(_ count: Int64) { newSize += count }

  /// Sorts the ranges by old offset for lookups.
  fileprivate mutating func finish() {
    stretches.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The new offset of the byte at an old offset; nil if the byte is not kept.
  subscript(offset: Int64) -> Int64? {
    let index = index(of: offset)
    guard index < stretches.count, stretches[index].range.contains(offset) else { return nil }
    return offset + stretches[index].shift
  }

  /// Returns the kept range that contains the given offset, and the start of that range in the new
  /// file; an empty range if the byte at the offset is not kept.
  func keptRange(around offset: UInt64) -> (range: Range<UInt64>, start: UInt64) {
    guard let offset = Int64(exactly: offset) else { return (0..<0, 0) }
    let index = index(of: offset)
    guard index < stretches.count, stretches[index].range.contains(offset) else {
      return (0..<0, 0)
    }
    let range = stretches[index].range
    return (
      UInt64(range.lowerBound)..<UInt64(range.upperBound),
      UInt64(range.lowerBound + stretches[index].shift)
    )
  }

  /// Returns the index of the first range that ends after the given offset.
  private func index(of offset: Int64) -> Int {
    stretches.partitioningIndex { $0.range.upperBound > offset }
  }

  /// Returns the distance by which a whole old range has moved; nil if parts of it moved by
  /// different distances or were removed.
  func shift(of range: Range<Int64>) -> Int64? {
    let index = index(of: range.lowerBound)
    guard index < stretches.count, stretches[index].range.contains(range.lowerBound) else {
      return range.isEmpty ? 0 : nil
    }
    let shift = stretches[index].shift
    var next = index
    var end = range.lowerBound
    while end < range.upperBound {
      guard next < stretches.count, stretches[next].range.lowerBound <= end,
        stretches[next].shift == shift
      else { return nil }
      end = stretches[next].range.upperBound
      next += 1
    }
    return shift
  }
}
