/// Bytes of known length that can be read anywhere: a file, or an array in a test.
public protocol ByteSource: Sendable {
  /// How many bytes there are.
  var length: Int64 { get }

  /// Which bytes these are; every ``FileLocation`` in them carries it. A source of your own makes one when it is made: `SourceIdentity()`.
  var sourceIdentity: SourceIdentity { get }

  /// Whether the bytes are still those that ``sourceIdentity`` names; asked before a value is loaded. A source that cannot change says yes.
  var isUnchanged: Bool { get }

  /// Reads `count` bytes at `offset`; fewer only where the source ends.
  ///
  /// - Throws: ``ParseError`` with code `io` when the system refuses.
  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8]

  /// Says that these bytes are read soon, so that the system can fetch them meanwhile.
  ///
  /// Reading them without it gives the same; a source that has nothing to fetch does nothing.
  func willRead(_ range: Range<Int64>)
}

extension ByteSource {
  /// The bytes cannot change.
  public var isUnchanged: Bool { true }

  /// Nothing to fetch.
  public func willRead(_ range: Range<Int64>) {}
}

/// Bytes in memory as a source.
package struct DataSource: ByteSource {
  private let data: [UInt8]
  /// Which bytes these are; another source of equal bytes has the same identity.
  package let sourceIdentity: SourceIdentity

  /// Wraps the bytes of a whole file.
  package init(_ data: [UInt8]) {
    self.data = data
    sourceIdentity = SourceIdentity(memory: data)
  }

  /// How many bytes there are.
  package var length: Int64 { Int64(data.count) }

  /// Reads `count` bytes at `offset`; fewer only where the data ends.
  package func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let start = Int(offset)
    return Array(data[start..<(start + min(count, data.count - start))])
  }
}
