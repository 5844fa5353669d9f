internal import Synchronization

/// An identity of the bytes of a ``ByteSource``.
///
/// Locations of values that were not loaded contain it, so that they are not read from another file
/// or from a changed one.
///
/// A file is identified by device and inode, size, and the times of its last change of content and
/// status; bytes in memory by their content. Two sources of the same unchanged file, or of equal
/// bytes, therefore have the same identity. The identity of every other source is unique.
public struct SourceIdentity: Sendable {
  /// What two identities are compared by; a class, so that locations stay small.
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

  /// Makes a unique identity.
  public init() {
    let number = SourceIdentity.next.wrappingAdd(1, ordering: .relaxed).oldValue
    content = Content(number: number)
  }

  /// Makes the identity of a file in a state.
  init(_ file: FileState) { content = Content(file: file) }

  /// Makes the identity of bytes in memory.
  init(memory bytes: [UInt8]) { content = Content(bytes: bytes) }
}

extension SourceIdentity: Hashable {
  /// Whether both identify the same bytes.
  public static func == (left: SourceIdentity, right: SourceIdentity) -> Bool {
    let (one, other) = (left.content, right.content)
    // Arrays that share their storage are not compared byte by byte.
    return one === other
      || one.number == other.number && one.file == other.file && one.bytes == other.bytes
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content.number)
    hasher.combine(content.file)
    hasher.combine(content.bytes?.count)
  }
}

extension SourceIdentity: Codable {
  /// The user info key of a decoder for the identity of locations that are not in a file.
  package static let decodingKey = CodingUserInfoKey(rawValue: "SourceIdentity")

  /// Decodes the identity of a file; any other one becomes a new unique identity, because its
  /// number has no meaning in another process.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard container.decodeNil() else {
      self.init(try container.decode(FileState.self))
      return
    }
    let known = SourceIdentity.decodingKey.flatMap { decoder.userInfo[$0] as? SourceIdentity }
    self = known ?? SourceIdentity()
  }

  /// Encodes the identity of a file; nothing for any other one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content.file)
  }
}

/// A range of bytes in one source, for a value that was not loaded.
public struct FileLocation: Sendable, Hashable, Codable {
  /// The offset of the first byte.
  public let offset: Int64
  /// The number of bytes.
  public let count: Int64
  /// The source.
  public let source: SourceIdentity

  /// Makes a location in the source with this identity.
  public init(offset: Int64, count: Int64, in source: SourceIdentity) {
    self.offset = offset
    self.count = count
    self.source = source
  }

  /// Checks that it is a location in `source`, and that the bytes have not changed.
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
