/// The order of the movie atom and the media in the new file: unchanged, movie after the media, or
/// movie before it (`faststart`).
///
/// Creates an ``AtomLayout`` from the splices of an edit and the requested layout. Chunk offset
/// tables can be widened afterwards, which changes the layout.
struct MovieOrder {
  /// The atoms of the old file.
  private let tree: AtomTree
  private let shape: LayoutConstraints
  /// All structural changes except for the move of the movie atom, in file order.
  private var splices: [AtomSplice]
  /// The movie atom, if it moves.
  private(set) var movedMovie: Atom?
  /// The offset in the old file at which the movie atom is inserted if it moves.
  private var target: Int64 = 0
  /// The media atom that extended to the end of the file and now gets a size because something
  /// follows it.
  private(set) var closedMedia: Atom?

  /// Creates the order from sorted splices and from `media`, the bytes of new samples; returns nil
  /// if the file cannot have this layout.
  init?(
    _ tree: AtomTree, _ shape: LayoutConstraints, _ splices: [AtomSplice], media: [UInt8] = []
  ) throws(ParseError) {
    self.tree = tree
    self.shape = shape
    self.splices = splices
    if !media.isEmpty {
      guard try append(media) else { return nil }
    }
    guard let movie = tree.movie else { return }
    let media = tree.top.filter { AtomTree.isHeavy($0) && $0.type != .ftyp }
    switch shape.layout {
    case .keep: return
    case .append:
      guard let last = media.last, movie.offset < last.offset else { return }
      guard try append(movie) else { return nil }
    case .faststart:
      guard let first = media.first, movie.offset > first.offset else { return }
      // If nothing may move, the movie atom can move only into free space before the media, so this
      // requires a `free` atom.
      guard shape.movement != .none || tree.top.contains(where: { $0.type == .free }) else {
        return nil
      }
      movedMovie = movie
      // The file type and the signature remain the first atoms of the file.
      target = tree.top.first { $0.type != .ftyp && $0.type != .jpegSignature }?.offset ?? 0
    }
    // A movie atom without a size would extend over the media.
    if let movedMovie, try tree.sizeForm(of: movedMovie) == .toEnd, shape.layout == .faststart {
      return nil
    }
  }

  /// Appends an `mdat` with new samples after the last heavy atom, so that no heavy atom has to
  /// move; returns false if that is not possible.
  private mutating func append(_ media: [UInt8]) throws(ParseError) -> Bool {
    let last = tree.top.last { AtomTree.isHeavy($0) }
    guard try last.map({ (atom) throws(ParseError) in try close(atom) }) ?? true else {
      return false
    }
    let place = last?.end ?? tree.end
    var writer = ByteWriter(reserving: media.count + 8)
    writer.atom(.mdat) { $0.append(media) }
    splices.append(
      AtomSplice(
        range: place..<place, content: .media(ByteSlice(writer.bytes)), parents: [], rank: -1))
    splices.sort { $0 < $1 }
    return true
  }

  /// Marks media that extends to the end of the file as media that gets a size; returns false if an
  /// atom without a size cannot get one.
  private mutating func close(_ last: Atom) throws(ParseError) -> Bool {
    guard try tree.sizeForm(of: last) == .toEnd else { return true }
    // The header has room only for a 32-bit size.
    guard last.type == .mdat, last.size <= Int64(UInt32.max) else { return false }
    closedMedia = last
    return true
  }

  /// Moves the movie atom to the end of the file, but before a fragment index, which readers locate
  /// from the end of the file; returns false if that is not possible.
  private mutating func append(_ movie: Atom) throws(ParseError) -> Bool {
    guard let last = tree.top.last else { return false }
    guard try close(last) else { return false }
    movedMovie = movie
    target = last.type == .mfra ? last.offset : last.end
    return true
  }

  /// Whether there are no structural changes.
  var isUnchanged: Bool { splices.isEmpty && movedMovie == nil }

  /// Whether anything outside the movie atom changes structurally or the movie atom moves, or media
  /// may be in unexpected places, because there is no `mdat`.
  var touchesMedia: Bool {
    movedMovie != nil || tree.top.first(.mdat) == nil
      || splices.contains { $0.parents.first?.type != .moov }
  }

  /// Adds the splices that convert chunk offset tables from 32 to 64 bits.
  mutating func widen(_ tables: [AtomChain]) {
    for table in tables {
      splices.append(
        AtomSplice(
          range: table.atom.offset..<table.atom.end, content: .wideTable(table.atom),
          parents: table.parents))
    }
    splices.sort { $0 < $1 }
  }

  /// Returns the layout of the new file, including free space; nil if the constraints cannot be
  /// met.
  func layout() throws(ParseError) -> AtomLayout? {
    let planner = FreeSpacePlanner(tree: tree, shape: shape, movedMovie: movedMovie)
    guard let movie = movedMovie else {
      return try planner.planned(splices).map { AtomLayout(tree: tree, splices: $0) }
    }
    let inside = splices.filter { $0.parents.first?.offset == movie.offset }
    var outside = splices.filter { $0.parents.first?.offset != movie.offset }
    let size = inside.reduce(movie.size) { $0 + $1.growth }
    outside.append(
      AtomSplice(
        range: target..<target, content: .movedMovie(size: size), parents: []))
    // Free space in the old location of the movie atom keeps the bytes after it in place.
    let leavesFreeSpace = shape.layout == .append || shape.movement != .free
    outside.append(
      AtomSplice(
        range: movie.offset..<movie.end,
        content: leavesFreeSpace && !isLast(movie) ? .retired(movie) : .bytes(.empty), parents: []))
    outside.sort { $0 < $1 }
    return try planner.planned(outside).map {
      AtomLayout(tree: tree, splices: $0, movieSplices: inside, movedMovie: movie)
    }
  }

  /// Returns whether only light atoms follow the movie atom.
  private func isLast(_ movie: Atom) -> Bool {
    !tree.top.contains { AtomTree.isHeavy($0) && $0.offset > movie.offset }
  }
}
