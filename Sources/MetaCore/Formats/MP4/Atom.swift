/// One atom (ISO: box) of a file as a node of a tree: its location, its header fields and its child
/// atoms.
///
/// The payload stays in the file and is read with ``payload(in:limit:)``.
///
/// Sizes are limited to the end of the parent and of the file. ``AtomWalker`` creates the tree;
/// `children` is empty for a container that the walker does not descend into, which depends on
/// ``AtomContainer/Depth``. For example, the children of `moof`, `mfra` and `ilst`, of which there
/// may be a hundred thousand, are read on demand with ``AtomWalker/children(of:log:)`` or
/// ``AtomCursor``.
struct Atom: Sendable, Hashable {
  /// The location of the atom and the fields of its header.
  let span: AtomSpan
  /// The child atoms, in file order.
  var children: [Atom]

  init(_ span: AtomSpan, children: consuming [Atom] = []) {
    self.span = span
    self.children = children
  }

  init(type: FourCC, offset: Int64, size: Int64, headerSize: Int, userType: UserType? = nil) {
    self.init(
      AtomSpan(
        type: type, offset: offset, size: size, headerSize: headerSize, userType: userType))
  }

  var type: FourCC { span.type }
  /// The offset of the header.
  var offset: Int64 { span.offset }
  /// The size of header and payload in bytes.
  var size: Int64 { span.size }
  /// The user type of a `uuid` atom; nil for other types, or if the payload is too short for it.
  var userType: UserType? { span.userType }
  /// The size of the header in bytes, including the user type.
  var headerSize: Int { span.headerSize }
  /// The offset of the payload.
  var payloadOffset: Int64 { span.payloadOffset }
  /// The size of the payload in bytes.
  var payloadSize: Int64 { span.payloadSize }
  /// The offset of the first byte after the atom.
  var end: Int64 { span.end }

  /// Returns the first child of the given type.
  func child(_ type: FourCC) -> Atom? {
    for child in children where child.type == type { return child }
    return nil
  }

  /// Returns all children of the given type, in file order.
  func children(_ type: FourCC) -> [Atom] { children.filter { $0.type == type } }

  /// Returns the atom at a path of types below this one, or nil if there is none; at each level,
  /// only the first child of the type is used.
  func first(_ path: FourCC...) -> Atom? {
    var atom = self
    for type in path {
      guard let next = atom.child(type) else { return nil }
      atom = next
    }
    return atom
  }

  /// Reads the payload.
  ///
  /// - Throws: `limitExceeded` when it is longer than `limit`, `truncated` when the source ends
  ///   within it, or `io`.
  func payload(
    in window: SourceWindow, limit: Int = Limits.standard.value
  ) throws(ParseError) -> ByteSlice {
    guard payloadSize <= limit else {
      throw ParseError(
        .limitExceeded, at: offset, "`\(type)` has \(payloadSize) bytes; the limit is \(limit)")
    }
    return try window.bytes(at: payloadOffset, count: Int(payloadSize))
  }
}

/// The location and header fields of one atom, without its children.
///
/// It has no references, so copying it is cheap: cursors over long lists of atoms return spans
/// rather than ``Atom`` values.
struct AtomSpan: Sendable, Hashable {
  /// The offset of the header.
  let offset: Int64
  /// The size of header and payload in bytes.
  let size: Int64
  /// The user type of a `uuid` atom; nil for other types, or if the payload is too short for it.
  let userType: UserType?
  private let headerBytes: UInt8
  let type: FourCC

  init(type: FourCC, offset: Int64, size: Int64, headerSize: Int, userType: UserType? = nil) {
    self.type = type
    self.offset = offset
    self.size = size
    self.userType = userType
    headerBytes = UInt8(clamping: headerSize)
  }

  /// The size of the header in bytes, including the user type.
  var headerSize: Int { Int(headerBytes) }

  /// The offset of the payload.
  var payloadOffset: Int64 { offset + Int64(headerBytes) }

  /// The size of the payload in bytes.
  var payloadSize: Int64 { size - Int64(headerBytes) }

  /// The offset of the first byte after the atom.
  var end: Int64 { offset + size }
}

extension [Atom] {
  /// Returns the first atom of the given type.
  func first(_ type: FourCC) -> Atom? {
    for atom in self where atom.type == type { return atom }
    return nil
  }
}
