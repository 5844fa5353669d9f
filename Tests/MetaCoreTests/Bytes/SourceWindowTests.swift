import Synchronization
import TestSupport
import Testing

@testable import MetaCore

@Suite struct SourceWindowTests {
  /// Counts the reads.
  final class CountingSource: ByteSource {
    let data: DataSource
    private let reads = Mutex(0)
    var readCount: Int { reads.withLock { $0 } }

    init(_ bytes: [UInt8]) { data = DataSource(bytes) }

    var length: Int64 { data.length }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      reads.withLock { $0 += 1 }
      return try data.read(at: offset, count: count)
    }
  }

  @Test func theHeadStaysAtHand() throws {
    let source = CountingSource((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    let window = SourceWindow(source)
    _ = try window.bytes(at: 0, count: 4)
    _ = try window.bytes(at: 90_000, count: 4)
    #expect(try window.bytes(at: 3, count: 2).bytes.elementsEqual([3, 4]))
    #expect(try window.bytes(at: 90_001, count: 1).fileOffset == 90_001)
    #expect(source.readCount == 2)
  }

  @Test func atLeastHandsOutTheRestOfTheWindow() throws {
    let window = SourceWindow(DataSource([1, 2, 3, 4, 5]))
    #expect(try window.bytes(at: 2, atLeast: 1).count == 3)
    #expect(try window.bytes(at: 2, atLeast: 9).count == 3)
    #expect(try window.bytes(at: 5, atLeast: 1).isEmpty)
  }
}
