internal import Synchronization

/// The identity of the bytes in a ``ByteSource``.
///
/// Locations of values that were not loaded contain it, so that the values are not read from a
/// different file or from a changed one.
///
/// A file is identified by its device and inode, its size, and the times at which its content and
/// status last changed; bytes in memory are identified by their content. Two sources for the same
/// unchanged file, or of equal bytes, therefore have the same identity. An identity created with
/// ``init()``, for any other source, is unique.
public struct SourceIdentity: Sendable {
  /// The content by which two identities are compared; a class, so that locations stay small.
  private final class Content: Sendable {
    let file: FileState?
    let bytes: [UInt8]?
    let number: UInt64

    init(file: FileState? = nil, bytes: [UInt8]? = nil, number: UInt64 = 0) {
      self.file = file
      self.bytes = bytes
      self.number = number
    }
  }

  /// The state of a file when it was opened; a file in the same state is taken to have the same
  /// bytes.
  struct FileState: Sendable, Hashable, Codable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modified: [Int64]
    var changed: [Int64]
  }

  private static let next = Atomic<UInt64>(1)

  private let content: Content

  /// Creates a unique identity.
  public init() {
    let number = SourceIdentity.next.wrappingAdd(1, ordering: .relaxed).oldValue
    content = Content(number: number)
  }

  /// Creates the identity of a file in the given state.
  init(_ file: FileState) { content = Content(file: file) }

  /// Creates the identity of bytes in memory.
  init(memory bytes: [UInt8]) { content = Content(bytes: bytes) }
}

extension SourceIdentity: Hashable {
  /// Whether both identities identify the same bytes.
  public static func == (left: SourceIdentity, right: SourceIdentity) -> Bool {
    let (one, other) = (left.content, right.content)
    // Arrays that share their storage are not compared byte by byte.
    return one === other
      || one.number == other.number && one.file == other.file && one.bytes == other.bytes
  }

  /// Hashes the content that equality compares; of bytes in memory, only their number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content.number)
    hasher.combine(content.file)
    hasher.combine(content.bytes?.count)
  }
}

extension SourceIdentity: Codable {
  /// The decoder's user info key for the identity of locations that are not in a file.
  package static let decodingKey = CodingUserInfoKey(rawValue: "SourceIdentity")

  /// Decodes the identity of a file.
  ///
  /// Any other identity is replaced with the one in the decoder's user info or, if that has none,
  /// with a new unique identity, because its number has no meaning in another process.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard container.decodeNil() else {
      self.init(try container.decode(FileState.self))
      return
    }
    let known = SourceIdentity.decodingKey.flatMap { decoder.userInfo[$0] as? SourceIdentity }
    self = known ?? SourceIdentity()
  }

  /// Encodes the identity of a file; encodes null for any other identity.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content.file)
  }
}

/// A range of bytes in a source, for a value that was not loaded.
public struct FileLocation: Sendable, Hashable, Codable {
  /// The offset of the first byte.
  public let offset: Int64
  /// The number of bytes.
  public let count: Int64
  /// The source.
  public let source: SourceIdentity

  /// Creates a location in the source with the given identity.
  public init(offset: Int64, count: Int64, in source: SourceIdentity) {
    self.offset = offset
    self.count = count
    self.source = source
  }

  /// Checks that the location is in `source` and that the bytes have not changed.
  ///
  /// - Throws: ``ParseError`` with code `otherSource`.
  package func check(in source: any ByteSource) throws(ParseError) {
    guard source.sourceIdentity == self.source else {
      throw ParseError(
        .otherSource, at: offset,
        "these \(count) bytes belong to another file, or to this one before it changed; "
          + "load them from their source before using them here")
    }
    guard source.isUnchanged else {
      throw ParseError(
        .otherSource, at: offset, "the file has changed since it was read; read it again")
    }
  }
}
