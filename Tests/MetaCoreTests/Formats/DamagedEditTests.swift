import TestSupport
import Testing

@testable import MetaCore

/// Damaged files are refused, or edited within the promises.
@Suite struct DamagedEditTests {
  static let seeds = Repository.runsEverything ? 400 : 25

  @Test(arguments: ID3EditTests.samples)
  func damagedFilesAreRefusedOrEditedWell(_ name: String) throws {
    let whole = try Repository.bytes(of: name)
    var (done, refused) = (0, 0)
    for seed in 0..<DamagedEditTests.seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Most structures stand at the ends.
        let near = Int.random(in: 0..<min(2000, bytes.count), using: &random)
        let place = Bool.random(using: &random) ? near : bytes.count - 1 - near
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if seed % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      guard let file = try? EditHarness(bytes) else { continue }
      for edit in [file.title("Another title"), file.clear] {
        for shape in EditHarness.shapes {
          do {
            if try file.outcome(edit, shape) != nil { done += 1 }
          } catch is ParseError {
            refused += 1
          }
        }
      }
    }
    #expect(done + refused > 0)
  }
}
