/// Builds the tree of ``Atom`` values of a file, or of a part of it, from atom headers, without
/// reading payloads.
///
/// Errors become findings: an atom that extends beyond its parent is truncated, and after an
/// unreadable header the remaining bytes of the parent are ignored. Depth and number of atoms are
/// limited.
struct AtomWalker {
  let window: SourceWindow
  private let limits: Limits
  private let depth: AtomContainer.Depth
  private var budget: Int
  private var path: [FourCC] = []
  private var hasMovie = false

  init(
    _ window: SourceWindow, limits: Limits = .standard, depth: AtomContainer.Depth = .reading
  ) {
    self.window = window
    self.limits = limits
    self.depth = depth
    budget = limits.structures
  }

  /// Reads all top-level atoms, with their children to the requested depth.
  ///
  /// - Throws: Only `io`.
  mutating func walk(log: inout DiagnosticLog) throws(ParseError) -> [Atom] {
    try walk(from: 0, to: window.length, log: &log)
  }

  /// Reads the children of an atom that the walker did not descend into; an atom of unknown type is
  /// read as if its first child were at the start of the payload.
  ///
  /// - Throws: Only `io`.
  mutating func children(
    of atom: Atom, log: inout DiagnosticLog
  ) throws(ParseError) -> [Atom] {
    let known = AtomContainer.prefix(of: atom.type, inside: path.last, .complete)
    let prefix = atom.type == .meta ? try metaPrefix(atom.span) : known ?? 0
    guard prefix < atom.payloadSize else { return [] }
    path.append(atom.type)
    defer { path.removeLast() }
    return try walk(from: atom.payloadOffset + prefix, to: atom.end, log: &log)
  }

  /// Reads the atoms between two offsets, with their children to the requested depth.
  ///
  /// - Throws: Only `io`.
  mutating func walk(
    from start: Int64, to end: Int64, log: inout DiagnosticLog
  ) throws(ParseError) -> [Atom] {
    var atoms: [Atom] = []
    atoms.reserveCapacity(Int(max(0, min(8, (end - start) / 8))))
    var cursor = AtomCursor(window, from: start, to: end)
    while let atom = try cursor.nextSpan(at: path, log: &log) {
      guard budget > 0 else {
        note(.limitExceeded, at: atom.offset, "more than \(limits.structures) atoms", &log)
        return atoms
      }
      budget -= 1
      let children = try descend(atom, log: &log)
      atoms.append(Atom(atom, children: children))
    }
    return atoms
  }

  /// Returns the children of an atom; empty if the walker does not descend into it.
  private mutating func descend(
    _ atom: AtomSpan, log: inout DiagnosticLog
  ) throws(ParseError) -> [Atom] {
    guard let prefix = try prefix(of: atom), prefix < atom.payloadSize else { return [] }
    guard path.count < limits.depth else {
      note(.limitExceeded, at: atom.offset, "atoms nested deeper than \(limits.depth)", &log)
      return []
    }
    if path.isEmpty, atom.type == .moov {
      // Only the first movie atom is read, except for displaying the structure.
      guard !hasMovie || depth == .complete else { return [] }
      hasMovie = true
    }
    path.append(atom.type)
    defer { path.removeLast() }
    return try walk(from: atom.payloadOffset + prefix, to: atom.end, log: &log)
  }

  /// Returns the number of payload bytes before the first child; nil if the walker does not descend
  /// into the atom.
  private func prefix(of atom: AtomSpan) throws(ParseError) -> Int64? {
    if atom.type == .meta { return try metaPrefix(atom) }
    return AtomContainer.prefix(of: atom.type, inside: path.last, depth)
  }

  /// Returns the prefix of a `meta` atom, which depends on whether it is a full atom.
  private func metaPrefix(_ atom: AtomSpan) throws(ParseError) -> Int64 {
    let head = try window.bytes(at: atom.payloadOffset, upTo: Int(min(8, atom.payloadSize)))
    return AtomContainer.isPlainMeta(head, payloadSize: atom.payloadSize) ? 0 : 4
  }

  private func note(
    _ code: ParseError.Code, at offset: Int64, _ reason: String, _ log: inout DiagnosticLog
  ) {
    log.add(path.reversed().reduce(ParseError(code, at: offset, reason)) { $0.inside($1) })
  }
}
