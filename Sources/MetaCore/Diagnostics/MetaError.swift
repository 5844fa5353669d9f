public import SystemPackage

/// An error while reading, editing, exporting or writing a file: the error type of most of the
/// public interface.
///
/// It contains the file, if there is one, and for damaged files also the structure and the offset
/// of the damage. Errors from parsers (``ParseError``) and from the system (`Errno`) are converted
/// to it; only functions on bytes that the caller supplies throw ``ParseError``.
public struct MetaError: Error, Sendable {
  /// The kind of failure; the kinds are few and stable, and ``MetaError/reason`` gives the details.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name in JSON.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The file or device cannot be opened: it does not exist, is not a regular file, or may not be
    /// read.
    public static let notReadable = Code("notReadable")
    /// The operating system rejected the operation.
    public static let io = Code("io")
    /// The format is not recognised.
    public static let unknownFormat = Code("unknownFormat")
    /// The format is recognised, but not supported by MetaCore.
    public static let backend = Code("backend")
    /// The bytes contradict the format.
    public static let malformed = Code("malformed")
    /// The bytes end before a structure does.
    public static let truncated = Code("truncated")
    /// A structure has a form that is not supported.
    public static let unsupported = Code("unsupported")
    /// A limit was reached.
    public static let limitExceeded = Code("limitExceeded")
    /// The file does not have the property.
    public static let notAvailable = Code("notAvailable")
    /// The edit would lose something, the format cannot store it, or the file must not be changed;
    /// nothing was written.
    public static let refused = Code("refused")
    /// A value is at a location in another file, or in a file that has changed since it was read.
    public static let otherSource = Code("otherSource")
    /// The work was cancelled.
    public static let cancelled = Code("cancelled")
    /// The call is not allowed in the current state of the object.
    public static let wrongState = Code("wrongState")
    /// Media cannot be decoded, and reading was set to stop in that case.
    public static let damaged = Code("damaged")
    /// There is no decoder for a track.
    public static let noDecoder = Code("noDecoder")
    /// An image without a size, or larger than allowed.
    public static let invalidSize = Code("invalidSize")
    /// A pixel format that is unknown or not supported here.
    public static let invalidPixelFormat = Code("invalidPixelFormat")
    /// Attributes of a buffer that contradict each other.
    public static let invalidAttributes = Code("invalidAttributes")
    /// All buffers of a pool are in use.
    public static let poolExhausted = Code("poolExhausted")
    /// The media type of a sample differs from that of its input.
    public static let wrongMediaType = Code("wrongMediaType")
    /// The decode time of a sample is before that of the previous one.
    public static let nonMonotonicTime = Code("nonMonotonicTime")
    /// No samples were appended.
    public static let noSamples = Code("noSamples")
  }

  /// The kind of failure.
  public let code: Code
  /// The file; nil for bytes in memory.
  public let file: FilePath?
  /// The structure path at which the failure occurred, outermost first; empty for the whole file.
  public let path: StructurePath
  /// The byte offset in the file for errors from parsers, otherwise nil; 0 if there is no single
  /// offset.
  public let offset: Int64?
  /// The reason, as text.
  public let reason: String
  /// The error that caused this one.
  public let underlying: (any Error)?
  /// Whether opening the file failed; ``MetaError/underlying`` is then an `Errno`.
  package private(set) var isOfOpening = false

  /// Creates an error from its parts.
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

  /// Creates an error from a parse error in a file.
  package init(_ error: ParseError, file: FilePath? = nil) {
    code = Code(error.code.description)
    self.file = file
    path = error.path
    offset = error.offset
    reason = error.reason
    underlying = error
  }

  /// Creates an error from a decoder or converter error; an unsupported format counts as having no
  /// decoder.
  init(decoding error: ParseError, file: FilePath? = nil) {
    if error.code == .unsupported {
      self.init(.noDecoder, file: file, reason: error.reason)
    } else {
      self.init(error, file: file)
    }
  }

  /// Creates an error for a file that cannot be opened.
  package init(opening file: FilePath, _ error: Errno) {
    self.init(.notReadable, file: file, reason: error.openingSentence, underlying: error)
    isOfOpening = true
  }

  /// Returns the error for cancelled work on a file.
  package static func cancelled(_ file: FilePath?) -> MetaError {
    MetaError(.cancelled, file: file, reason: "loading was cancelled")
  }
}

extension MetaError: CustomStringConvertible {
  /// The file, the structure, the reason and the offset in one line, as in `song.m4a: moov/udta:
  /// truncated at byte 48213 (needs 4 bytes, has 2)` or `song.m4a: no such file`.
  public var description: String { (file.map { "\($0): " } ?? "") + sentence }

  /// The error without the file.
  package var sentence: String {
    let isDamage = code == .truncated || code == .malformed
    return path.sentence(reason, damage: isDamage ? "\(code)" : nil, at: offset)
  }
}
