import TestSupport
import Testing

@testable import MetaCore

/// The guard skips most chunks without adding up their samples; here each sample is added up.
@Suite struct MediaGuardTests {
  /// The tables of one track, possibly damaged.
  private struct Tables {
    var runs: [SampleToChunkAtom.Entry] = []
    var sizes: [UInt32] = []
    /// How `stz2` writes the sizes; nil for `stsz`.
    var bits: UInt8?
    var isUniform = false
    var offsets: [UInt64] = []
    var isWide = false

    init(_ generator: inout SeededGenerator, fileSize: UInt32) {
      let chunks = Int.random(in: 1...40, using: &generator)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        runs.append(
          SampleToChunkAtom.Entry(
            firstChunk: .random(in: 0...UInt32(chunks + 1), using: &generator),
            samplesPerChunk: .random(in: 0...5, using: &generator), description: 1))
      }
      // Most tables are in order.
      if Int.random(in: 0..<4, using: &generator) > 0 {
        runs.sort { $0.firstChunk < $1.firstChunk }
      }
      bits = [nil, nil, 4, 8, 16].randomElement(using: &generator) ?? nil
      isUniform = bits == nil && Bool.random(using: &generator)
      let largest = UInt32(min(4000, bits.map { 1 << Int($0) - 1 } ?? 4000))
      let size = UInt32.random(in: 1...largest, using: &generator)
      for _ in 0..<Int.random(in: 0...120, using: &generator) {
        sizes.append(isUniform ? size : .random(in: 0...largest, using: &generator))
      }
      isWide = Bool.random(using: &generator)
      for _ in 0..<chunks {
        offsets.append(UInt64(UInt32.random(in: 0...fileSize + 1000, using: &generator)))
      }
    }

    var atoms: [UInt8] {
      var writer = ByteWriter()
      var table = SampleSizeAtom(sizes: sizes)
      if let bits { table.form = .compact(bits: bits) }
      if isUniform, let size = sizes.first {
        table = SampleSizeAtom(uniformSize: size, count: UInt32(sizes.count))
      }
      table.encode(into: &writer)
      let numbers = offsets.flatMap { isWide ? [UInt32($0 >> 32), UInt32($0)] : [UInt32($0)] }
      return atom(bits == nil ? "stsz" : "stz2", writer.bytes)
        + fullAtom(
          "stsc",
          words(
            [UInt32(runs.count)]
              + runs.flatMap { [$0.firstChunk, $0.samplesPerChunk, $0.description] }))
        + fullAtom(isWide ? "co64" : "stco", words([UInt32(offsets.count)] + numbers))
    }

    /// The ranges of the chunks with a run.
    var chunks: [Range<Int64>] {
      var result: [Range<Int64>] = []
      var (run, sample) = (-1, 0)
      for (number, offset) in offsets.enumerated() {
        while run + 1 < runs.count, Int(runs[run + 1].firstChunk) <= number + 1 { run += 1 }
        guard run >= 0 else { continue }
        let end = min(sizes.count, sample + Int(runs[run].samplesPerChunk))
        let size = sizes[sample..<end].reduce(0) { $0 + Int64($1) }
        result.append(Int64(offset)..<(Int64(offset) + size))
        sample = end
      }
      return result
    }
  }

  @Test("A plan is refused only if a chunk is not kept in one piece")
  func everyChunkCounts() throws {
    var (refused, passed) = (0, 0)
    for seed in 0..<1500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let tables = Tables(&generator, fileSize: 65536)
      let movie = atom("moov", atom("trak", atom("mdia", atom("minf", atom("stbl", tables.atoms)))))
      let file = movie + atom("mdat", [UInt8](repeating: 0, count: 65536 - 8 - movie.count))
      let shape = try #require(RandomPlan.Shape.allCases.randomElement(using: &generator))
      let plan = try RandomPlan.make(shape, size: 65536, seed: seed)
      let tree = try AtomTree(SourceWindow(DataSource(file)))
      let isSpoiled = tables.chunks.contains { chunk in
        plan.seams.contains {
          $0.upperBound > chunk.lowerBound && $0.lowerBound < chunk.upperBound
        }
      }
      let check = MediaGuard(plan, tree, .standard, correctsOffsets: true)
      if isSpoiled {
        #expect(throws: ParseError.self, "seed \(seed)") { try check.check() }
        refused += 1
      } else {
        #expect(throws: Never.self, "seed \(seed)") { try check.check() }
        passed += 1
      }
    }
    #expect(refused > 200)
    #expect(passed > 200)
  }

  @Test("Many samples are skipped without reading each")
  func runsAreProcessedTogether() throws {
    let stbl = atom(
      "stbl", fullAtom("stsc", words(3, 1, .max, 1, 3, .max, 1, UInt32.max, .max, 2)),
      fullAtom("stsz", words(7, .max)))
    let window = SourceWindow(DataSource(stbl))
    let root = try #require(AtomTree(window).top.first)
    var runs = try ChunkRuns(root, in: window)
    try runs.move(to: 2)
    #expect(runs.firstSample(of: 2) == 2 * UInt64(UInt32.max))
    try runs.move(to: Int(UInt32.max))
    #expect(runs.current?.description == 2)
    #expect(runs.firstSample(of: UInt64(UInt32.max)) == UInt64(UInt32.max) * UInt64(UInt32.max))
    #expect(runs.firstSample(of: .max) == .max)
    var sizes = try SampleSizeCursor(SampleTable(root, in: window))
    try sizes.skip(UInt64(UInt32.max) - 2)
    #expect(try sizes.sum(10) == 14)
  }
}
