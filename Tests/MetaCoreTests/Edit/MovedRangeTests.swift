import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite struct MovedRangeTests {
  /// The plan for a longer title: the bytes after it move into free space.
  private func plan(_ old: [UInt8], title: [UInt8]) throws -> RewritePlan {
    var plan = RewritePlan(oldSize: Int64(old.count))
    try plan.keep(0..<1000)
    plan.write(title + old[1000..<(40_000 - title.count)])
    try plan.keep(40_000..<Int64(old.count))
    return plan
  }

  private func record(_ plan: RewritePlan, of old: [UInt8]) throws -> JournalRecord {
    let time = FileTime(seconds: 0, nanoseconds: 0)
    let before = FileIdentity(device: 0, inode: 0, size: plan.oldSize, modified: time)
    let after = FileIdentity(device: 0, inode: 0, size: plan.newSize, modified: time)
    return JournalRecord(
      kind: .inPlace, keepsUndo: true, splice: nil, batch: 0, time: 0, path: [], old: before,
      new: after, inverse: try plan.inverse(of: DataSource(old)), changed: 0, context: 0)
  }

  @Test func movedBytesAreNotSaved() throws {
    let scene = try EditScene()
    try scene.execute(plan(scene.bytes, title: RandomPlan.bytes(24, seed: 9)))
    #expect(try #require(scene.store.entries().first).size < 700)
    #expect(try scene.others.isEmpty)
    try scene.undo()
    #expect(try scene.content == scene.bytes)
    #expect(scene.store.entries().isEmpty)
  }

  @Test func changedByteAmongMovedOnesIsDetected() throws {
    let scene = try EditScene()
    try scene.execute(plan(scene.bytes, title: RandomPlan.bytes(24, seed: 9)))
    let time = try scene.identity.modified
    let file = try FileSink(existing: scene.path)
    try file.write([try scene.content[20_000] ^ 1], at: 20_000)
    try file.setModified(time)
    #expect(throws: MetaError.self) { try scene.undo() }
  }

  @Test func oldFileIsRestoredAfterAnyMove() throws {
    var generator = SeededGenerator(seed: 77)
    for seed in 0..<60 as Range<UInt64> {
      let old = RandomPlan.bytes(60_000, seed: seed)
      var new = old
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let at = Int.random(in: 0..<(new.count - 2000), using: &generator)
        let count = Int.random(in: 0...1000, using: &generator)
        let piece = RandomPlan.bytes(Int64.random(in: 0...1000, using: &generator), seed: seed + 1)
        new.replaceSubrange(at..<(at + count), with: piece)
      }
      var plan = RewritePlan(oldSize: 60_000)
      plan.write(new)
      let record = try record(plan, of: old)
      let compact = try #require(record.compacted(by: plan))
      let bytes = compact.pieces.flatMap { Array($0.bytes) }
      #expect(Int64(bytes.count) == compact.encodedSize)
      #expect(bytes.count < 20_000)
      let whole = try JournalRecord(parsing: bytes).wholeInverse(in: DataSource(new))
      #expect(whole.applied(to: new) == old)
    }
  }
}
