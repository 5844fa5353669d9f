import Testing

@testable import MetaCore

@Suite("Bytes under a mask")
struct ByteMaskTests {
  private let old = [UInt8](1...100)

  private func masked(_ mask: ByteMask, at offset: Int64 = 0, count: Int = 100) throws -> [UInt8] {
    try MaskedSource(source: DataSource(old), mask: mask).read(at: offset, count: count)
  }

  @Test func readsFollowTheMask() throws {
    var mask = ByteMask()
    mask.replace([7, 8, 9], at: 20)
    mask.cover(10..<30)
    mask.cover(25..<40, with: 0x20)
    var expected = old
    for index in 10..<30 { expected[index] = 0 }
    expected.replaceSubrange(20..<23, with: [7, 8, 9])
    for index in 30..<40 { expected[index] = 0x20 }
    #expect(try masked(mask) == expected)
    #expect(try masked(mask, at: 21, count: 10) == Array(expected[21..<31]))
    #expect(try masked(mask, at: 95, count: 10) == Array(expected[95...]))
  }

  @Test func firstMaskCounts() throws {
    var mask = ByteMask()
    mask.cover(10..<20)
    mask.replace([1, 2, 3, 4], at: 18)
    mask.replace([5, 6], at: 20)
    #expect(try masked(mask, at: 18, count: 4) == [0, 0, 5, 6])
    mask.uncover(19..<20)
    #expect(try masked(mask, at: 10, count: 4) == [11, 12, 13, 14])
  }

  @Test func aPlanWritesWhatItKeepsUnderTheMask() throws {
    var mask = ByteMask()
    mask.cover(10..<20)
    mask.replace([0xAA, 0xBB], at: 50)
    mask.cover(98..<100, with: 0x20)
    var plan = RewritePlan(oldSize: 100)
    try plan.keep(0..<15)
    plan.write([0xFF, 0xFF])
    try plan.keep(18..<99)
    let new = RewritePlanTests.result(
      of: try plan.masked(by: mask, of: DataSource(old)), on: old)
    let seen = try masked(mask)
    #expect(new == Array(seen[..<15]) + [0xFF, 0xFF] + Array(seen[18..<99]))
  }

  @Test func matchingBytesAreUnchanged() throws {
    var mask = ByteMask()
    mask.cover(10..<20, with: 5)
    let same = [UInt8](repeating: 5, count: 100)
    let plan = try RewritePlan.unchanged(100).masked(by: mask, of: DataSource(same))
    #expect(plan.isUnchanged)
  }
}
