import TestSupport
import Testing

@testable import MetaCore

@Suite struct SampleTableTests {
  @Test func timeToSample() throws {
    let atom = try roundTrip(words(0, 2, 3, 1024, 1, 512), parse: TimeToSampleAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.entries.last == TimeToSampleAtom.Entry(count: 1, value: 512))
  }

  @Test func compositionOffsets() throws {
    let atom = try roundTrip(
      words(0x0100_0000, 1, 1, 0xFFFF_FFFE), parse: CompositionOffsetAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.entries.first?.value == -2)
  }

  @Test func sampleToChunk() throws {
    let atom = try roundTrip(words(0, 1, 1, 8, 1), parse: SampleToChunkAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.entries == [SampleToChunkAtom.Entry(firstChunk: 1, samplesPerChunk: 8)])
  }

  @Test func individualSizes() throws {
    let atom = try roundTrip(
      words(0, 0, 2, 100, 200), parse: { try SampleSizeAtom.parse($0, type: .stsz) }
    ) { $0.encode(into: &$1) }
    #expect(atom.sizes == [100, 200])
  }

  @Test func oneSizeForAll() throws {
    let atom = try roundTrip(
      words(0, 4, 1000), parse: { try SampleSizeAtom.parse($0, type: .stsz) }
    ) { $0.encode(into: &$1) }
    #expect(atom.uniformSize == 4)
    #expect(atom.count == 1000)
  }

  @Test(
    arguments: [
      ("00000004 00000003 12 30", [1, 2, 3]), ("00000008 00000002 FF 01", [255, 1]),
      ("00000010 00000001 0102", [258]),
    ] as [(String, [UInt32])])
  func compactSizes(hex: String, sizes: [UInt32]) throws {
    let atom = try roundTrip(
      words(0) + bytes(hex), parse: { try SampleSizeAtom.parse($0, type: .stz2) }
    ) { $0.encode(into: &$1) }
    #expect(atom.sizes == sizes)
  }

  @Test func compactSizesOfNoKnownWidth() {
    #expect(throws: ParseError.self) {
      try SampleSizeAtom.parse(ByteSlice(words(0, 5, 1, 0)), type: .stz2)
    }
  }

  @Test func chunkOffsets() throws {
    let atom = try roundTrip(
      words(0, 2, 48, 4096), parse: { try ChunkOffsetAtom.parse($0, type: .stco) }
    ) { $0.encode(into: &$1) }
    #expect(atom.type == .stco)
  }

  @Test func wideChunkOffsets() throws {
    let atom = try roundTrip(
      words(0, 1, 1, 0), parse: { try ChunkOffsetAtom.parse($0, type: .co64) }
    ) { $0.encode(into: &$1) }
    #expect(atom.offsets == [1 << 32])
    #expect(ChunkOffsetAtom(offsets: [1 << 32]).type == .co64)
    #expect(ChunkOffsetAtom(offsets: [0xFFFF_FFFF]).type == .stco)
  }

  // MARK: The joined view

  private func table(_ atoms: [UInt8]...) throws -> SampleTable {
    let window = SourceWindow(
      DataSource(atom("moov", atom("trak", atom("stbl", atoms.flatMap { $0 })))))
    var log = DiagnosticLog()
    var walker = AtomWalker(window)
    let stbl = try #require(walker.walk(log: &log).first?.first(.trak, .stbl))
    return SampleTable(stbl, in: window)
  }

  private func samples(of table: SampleTable, limit: Int = 100_000) throws -> [SampleTable.Sample] {
    var cursor = try table.samples()
    var samples: [SampleTable.Sample] = []
    while samples.count < limit, let sample = try cursor.next() { samples.append(sample) }
    return samples
  }

  @Test func tablesAreJoined() throws {
    let table = try table(
      fullAtom("stts", words(2, 2, 10, 1, 5)), fullAtom("ctts", words(2, 1, 7, 2, 0)),
      fullAtom("stsc", words(2, 1, 2, 1, 2, 1, 2)), fullAtom("stsz", words(0, 3, 100, 50, 25)),
      fullAtom("stco", words(2, 1000, 5000)))
    let samples = try samples(of: table)
    #expect(samples.map(\.time) == [0, 10, 20])
    #expect(samples.map(\.duration) == [10, 10, 5])
    #expect(samples.map(\.compositionOffset) == [7, 0, 0])
    #expect(samples.map(\.offset) == [1000, 1100, 5000])
    #expect(samples.map(\.size) == [100, 50, 25])
    #expect(samples.map(\.chunk) == [0, 0, 1])
    #expect(samples.map(\.description) == [1, 1, 2])
    #expect(try table.sampleCount() == 3)
  }

  @Test func tablesLongerThanAPage() throws {
    let count: UInt32 = 5000
    var sizes = words(0, count)
    for index in 0..<count { sizes += words(index) }
    let table = try table(
      fullAtom("stts", words(1, count, 1)), fullAtom("stsc", words(1, 1, count, 1)),
      fullAtom("stsz", sizes), fullAtom("co64", words(1, 0, 16)))
    let samples = try samples(of: table)
    #expect(samples.count == 5000)
    #expect(samples.last?.size == 4999)
    let before: Int64 = 4998 * 4999 / 2
    #expect(samples.last?.offset == 16 + before)
  }

  @Test func compactSizesAreJoinedToo() throws {
    let table = try table(
      fullAtom("stts", words(1, 3, 1)), fullAtom("stsc", words(1, 1, 3, 1)),
      fullAtom("stz2", words(4, 3), [0x12, 0x30]), fullAtom("stco", words(1, 8)))
    #expect(try samples(of: table).map(\.size) == [1, 2, 3])
    #expect(try table.sampleCount() == 3)
  }

  @Test func samplesEndWithTheChunks() throws {
    let table = try table(
      fullAtom("stts", words(1, 0xFFFF_FFFF, 1)), fullAtom("stsc", words(1, 1, 2, 1)),
      fullAtom("stsz", words(1, 0xFFFF_FFFF)), fullAtom("stco", words(0xFFFF_FFFF, 8)))
    #expect(try samples(of: table).count == 2)
  }

  @Test func countIsThatOfThePresentSizes() throws {
    let table = try table(fullAtom("stsz", words(0, 0xFFFF_FFFF, 1, 2)))
    #expect(try table.sampleCount() == 2)
  }

  @Test func missingTablesMeanNoSamples() throws {
    #expect(try samples(of: table(fullAtom("stts", words(0)))).isEmpty)
  }
}
