import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Damaged movies are refused or exported; numbers of any size end nothing but the export.
@Suite struct MutationExportTests {
  private static let perSample = Repository.runsEverything ? 100 : 3

  @Test(arguments: FileExporterTests.movies)
  func damagedMoviesDoNotCrash(sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: UInt64(bytes.count) + 5)
    let places = numbers(in: bytes)
    for _ in 0..<MutationExportTests.perSample {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = places.randomElement(using: &generator) ?? 0
        let huge: [[UInt8]] = [
          [0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0],
        ]
        let small: [UInt8] = [0, 0, 0, UInt8.random(in: 0...255, using: &generator)]
        let new = (huge + [small]).randomElement(using: &generator) ?? small
        for (index, byte) in new.enumerated() where place + index < damaged.count {
          damaged[place + index] = byte
        }
      }
      for mode in 0..<3 { remux(damaged, mode) }
    }
  }

  /// As in the fuzz targets `remux` and `export`: refused, or written with the promised samples.
  @Test(arguments: FileExporterTests.movies)
  func damagedMoviesAreRefusedOrKeepPromises(sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: UInt64(bytes.count) + 6)
    let places = numbers(in: bytes)
    for round in 0..<(MutationExportTests.perSample * 4) {
      var damaged = bytes
      let place = places.randomElement(using: &generator) ?? 0
      // The first round is the sample itself.
      if round > 0 {
        for index in 0..<2 where place + index + 2 < damaged.count {
          damaged[place + index + 2] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let choice = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for withEdits in [false, true] {
        #expect(FuzzedExport(choice + damaged)?.broken(withEdits: withEdits) == nil, "\(choice)")
      }
    }
  }

  /// Whichever of two movies is damaged, the samples of one go into the other as promised, or not
  /// at all.
  @Test(arguments: ["moov-first.mp4", "fragmented-hybrid.mp4", "timecode-gps.mov"])
  func damagedMoviesGetAndGiveSamples(sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    let whole = DataSource(try Repository.bytes(of: "moov-first.mp4"))
    var generator = SeededGenerator(seed: UInt64(bytes.count) + 7)
    let places = numbers(in: bytes)
    var exportCount = 0
    for round in 0..<(MutationExportTests.perSample * 20) {
      var damaged = bytes
      let place = places.randomElement(using: &generator) ?? 0
      let first = round % 2 == 0 ? 0 : 2
      for index in first..<4 where round > 1 && place + index < damaged.count {
        damaged[place + index] = UInt8.random(in: 0...255, using: &generator)
      }
      let source = DataSource(damaged)
      for (old, new) in [(source, whole), (whole, source)] {
        var options = ExportOptions()
        options.allowsLoss = true
        if round % 3 == 1 { options.movieFragmentInterval = MediaTime(value: 1, timescale: 4) }
        var other = TrackReplacements(new)
        other.tracks = round % 3 == 2 ? [2: 1] : [1: 1, 2: 2]
        other.additions = round % 5 == 0 ? [2] : []
        let exporter = FileExporter(path: "old.mp4", options: options)
        guard let planned = try? exporter.planned(old, as: .mp4, with: [other]) else { continue }
        exportCount += 1
        let output = PlannedSource(planned.plan, of: JoinedSource([old, new]))
        let media = try FormatReader(output).media(of: try Inspector.inspect(output))
        try PromisedTrack.check(planned.promised, against: media)
        #expect(try output.read(at: 0, count: Int(output.length)).count == Int(output.length))
      }
    }
    #expect(exportCount > MutationExportTests.perSample)
  }

  /// Plain, cut, or in fragments.
  private func remux(_ bytes: [UInt8], _ mode: Int) {
    let source = DataSource(bytes)
    guard let document = try? Inspector.inspect(source) else { return }
    var request = RemuxRequest(mode == 1 ? .quickTimeMovie : .mp4)
    request.allowsLoss = true
    if mode == 1, let start = MediaTime(value: 1, timescale: 4),
      let end = MediaTime(value: 3, timescale: 4)
    {
      request.range = MediaTimeRange(start: start, end: end)
    }
    if mode == 2 { request.fragmentInterval = MediaTime(value: 1, timescale: 4) }
    guard let plan = try? Inspector.remux(document, in: source, request).rewrite else { return }
    // Omitted data shrinks a file; generated data is as large as its source.
    #expect(plan.newSize < Int64(bytes.count) * 8 + 1 << 20)
  }

  /// The places of all numbers of 32 bits in the movie and its fragments.
  private func numbers(in bytes: [UInt8]) -> [Int] {
    let tables = ["moov", "moof"].compactMap { bytes.firstRange(of: Array($0.utf8))?.lowerBound }
    return tables.flatMap { Array(stride(from: $0, to: min(bytes.count, $0 + 6000), by: 4)) }
  }

  @Test("Inputs that fuzzing found", arguments: [false, true]) func foundByFuzzing(edits: Bool)
    throws
  {
    for input in try Repository.fuzzCorpus("export") + Repository.fuzzCorpus("remux") {
      #expect(FuzzedExport(input)?.broken(withEdits: edits) == nil)
    }
  }
}
