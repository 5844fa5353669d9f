/// An error from parsing or building the bytes of a file, with the path of the structure and the
/// file offset, but without the file's name.
///
/// Parsers, ``ByteSource`` and public functions on bytes that the caller supplies, such as
/// ``DataValue/load(from:limit:)``, throw it; the rest of the public interface converts it to a
/// ``MetaError``.
///
/// Errors are equal if code, path and offset are equal; the reason is not compared.
public struct ParseError: Error, Sendable {
  /// The kind of failure; the kinds are few and stable, and ``ParseError/reason`` gives the
  /// details.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name in JSON.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The bytes end before the structure does.
    public static let truncated = Code("truncated")
    /// The bytes contradict the format.
    package static let malformed = Code("malformed")
    /// The bytes are valid, but in a form that is not supported.
    package static let unsupported = Code("unsupported")
    /// The structure is nested more deeply, longer or larger than a limit allows.
    package static let limitExceeded = Code("limitExceeded")
    /// The format is not recognised.
    package static let unknownFormat = Code("unknownFormat")
    /// The format is recognised, but only a backend, such as that of MetaForeign, may be able to
    /// read it.
    package static let backend = Code("backend")
    /// The structure cannot store the value to be written.
    package static let notRepresentable = Code("notRepresentable")
    /// Writing would lose something, and the loss was not allowed.
    package static let wouldLose = Code("wouldLose")
    /// The operating system rejected the operation.
    public static let io = Code("io")
    /// The bytes are at a location in another source, or in a file that has changed since it was
    /// read.
    package static let otherSource = Code("otherSource")
  }

  /// The kind of failure.
  public let code: Code
  /// The byte offset in the file; 0 if there is no single offset.
  public let offset: Int64
  /// The structure path, outermost first.
  public private(set) var path: StructurePath
  /// The reason, as text.
  public let reason: String

  /// Creates an error; outer levels add their names.
  public init(
    _ code: Code, at offset: Int64, _ reason: String, path: StructurePath = StructurePath()
  ) {
    self.code = code
    self.offset = offset
    self.reason = reason
    self.path = path
  }

  /// Returns the same error, inside the structure `name`.
  package func inside(_ name: String) -> ParseError {
    var error = self
    error.path = path.inside(name)
    return error
  }
}

extension ParseError: Hashable {
  /// Returns whether code, path and offset are the same.
  public static func == (left: ParseError, right: ParseError) -> Bool {
    left.code == right.code && left.path == right.path && left.offset == right.offset
  }

  /// Hashes the parts that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
    hasher.combine(offset)
  }
}

extension ParseError {
  /// The error for messages: the structure and the reason; for damaged bytes also the kind of
  /// failure and the offset, for other failures the offset unless it is 0.
  package var sentence: String {
    let isDamage = code == .truncated || code == .malformed
    return path.sentence(reason, damage: isDamage ? "\(code)" : nil, at: offset)
  }
}

extension ParseError: CustomStringConvertible {
  /// The structure and the error, as in `moov/udta: truncated at byte 48213 (needs 4 bytes, has
  /// 2)`.
  public var description: String {
    path.sentence(reason, damage: "\(code)", at: offset)
  }
}
