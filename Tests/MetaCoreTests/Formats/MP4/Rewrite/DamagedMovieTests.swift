import TestSupport
import Testing

@testable import MetaCore

@Suite("Edits of damaged movies")
struct DamagedMovieTests {
  @Test(
    "A damaged file is refused, or edited within the guarantees",
    arguments: MP4RewriterTests.samples)
  func damaged(name: String) throws {
    let whole = try Repository.bytes(of: name)
    var random = SeededGenerator(seed: UInt64(whole.count) + 3)
    for _ in 0..<(Repository.runsEverything ? 1000 : 25) {
      var file = whole
      if Int.random(in: 0..<4, using: &random) == 0 {
        file.removeLast(Int.random(in: 1..<file.count, using: &random))
      }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        file[Int.random(in: file.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let check = try? EditCheck(file, name: name) else { continue }
      for shape in [
        LayoutConstraints(movement: .none), LayoutConstraints(movement: .free),
        LayoutConstraints(movement: .none, layout: .append),
      ] {
        try edit(check, shape)
      }
    }
  }

  private func edit(_ check: EditCheck, _ shape: LayoutConstraints) throws {
    var edit = check.title("A longer title than before")
    edit.chapters = shape.layout == .append ? [] : nil
    let plan: RewritePlan?
    do { plan = try check.plan(edit, shape) } catch is ParseError { return }
    guard let plan else { return }
    let new = RewritePlanTests.result(of: plan, on: check.old)
    let inverse = try plan.inverse(of: DataSource(check.old))
    #expect(RewritePlanTests.result(of: inverse, on: new) == check.old)
    // Samples that reach into the metadata change with them.
    guard edit.chapters == nil, let samples = try? ListedSamples(DataSource(check.old)),
      samples.standInMedia
    else { return }
    #expect(try ListedSamples(DataSource(new)) == samples, "\(check.name) \(shape.movement)")
  }
}
