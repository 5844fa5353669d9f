public import SystemPackage

/// What went wrong with a file, for programs: the public error of the upper layers.
public struct MetaError: Error, Sendable {
  /// What kind of failure it is; few and stable, detail goes into ``MetaError/reason``.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name that JSON and scripts see.
    public let description: String

    init(_ description: String) { self.description = description }

    /// There is no such file, or it may not be read.
    public static let notReadable = Code("notReadable")
    /// The operating system refused.
    public static let io = Code("io")
    /// No format knows the bytes.
    public static let unknownFormat = Code("unknownFormat")
    /// The file is of a kind that is known but not read here.
    public static let backend = Code("backend")
    /// The file is damaged beyond what can be passed over.
    public static let malformed = Code("malformed")
    /// The bytes end before a structure does.
    public static let truncated = Code("truncated")
    /// A structure is of a form that is not understood.
    public static let unsupported = Code("unsupported")
    /// A limit was reached.
    public static let limitExceeded = Code("limitExceeded")
    /// The file has nothing that the property could be.
    public static let notAvailable = Code("notAvailable")
    /// The edit would lose something, the format cannot hold it, or the file may not be changed; nothing was written.
    public static let refused = Code("refused")
    /// A value is a place in another file, or in a file that has changed since it was read.
    public static let otherSource = Code("otherSource")
    /// The work was cancelled.
    public static let cancelled = Code("cancelled")
    /// The call is not possible in the state that the object is in.
    public static let wrongState = Code("wrongState")
    /// Media do not decode, and reading was to stop there.
    public static let damaged = Code("damaged")
    /// There is no decoder for a track.
    public static let noDecoder = Code("noDecoder")
    /// A picture of no size, or larger than pictures may be.
    public static let invalidSize = Code("invalidSize")
    /// A layout of pixels that is not known, or not possible here.
    public static let invalidPixelFormat = Code("invalidPixelFormat")
    /// Attributes of a buffer that contradict each other.
    public static let invalidAttributes = Code("invalidAttributes")
    /// All buffers of a pool are in use.
    public static let poolExhausted = Code("poolExhausted")
    /// A sample of another kind of media than its input.
    public static let wrongMediaType = Code("wrongMediaType")
    /// A sample that is decoded before the one that it follows.
    public static let nonMonotonicTime = Code("nonMonotonicTime")
    /// No sample was appended.
    public static let noSamples = Code("noSamples")
  }

  /// What kind of failure it is.
  public let code: Code
  /// The file, or nil for bytes in memory.
  public let file: FilePath?
  /// The structure in which it happened, outermost first; empty for the file as a whole.
  public let path: StructurePath
  /// The byte offset in the file, where one place can be named.
  public let offset: Int64?
  /// What was wrong, in words.
  public let reason: String
  /// The error that caused it.
  public let underlying: (any Error)?
  /// Whether the file could not be opened; ``MetaError/underlying`` is then an `Errno`.
  package private(set) var isOfOpening = false

  /// Makes an error of its parts.
  package init(
    _ code: Code, file: FilePath? = nil, reason: String, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.file = file
    path = StructurePath()
    offset = nil
    self.reason = reason
    self.underlying = underlying
  }

  /// The error that reading a file ended with.
  package init(_ error: ParseError, file: FilePath? = nil) {
    code = Code(error.code.description)
    self.file = file
    path = error.path
    offset = error.offset
    reason = error.reason
    underlying = error
  }

  /// The error of a decoder or a converter; what these do not support has no decoder.
  init(decoding error: ParseError, file: FilePath? = nil) {
    if error.code == .unsupported {
      self.init(.noDecoder, file: file, reason: error.reason)
    } else {
      self.init(error, file: file)
    }
  }

  /// The error that opening a file ended with.
  package init(opening file: FilePath, _ error: Errno) {
    self.init(.notReadable, file: file, reason: error.openingSentence, underlying: error)
    isOfOpening = true
  }

  /// The work on a file was cancelled.
  package static func cancelled(_ file: FilePath?) -> MetaError {
    MetaError(.cancelled, file: file, reason: "the loading was cancelled")
  }
}

extension MetaError: CustomStringConvertible {
  /// File, structure, reason and offset in one line: `song.m4a: moov/udta: truncated at byte 48213 (needs 4 bytes, has 2)`,
  /// `song.m4a: no such file`.
  public var description: String { (file.map { "\($0): " } ?? "") + sentence }

  /// The error without the file.
  package var sentence: String {
    let isDamage = code == .truncated || code == .malformed
    return path.sentence(reason, damage: isDamage ? "\(code)" : nil, at: offset)
  }
}
