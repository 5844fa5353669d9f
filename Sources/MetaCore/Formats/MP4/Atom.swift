/// One atom of a file, from its header, with its child atoms; the payload stays in the file.
///
/// Sizes are limited to the end of the parent and of the file. The walker fills `children` for the
/// containers that are always needed; those of `moof`, `mfra` and `ilst`, of which there may be a
/// hundred thousand, are read on demand (``AtomWalker/children(of:log:)``).
struct Atom: Sendable, Hashable {
  /// The location of the atom and the fields of its header.
  let span: AtomSpan
  /// What it contains, in file order.
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
  /// Where the header begins.
  var offset: Int64 { span.offset }
  /// Header and payload, in bytes.
  var size: Int64 { span.size }
  /// What kind of `uuid` atom it is.
  var userType: UserType? { span.userType }
  /// How many bytes the header has.
  var headerSize: Int { span.headerSize }
  /// Where the payload begins.
  var payloadOffset: Int64 { span.payloadOffset }
  /// How many bytes of payload there are.
  var payloadSize: Int64 { span.payloadSize }
  /// Where the next atom begins.
  var end: Int64 { span.end }

  /// The first child of a type.
  func child(_ type: FourCC) -> Atom? {
    for child in children where child.type == type { return child }
    return nil
  }

  /// All children of a type, in file order.
  func children(_ type: FourCC) -> [Atom] { children.filter { $0.type == type } }

  /// The first atom that is reached by going down these types.
  func first(_ path: FourCC...) -> Atom? {
    var atom = self
    for type in path {
      guard let next = atom.child(type) else { return nil }
      atom = next
    }
    return atom
  }

  /// The payload.
  ///
  /// - Throws: `limitExceeded` when it is longer than `limit`, `truncated`, or `io`.
  func payload(
    in window: SourceWindow, limit: Int = Limits.standard.value
  ) throws(ParseError) -> ByteSlice {
    guard payloadSize <= limit else {
      throw ParseError(
        .limitExceeded, at: offset, "`\(type)` has \(payloadSize) bytes, the limit is \(limit)")
    }
    return try window.bytes(at: payloadOffset, count: Int(payloadSize))
  }
}

/// An atom without children: it has no references, so passing it on costs nothing.
struct AtomSpan: Sendable, Hashable {
  /// Where the header begins.
  let offset: Int64
  /// Header and payload, in bytes.
  let size: Int64
  /// What kind of `uuid` atom it is.
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

  /// How many bytes the header has.
  var headerSize: Int { Int(headerBytes) }

  /// Where the payload begins.
  var payloadOffset: Int64 { offset + Int64(headerBytes) }

  /// How many bytes of payload there are.
  var payloadSize: Int64 { size - Int64(headerBytes) }

  /// Where the next atom begins.
  var end: Int64 { offset + size }
}

extension [Atom] {
  /// The first atom of a type.
  func first(_ type: FourCC) -> Atom? {
    for atom in self where atom.type == type { return atom }
    return nil
  }
}
