/// Iterates over the consecutive atoms in a range of a file, without descending into them.
///
/// Iteration ends at the end of the range, at an unreadable header, or at zero padding. The size of
/// an atom is limited to the range. An atom that claims more, an unreadable header and non-zero
/// padding are reported.
struct AtomCursor {
  let window: SourceWindow
  private(set) var offset: Int64
  private let end: Int64
  private let parent: FourCC?

  /// Creates a cursor over the atoms between two offsets, inside `parent` if it is given.
  init(_ window: SourceWindow, from start: Int64, to end: Int64, parent: FourCC? = nil) {
    self.window = window
    offset = start
    self.end = end
    self.parent = parent
  }

  /// Creates a cursor over the children of an atom, the first of which is at the start of its
  /// payload.
  init(_ window: SourceWindow, in atom: AtomSpan) {
    self.init(window, from: atom.payloadOffset, to: atom.end, parent: atom.type)
  }

  /// Creates a cursor over the children of an atom, the first of which is at the start of its
  /// payload.
  init(_ window: SourceWindow, in atom: Atom) { self.init(window, in: atom.span) }

  /// Returns the next atom, without children, or nil at the end.
  ///
  /// Findings are reported at `path`, extended by the cursor's parent if it has one.
  ///
  /// - Throws: Only `io`.
  mutating func next(at path: [FourCC], log: inout DiagnosticLog) throws(ParseError) -> Atom? {
    try nextSpan(at: path, log: &log).map { Atom($0) }
  }

  /// Returns the next atom as a span, or nil at the end, like ``next(at:log:)``.
  mutating func nextSpan(
    at path: [FourCC], log: inout DiagnosticLog
  ) throws(ParseError) -> AtomSpan? {
    let remaining = end - offset
    guard remaining >= 8 else {
      try checkRest(remaining, path, &log)
      return nil
    }
    if let word = try window.word(at: offset) {
      let (type, size) = (FourCC(rawValue: UInt32(truncatingIfNeeded: word)), Int64(word >> 32))
      // Nearly all headers are short and valid; others take the slow path.
      if size >= 8, size <= remaining, type != .uuid {
        defer { offset += size }
        return AtomSpan(type: type, offset: offset, size: size, headerSize: 8)
      }
    }
    let head = try window.bytes(at: offset, upTo: Int(min(remaining, Int64(AtomHeader.longest))))
    var reader = ByteReader(head)
    do {
      let header = try AtomHeader.parse(&reader)
      return atom(header, remaining, path, &log)
    } catch {
      log.add(inside(path, error))
      offset = end
      return nil
    }
  }

  /// Returns the span for a parsed header, with its size limited to `remaining`, and moves to its
  /// end; returns nil at a zero size that ends the list.
  private mutating func atom(
    _ header: AtomHeader, _ remaining: Int64, _ path: [FourCC], _ log: inout DiagnosticLog
  ) -> AtomSpan? {
    let holder = parent ?? path.last
    if header.size == nil {
      // A size of zero ends user data (QTFF "User Data Atoms"), and some writers pad other
      // containers with zeros.
      if header.type.rawValue == 0 || holder == .udta {
        offset = end
        return nil
      }
      if holder != nil {
        note(.malformed, "`\(header.type)` has no size; assumed to extend to the end", path, &log)
      }
    }
    if let size = header.size, size > remaining {
      note(
        .truncated, "`\(header.type)` claims \(size) bytes, but only \(remaining) remain", path,
        &log)
    }
    let atom = AtomSpan(
      type: header.type, offset: offset, size: min(header.size ?? remaining, remaining),
      headerSize: header.headerSize, userType: header.userType)
    offset = atom.end
    return atom
  }

  /// Skips the last bytes of the range, which are too few for a header, and reports them unless
  /// they are zero.
  private mutating func checkRest(
    _ remaining: Int64, _ path: [FourCC], _ log: inout DiagnosticLog
  ) throws(ParseError) {
    guard remaining > 0 else { return }
    let rest = try window.bytes(at: offset, upTo: Int(remaining))
    if rest.bytes.contains(where: { $0 != 0 }) {
      note(.malformed, "\(rest.count) bytes do not form an atom", path, &log)
    }
    offset = end
  }

  private func note(
    _ code: ParseError.Code, _ reason: String, _ path: [FourCC], _ log: inout DiagnosticLog
  ) {
    log.add(inside(path, ParseError(code, at: offset, reason)))
  }

  private func inside(_ path: [FourCC], _ error: ParseError) -> ParseError {
    (parent.map { error.inside($0) } ?? error).inside(path)
  }
}
