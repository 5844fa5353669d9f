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
    var sourceIdentity: SourceIdentity { data.sourceIdentity }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      reads.withLock { $0 += 1 }
      return try data.read(at: offset, count: count)
    }
  }

  @Test func headStaysAvailable() throws {
    let source = CountingSource((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    let window = SourceWindow(source)
    _ = try window.bytes(at: 0, count: 4)
    _ = try window.bytes(at: 90_000, count: 4)
    #expect(try window.bytes(at: 3, count: 2).bytes.elementsEqual([3, 4]))
    #expect(try window.bytes(at: 90_001, count: 1).fileOffset == 90_001)
    #expect(source.readCount == 2)
  }

  @Test func atLeastReturnsTheRestOfTheWindow() throws {
    let window = SourceWindow(DataSource([1, 2, 3, 4, 5]))
    #expect(try window.bytes(at: 2, atLeast: 1).count == 3)
    #expect(try window.bytes(at: 2, atLeast: 9).count == 3)
    #expect(try window.bytes(at: 5, atLeast: 1).isEmpty)
  }

  @Test func earlierWindowsRemainAvailable() throws {
    let source = CountingSource(Array(repeating: 7, count: 4_000_000))
    let window = SourceWindow(source)
    let places: [Int64] = [0, 1_000_000, 2_000_000, 3_000_000]
    for place in places + places.reversed() + places {
      #expect(try window.bytes(at: place + 100, count: 8).fileOffset == place + 100)
    }
    #expect(source.readCount == 4)
  }

  @Test func headOutlastsOtherWindows() throws {
    let source = CountingSource(Array(repeating: 7, count: 1_000_000))
    let window = SourceWindow(source)
    for place in stride(from: Int64(0), to: 1_000_000, by: 50_000) {
      _ = try window.bytes(at: place, count: 8)
    }
    let count = source.readCount
    #expect(try window.bytes(at: 5, count: 8).fileOffset == 5)
    #expect(source.readCount == count)
  }

  @Test func consecutiveWindowsGrow() throws {
    let source = CountingSource(Array(repeating: 7, count: 400_000))
    let window = SourceWindow(source)
    for offset in stride(from: Int64(0), to: 399_000, by: 64) {
      _ = try window.bytes(at: offset, count: 64)
    }
    #expect(source.readCount < 12)
  }

  @Test func readsEndWithTheSource() throws {
    let window = SourceWindow(DataSource(Array(repeating: 7, count: 10)))
    #expect(try window.bytes(at: 8, upTo: 100).count == 2)
    #expect(try window.bytes(at: 10, upTo: 1).isEmpty)
    #expect(throws: ParseError.self) { try window.bytes(at: 8, count: 3) }
  }

  /// A source may return fewer bytes than its length promises.
  @Test(arguments: [0, 1, 7])
  func sourcesMayReturnFewerBytes(given: Int) throws {
    struct Miser: ByteSource {
      let given: Int
      let sourceIdentity = SourceIdentity()
      var length: Int64 { 10_000 }
      func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
        Array(repeating: 7, count: min(given, count))
      }
    }
    func window() -> SourceWindow { SourceWindow(Miser(given: given)) }
    let available = given
    #expect(try window().bytes(at: 5000, upTo: 8).count == available)
    #expect(try window().word(at: 5000) == nil)
    #expect(throws: ParseError.self) { try window().bytes(at: 5000, count: 8) }
  }

  @Test func anEntryIsASourceWithZerosBeforeIt() throws {
    let source = SliceSource(ByteSlice([1, 2, 3, 4, 5, 6, 7, 8, 9], origin: 5000))
    #expect(try source.read(at: 4998, count: 4) == [0, 0, 1, 2])
    #expect(try source.read(at: 10, count: 3) == [0, 0, 0])
    #expect(try source.read(at: 5007, count: 9) == [8, 9])
    #expect(try source.read(at: 5009, count: 1).isEmpty)
    let window = SourceWindow(source)
    #expect(try window.word(at: 5001) == 0x0203_0405_0607_0809)
    #expect(try window.bytes(at: 5000, upTo: 20).count == 9)
  }
}
