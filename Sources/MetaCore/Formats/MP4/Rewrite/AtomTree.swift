/// The atoms of a file that is to be changed, and questions about them.
struct AtomTree {
  let window: SourceWindow
  let top: [Atom]

  init(_ window: SourceWindow, limits: Limits = .standard) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    var walker = AtomWalker(window, limits: limits)
    top = try walker.walk(log: &log)
    self.window = window
  }

  /// The movie that counts: the first.
  var movie: Atom? { top.first(.moov) }

  /// A movie with its children; the walker does not go into a second one.
  func whole(_ moov: Atom, limits: Limits) throws(ParseError) -> Atom {
    guard moov.children.isEmpty else { return moov }
    var moov = moov
    var log = DiagnosticLog(limit: 0)
    var walker = AtomWalker(window, limits: limits)
    moov.children = try walker.children(of: moov, log: &log)
    return moov
  }

  /// The end of the last atom; what stands behind is none.
  var end: Int64 { top.last?.end ?? 0 }

  /// Whether something has to stand still where nothing may move: media, and whatever may point or be pointed at.
  ///
  /// The others are short and say nothing about places, so that they can be written anew where they come to stand.
  static func isHeavy(_ atom: Atom) -> Bool {
    switch atom.type {
    case .moov, .free, .skip: false
    case .uuid, .meta, .udta, .mfra: atom.size > AtomTree.mostLight
    default: true
    }
  }

  /// Whether a `meta` atom says where items stand in the file.
  static func holdsPlaces(_ meta: Atom, in window: SourceWindow) -> Bool {
    var walker = AtomWalker(window)
    var log = DiagnosticLog(limit: 0)
    let inside = try? walker.children(of: meta, log: &log)
    return inside?.contains { $0.type == .iloc } ?? true
  }

  /// The largest atom beside the movie that is written anew to let it move.
  static let mostLight: Int64 = 1 << 20

  /// How the header of an atom gives its size.
  enum SizeForm: Sendable {
    case short
    case long
    /// To the end of what holds it.
    case toEnd
  }

  /// How the header of an atom gives its size.
  ///
  /// - Throws: `unsupported` when the atom is cut off: what it says is not what is there.
  func sizeForm(of atom: Atom) throws(ParseError) -> SizeForm {
    let head = try window.bytes(at: atom.offset, upTo: AtomHeader.longest)
    var reader = ByteReader(head)
    let header = try AtomHeader.parse(&reader)
    guard let size = header.size else { return .toEnd }
    guard size == atom.size else {
      throw ParseError(
        .unsupported, at: atom.offset,
        "`\(atom.type)` says \(size) bytes and has \(atom.size): the file is cut off")
    }
    return header.headerSize - (header.userType == nil ? 0 : 16) == 16 ? .long : .short
  }

  /// Where the children of a container begin.
  func childrenOffset(of atom: Atom) throws(ParseError) -> Int64 {
    guard atom.type == .meta else { return atom.payloadOffset }
    let head = try window.bytes(at: atom.payloadOffset, upTo: Int(min(8, atom.payloadSize)))
    let isPlain = AtomContainer.isPlainMeta(head, payloadSize: atom.payloadSize)
    return atom.payloadOffset + (isPlain ? 0 : min(4, atom.payloadSize))
  }

  /// The entries of a list that the tree does not go into.
  func entries(of list: Atom) throws(ParseError) -> [Atom] {
    var log = DiagnosticLog(limit: 0)
    var cursor = AtomCursor(window, in: list)
    var entries: [Atom] = []
    while let entry = try cursor.next(at: [], log: &log) { entries.append(entry) }
    return entries
  }

  /// Where a new atom comes in a container: behind its last child, but before free space and whatever ends the list.
  func newChildOffset(in container: Atom) throws(ParseError) -> Int64 {
    let children =
      container.type == .ilst ? try entries(of: container) : container.children
    guard let last = children.last(where: { $0.type != .free && $0.type != .skip }) else {
      return try childrenOffset(of: container)
    }
    guard try sizeForm(of: last) != .toEnd else {
      throw ParseError(
        .unsupported, at: last.offset, "`\(last.type)` has no size, nothing can stand behind it")
    }
    return last.end
  }

  /// The atoms around some bytes of the file, outermost first, and the atom itself when it is they.
  func chain(to range: Range<Int64>) -> [Atom] {
    var chain: [Atom] = []
    var atoms = top
    while let next = atoms.first(where: {
      $0.offset <= range.lowerBound && $0.end >= range.upperBound
    }) {
      chain.append(next)
      if next.offset == range.lowerBound { break }
      atoms = next.children
    }
    return chain
  }

  /// The number of a track: behind version, flags and two dates of `tkhd` (ISO/IEC 14496-12 §8.3.2).
  func trackID(of trak: Atom) -> UInt32? {
    guard let tkhd = trak.child(.tkhd),
      let head = try? window.bytes(at: tkhd.payloadOffset, upTo: Int(min(tkhd.payloadSize, 24)))
    else { return nil }
    var reader = ByteReader(head)
    guard let version = try? reader.u8(), (try? reader.skip(version == 1 ? 19 : 11)) != nil else {
      return nil
    }
    return try? reader.u32()
  }
}
