/// The atoms of an MP4 or QuickTime file that is edited, exported or searched for private data,
/// with queries about their locations.
///
/// It is read once per operation; everything that changes bytes of the file (``AtomEditPlanner``,
/// ``OffsetPatcher``, ``MovieRemux``) starts from it. It does not descend into fragments, `ilst`,
/// `stsd` and item tables. Diagnostics about damage are not collected.
struct AtomTree {
  /// The bytes of the file.
  let window: SourceWindow
  /// The top-level atoms, with their children.
  let top: [Atom]

  /// Reads the atom headers of a file.
  init(_ window: SourceWindow, limits: Limits = .standard) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    var walker = AtomWalker(window, limits: limits)
    top = try walker.walk(log: &log)
    self.window = window
  }

  /// The first movie atom, which is the valid one.
  var movie: Atom? { top.first(.moov) }

  /// Returns a movie atom with its children; the walker does not descend into movie atoms after the
  /// first.
  func withChildren(_ moov: Atom, limits: Limits) throws(ParseError) -> Atom {
    guard moov.children.isEmpty else { return moov }
    var moov = moov
    var log = DiagnosticLog(limit: 0)
    var walker = AtomWalker(window, limits: limits)
    moov.children = try walker.children(of: moov, log: &log)
    return moov
  }

  /// The end of the last atom, or 0 if there are no atoms; bytes after it are not atoms.
  var end: Int64 { top.last?.end ?? 0 }

  /// Returns whether an atom has to stay in place when nothing may move.
  ///
  /// This applies to media and to all other atoms, except for those that may be rewritten at a new
  /// offset: the movie atom, free space, and `uuid`, `meta`, `udta` and `mfra` atoms of up to
  /// ``maxLight`` bytes. Offsets in these are corrected.
  static func isHeavy(_ atom: Atom) -> Bool {
    switch atom.type {
    case .moov, .free, .skip: false
    case .uuid, .meta, .udta, .mfra: atom.size > AtomTree.maxLight
    default: true
    }
  }

  /// Returns whether a `meta` atom contains file offsets of items (`iloc`).
  static func containsItemOffsets(_ meta: Atom, in window: SourceWindow) -> Bool {
    var walker = AtomWalker(window)
    var log = DiagnosticLog(limit: 0)
    // An atom that cannot be read may contain offsets, so it counts as containing them.
    let inside = try? walker.children(of: meta, log: &log)
    return inside?.contains { $0.type == .iloc } ?? true
  }

  /// The maximum size in bytes of a top-level metadata atom or `mfra`, other than `moov`, that may
  /// be rewritten at a new offset.
  static let maxLight: Int64 = 1 << 20

  /// The form in which an atom header stores the size of its atom (ISO/IEC 14496-12 §4.2).
  enum SizeForm: Sendable {
    /// 32 bits.
    case short
    /// 64 bits, after the type; the 32-bit field is 1.
    case long
    /// No size (the field is 0): the atom extends to the end of its parent.
    case toEnd
  }

  /// Returns the form of the size in an atom's header.
  ///
  /// - Throws: `unsupported` when the atom is truncated, because its size is then wrong, or errors
  ///   from reading the header.
  func sizeForm(of atom: Atom) throws(ParseError) -> SizeForm {
    let head = try window.bytes(at: atom.offset, upTo: AtomHeader.longest)
    var reader = ByteReader(head)
    let header = try AtomHeader.parse(&reader)
    guard let size = header.size else { return .toEnd }
    guard size == atom.size else {
      throw ParseError(
        .unsupported, at: atom.offset,
        "`\(atom.type)` claims \(size) bytes but has \(atom.size): the file is truncated")
    }
    // The 16 bytes of a user type (`uuid`) count as part of the header.
    return header.headerSize - (header.userType == nil ? 0 : 16) == 16 ? .long : .short
  }

  /// Returns the offset of the first child of a container without fields of its own, other than
  /// the version and flags of `meta`.
  func childrenOffset(of atom: Atom) throws(ParseError) -> Int64 {
    guard atom.type == .meta else { return atom.payloadOffset }
    let head = try window.bytes(at: atom.payloadOffset, upTo: Int(min(8, atom.payloadSize)))
    let isPlain = AtomContainer.isPlainMeta(head, payloadSize: atom.payloadSize)
    return atom.payloadOffset + (isPlain ? 0 : min(4, atom.payloadSize))
  }

  /// Returns the entries of a list into which the tree does not descend, such as `ilst`.
  func entries(of list: Atom) throws(ParseError) -> [Atom] {
    var log = DiagnosticLog(limit: 0)
    var cursor = AtomCursor(window, in: list)
    var entries: [Atom] = []
    while let entry = try cursor.next(at: [], log: &log) { entries.append(entry) }
    return entries
  }

  /// Returns the offset for a new atom in a container: after its last child, but before free space
  /// at the end.
  ///
  /// - Throws: `unsupported` when the last child has no size or is truncated.
  func newChildOffset(in container: Atom) throws(ParseError) -> Int64 {
    let children =
      container.type == .ilst ? try entries(of: container) : container.children
    guard let last = children.last(where: { $0.type != .free && $0.type != .skip }) else {
      return try childrenOffset(of: container)
    }
    guard try sizeForm(of: last) != .toEnd else {
      throw ParseError(
        .unsupported, at: last.offset, "`\(last.type)` has no size, so nothing can follow it")
    }
    return last.end
  }

  /// Returns the atoms that enclose a range of the file, outermost first, down to an atom that
  /// starts where the range starts.
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

  /// Returns the track ID, which follows the version, the flags and two dates in `tkhd` (ISO/IEC
  /// 14496-12 §8.3.2); nil if there is no readable `tkhd`.
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
