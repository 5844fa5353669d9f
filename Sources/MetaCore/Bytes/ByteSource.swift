/// A sequence of bytes of known length that can be read at any offset, such as a file, a web
/// resource or bytes in memory.
public protocol ByteSource: Sendable {
  /// The number of bytes.
  var length: Int64 { get }

  /// The identity of the bytes, which every ``FileLocation`` in them contains. A custom source
  /// creates it once, with `SourceIdentity()`.
  var sourceIdentity: SourceIdentity { get }

  /// Whether the bytes are still those that ``sourceIdentity`` identifies; checked before a value
  /// is loaded. A source that cannot change returns true.
  var isUnchanged: Bool { get }

  /// Reads `count` bytes at `offset`; fewer only at the end of the source.
  ///
  /// - Throws: ``ParseError`` with code `io` when the system reports an error.
  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8]

  /// Announces that these bytes will be read soon, so that the system can prefetch them.
  ///
  /// This does not affect the result of reads; a source without prefetching does nothing.
  func willRead(_ range: Range<Int64>)
}

extension ByteSource {
  /// Returns true: the bytes of most sources cannot change.
  public var isUnchanged: Bool { true }

  /// Does nothing.
  public func willRead(_ range: Range<Int64>) {}
}

/// A source whose bytes are an array in memory, such as standard input, a file passed as bytes, or
/// decompressed data.
package struct DataSource: ByteSource {
  private let data: [UInt8]
  /// The identity of the bytes; a different source with equal bytes has the same identity.
  package let sourceIdentity: SourceIdentity

  /// Creates a source from the bytes of a whole file.
  package init(_ data: [UInt8]) {
    self.data = data
    sourceIdentity = SourceIdentity(memory: data)
  }

  /// The number of bytes.
  package var length: Int64 { Int64(data.count) }

  /// Reads `count` bytes at `offset`; fewer only at the end of the data.
  package func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let start = Int(offset)
    return Array(data[start..<(start + min(count, data.count - start))])
  }
}
