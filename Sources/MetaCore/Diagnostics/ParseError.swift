/// Why bytes could not be read, with the place: structure path and file offset.
///
/// Two errors are equal when code, path and offset are; the reason is for people.
public struct ParseError: Error, Sendable {
  /// What kind of failure it is; few and stable, detail goes into ``ParseError/reason``.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name that JSON and scripts see.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The bytes end before the structure does.
    public static let truncated = Code("truncated")
    /// The bytes contradict the format.
    package static let malformed = Code("malformed")
    /// The bytes are legal but of a form that is not understood.
    package static let unsupported = Code("unsupported")
    /// The structure is deeper, longer or larger than a limit allows.
    package static let limitExceeded = Code("limitExceeded")
    /// No format knows these bytes.
    package static let unknownFormat = Code("unknownFormat")
    /// The format is known, but read by the foreign helper only.
    package static let backend = Code("backend")
    /// The structure cannot hold the value that is to be written.
    package static let notRepresentable = Code("notRepresentable")
    /// Writing would lose something that nobody asked to lose.
    package static let wouldLose = Code("wouldLose")
    /// The operating system refused.
    public static let io = Code("io")
    /// The bytes are a place in another source, or in a file that has changed since it was read.
    package static let otherSource = Code("otherSource")
  }

  /// What kind of failure it is.
  public let code: Code
  /// The byte offset in the file at which it was noticed.
  public let offset: Int64
  /// The structure around it, outermost first.
  public private(set) var path: StructurePath
  /// What was wrong, in words.
  public let reason: String

  /// Makes an error; levels further out add themselves.
  public init(
    _ code: Code, at offset: Int64, _ reason: String, path: StructurePath = StructurePath()
  ) {
    self.code = code
    self.offset = offset
    self.reason = reason
    self.path = path
  }

  /// The same error, seen from the structure `name` that holds it.
  package func inside(_ name: String) -> ParseError {
    var error = self
    error.path = path.inside(name)
    return error
  }
}

extension ParseError: Hashable {
  /// Whether code, path and offset are the same.
  public static func == (left: ParseError, right: ParseError) -> Bool {
    left.code == right.code && left.path == right.path && left.offset == right.offset
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(path)
    hasher.combine(offset)
  }
}

extension ParseError {
  /// The error for messages: the kind of failure is named where bytes are damaged, the offset where it is a place.
  package var sentence: String {
    let isDamage = code == .truncated || code == .malformed
    return path.sentence(reason, damage: isDamage ? "\(code)" : nil, at: offset)
  }
}

extension ParseError: CustomStringConvertible {
  /// `moov/udta: truncated at byte 48213 (needs 4 bytes, has 2)`.
  public var description: String {
    path.sentence(reason, damage: "\(code)", at: offset)
  }
}
