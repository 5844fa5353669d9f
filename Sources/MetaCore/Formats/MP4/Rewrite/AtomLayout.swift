/// The new order of a file: the sequence of its kept and new parts.
struct AtomLayout {
  let tree: AtomTree
  /// The splices in order, except for those of a movie atom that moves.
  let splices: [AtomSplice]
  /// The splices of a movie atom that moves, in order.
  var movieSplices: [AtomSplice] = []
  /// The movie atom that moves.
  var movedMovie: Atom?

  /// A piece of the new file.
  enum LayoutPiece {
    /// Old bytes, unchanged except for patches.
    case keep(Range<Int64>)
    case bytes(ByteSlice)
    /// A `free` or `skip` atom.
    case room(Int64, FourCC)
    case wideTable(Atom)
    case media(ByteSlice)
    case mediaOffset(Int64, width: Int)
    /// The old location of moved bytes, turned into a `free` atom.
    case retired(Atom)
    /// The start of pieces that are moved here, which end with ``endMoved``.
    case beginMoved
    case endMoved
  }

  /// Calls `body` with the pieces in order.
  func forEach<State>(
    into state: inout State, _ body: (inout State, LayoutPiece) throws(ParseError) -> Void
  ) throws(ParseError) {
    try forEach(in: 0..<tree.window.length, splices, into: &state, body)
  }

  private func forEach<State>(
    in range: Range<Int64>, _ splices: [AtomSplice], into state: inout State,
    _ body: (inout State, LayoutPiece) throws(ParseError) -> Void
  ) throws(ParseError) {
    var position = range.lowerBound
    for splice in splices {
      guard splice.range.lowerBound >= position, splice.range.upperBound <= range.upperBound else {
        throw ParseError(
          .malformed, at: splice.range.lowerBound,
          "two changes of the same bytes, or overlapping atoms")
      }
      if splice.range.lowerBound > position {
        try body(&state, .keep(position..<splice.range.lowerBound))
      }
      position = splice.range.upperBound
      switch splice.content {
      case .bytes(let bytes): try body(&state, .bytes(bytes))
      case .room(let size, let type): if size > 0 { try body(&state, .room(size, type)) }
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

  /// The growth of containers, by their offset.
  var growth: [Int64: Int64] {
    var growth: [Int64: Int64] = [:]
    for splice in splices + movieSplices where splice.growth != 0 {
      for parent in splice.parents { growth[parent.offset, default: 0] += splice.growth }
    }
    return growth.filter { $0.value != 0 }
  }

  /// The containers that grow or shrink, each once.
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
      case .room(let size, _): moved.skip(size)
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

/// The locations of the bytes of an old file in the new one, including those that changed order.
struct MovedBytes: Sendable {
  private struct ShiftedRange: Sendable {
    var range: Range<Int64>
    var shift: Int64
  }

  private var stretches: [ShiftedRange] = []
  let oldSize: Int64
  private(set) var newSize: Int64 = 0
  /// The offset of the atom with new media.
  private(set) var newMedia: Int64 = 0

  fileprivate init(oldSize: Int64) { self.oldSize = oldSize }

  fileprivate mutating func append(_ range: Range<Int64>) {
    stretches.append(ShiftedRange(range: range, shift: newSize - range.lowerBound))
    newSize += range.upperBound - range.lowerBound
  }

  fileprivate mutating func addMedia(_ bytes: ByteSlice) {
    newMedia = newSize
    skip(Int64(bytes.count))
  }

  fileprivate mutating func skip(_ count: Int64) { newSize += count }

  fileprivate mutating func finish() {
    stretches.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The new offset of the byte at an old offset; nil if it is not kept.
  subscript(offset: Int64) -> Int64? {
    let index = index(of: offset)
    guard index < stretches.count, stretches[index].range.contains(offset) else { return nil }
    return offset + stretches[index].shift
  }

  /// Returns the kept range that contains an offset, and its start in the new file; empty if the
  /// offset is not kept.
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

  /// Returns the index of the first range that ends after an offset.
  private func index(of offset: Int64) -> Int {
    stretches.partitioningIndex { $0.range.upperBound > offset }
  }

  /// Returns the distance by which a whole old range has moved; nil if parts of it moved
  /// differently or were removed.
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
