import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Damaged files are refused, or edited within the guarantees.
///
/// A seeded sample of damages; many of them with `METATOOL_TEST_ALL=1`. The fuzz target `edit`
/// performs the same checks.
@Suite struct MutationEditTests {
  private static let perSample = Repository.runsEverything ? 400 : 6

  @Test(arguments: Repository.samples)
  func damagedSamplesAreRefusedOrEditedCorrectly(_ sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: UInt64(bytes.count) + 3)
    var done = 0
    for number in 0..<MutationEditTests.perSample {
      var input = (0..<FuzzedEdit.choiceSize).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Most edits are plain ones.
      if Bool.random(using: &generator) { input[3] = 0 }
      input += damaged(bytes, &generator)
      guard case .done(let broken) = try #require(FuzzedEdit(input)).outcome() else { continue }
      done += 1
      #expect(broken == [], "damage \(number), \(input.prefix(FuzzedEdit.choiceSize))")
    }
    print("damaged \(sample): \(done) of \(MutationEditTests.perSample) edited")
  }

  @Test func intactSamplesAreEditedCorrectly() throws {
    var (done, unchanged, refused) = (0, 0, 0)
    var generator = SeededGenerator(seed: 1)
    for sample in Repository.samples {
      for edits in [0x02, 0x01, 0x40, 0xBE] as [UInt8] {
        let choice: [UInt8] = [edits, UInt8.random(in: 0...40, using: &generator), 2, 0]
        let bytes = try Repository.bytes(of: sample)
        switch try #require(FuzzedEdit(choice + bytes)).outcome() {
        case .done(let broken):
          done += 1
          #expect(broken == [], "\(sample) \(choice)")
        case .unchanged: unchanged += 1
        case .refused: refused += 1
        }
      }
    }
    // Most edits succeed; the test would be meaningless if all were refused.
    #expect(done > refused + unchanged, "\(done) done, \(unchanged) unchanged, \(refused) refused")
  }

  @Test func invalidExtendedHeaderHidesNothing() throws {
    var input: [UInt8] = [2, 9, 2, 0] + Array("ID3".utf8) + [3, 0, 0x40, 0, 0, 0, 40]
    input += Array("IT1\n".utf8) + [UInt8](repeating: 7, count: 36) + AudioBuilder.mp3(frames: 4)
    #expect(FuzzedEdit(input)?.outcome() == .done(broken: []))
  }

  @Test(.timeLimit(.minutes(60))) func excessiveSampleCountsAreFast() throws {
    var input: [UInt8] = [2, 9, 2, 0] + (try Repository.bytes(of: "plain.m4a"))
    let table = try #require(input.firstRange(of: Array("stsc".utf8)))
    // Every chunk declares this number of samples.
    input.replaceSubrange(
      (table.upperBound + 12)..<(table.upperBound + 16), with: [255, 255, 255, 255])
    #expect(FuzzedEdit(input)?.outcome() == .done(broken: []))
  }

  @Test func mediaOfAHeaderlessAtomIsFound() throws {
    var input: [UInt8] = [2, 9, 0x0A, 0] + (try Repository.bytes(of: "fragmented-mfra.mp4"))
    let type = Array("mdat".utf8)
    let last = try #require(
      input.indices.last { input[$0..<min(input.count, $0 + 4)].elementsEqual(type) })
    input.replaceSubrange((last - 4)..<last, with: [0, 0, 0, 4])
    #expect(FuzzedEdit(input)?.outcome() == .done(broken: []))
  }

  @Test func runsWithoutATrackAreNotMedia() throws {
    var input: [UInt8] = [0x40, 0, 2, 0] + (try Repository.bytes(of: "fragmented-sidx.mp4"))
    let header = try #require(input.firstRange(of: Array("tfhd".utf8)))
    input.replaceSubrange(header, with: Array("tfid".utf8))
    #expect(FuzzedEdit(input)?.outcome() == .done(broken: []))
  }

  @Test func metaFlagsAreNotAnAtom() throws {
    var input: [UInt8] = [2, 9, 2, 0] + (try Repository.bytes(of: "moov-first.mp4"))
    let meta = try #require(input.firstRange(of: Array("meta".utf8)))
    input[meta.upperBound + 3] = 0x7A
    #expect(FuzzedEdit(input)?.outcome() == .done(broken: []))
  }

  @Test func foundByFuzzing() throws {
    for input in try Repository.fuzzCorpus("edit") {
      guard case .done(let broken) = FuzzedEdit(input)?.outcome() else { continue }
      #expect(broken == [])
    }
  }

  /// A few bytes changed, the end truncated, a range removed, repeated, or zeroed.
  private func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var damaged = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      guard damaged.count > 16 else { break }
      let at = Int.random(in: 0..<(damaged.count - 8), using: &generator)
      let stretch = at..<min(damaged.count, at + Int.random(in: 1...64, using: &generator))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: damaged.removeSubrange(stretch)
      case 1: damaged.insert(contentsOf: damaged[stretch], at: at)
      case 2: damaged.replaceSubrange(stretch, with: [UInt8](repeating: 0, count: stretch.count))
      case 3: damaged.removeLast(Int.random(in: 0..<(damaged.count / 2), using: &generator))
      default: damaged[at] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return damaged
  }
}
