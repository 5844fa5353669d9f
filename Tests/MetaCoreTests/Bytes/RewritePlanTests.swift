import Testing
import TestSupport

@testable import MetaCore

@Suite("Rewrite plans")
struct RewritePlanTests {
  /// The result of a plan for bytes in memory.
  static func result(of plan: RewritePlan, on old: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for segment in plan.segments {
      switch segment {
      case .keep(let range): bytes += old[Int(range.lowerBound)..<Int(range.upperBound)]
      case .write(let new): bytes += new.bytes
      case .fill(let count): bytes += [UInt8](repeating: 0, count: Int(count))
      }
    }
    return bytes
  }

  @Test("Adjacent pieces of the old file are merged")
  func neighbours() throws {
    var plan = RewritePlan(oldSize: 10)
    try plan.keep(0..<4)
    try plan.keep(4..<10)
    #expect(plan.segments == [.keep(0..<10)])
    #expect(plan.isUnchanged)
    #expect(plan == .unchanged(10))
  }

  @Test("Pieces that overlap, go backwards, or extend past the file are refused")
  func contradictions() throws {
    var plan = RewritePlan(oldSize: 10)
    try plan.keep(2..<6)
    #expect(throws: ParseError.self) { try plan.keep(5..<7) }
    #expect(throws: ParseError.self) { try plan.keep(0..<1) }
    #expect(throws: ParseError.self) { try plan.keep(8..<11) }
  }

  @Test("A plan for another file may reorder pieces, and then has no inverse")
  func otherOrder() throws {
    let old: [UInt8] = [0, 1, 2, 3]
    var plan = RewritePlan(oldSize: 4, isOrdered: false)
    try plan.keep(2..<4)
    try plan.keep(0..<2)
    #expect(RewritePlanTests.result(of: plan, on: old) == [2, 3, 0, 1])
    #expect(!plan.isUnchanged)
    #expect((0..<4).map { plan.offsets[$0] } == [2, 3, 0, 1])
    #expect(throws: ParseError.self) { try plan.inverse(of: DataSource(old)) }
    var second = RewritePlan(oldSize: 4)
    second.write([9])
    try second.keep(1..<3)
    #expect(RewritePlanTests.result(of: try second.applied(after: plan), on: old) == [9, 3, 0])
  }

  @Test("The offset map covers kept ranges and nothing else")
  func offsets() throws {
    var plan = RewritePlan(oldSize: 100)
    try plan.keep(0..<10)
    plan.write([1, 2, 3])
    plan.fill(7)
    try plan.keep(15..<100)
    let map = plan.offsets
    #expect(map[0] == 0)
    #expect(map[9] == 9)
    #expect(map[10] == nil)
    #expect(map[14] == nil)
    #expect(map[15] == 20)
    #expect(map[99] == 104)
    #expect(map[100] == nil)
    #expect(!map.isStill)
    #expect(plan.newSize == 105)
    #expect(plan.dropped == [10..<15])
  }

  @Test("A plan followed by its inverse restores the old file", arguments: 0..<200)
  func inverse(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    var plan = RewritePlan(oldSize: Int64(old.count))
    var position = 0
    while position < old.count {
      let start = Int.random(in: position...old.count, using: &random)
      let end = Int.random(in: start...old.count, using: &random)
      try plan.keep(Int64(start)..<Int64(end))
      if Bool.random(using: &random) { plan.write([UInt8](repeating: 7, count: end % 13)) }
      if Bool.random(using: &random) { plan.fill(Int64(start % 9)) }
      position = max(end, position + 1)
    }
    let new = RewritePlanTests.result(of: plan, on: old)
    #expect(Int64(new.count) == plan.newSize)
    let inverse = try plan.inverse(of: DataSource(old))
    #expect(RewritePlanTests.result(of: inverse, on: new) == old)
    let again = try inverse.inverse(of: DataSource(new))
    #expect(RewritePlanTests.result(of: again, on: old) == new)
  }
}
