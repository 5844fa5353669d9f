import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite struct UndoStoreTests {
  @Test func oldestEntriesArePrunedFirst() throws {
    let scene = try EditScene()
    for seed in 1...6 as ClosedRange<UInt64> { try scene.execute(scene.plan(.page, seed)) }
    var store = scene.store
    let all = store.entries()
    #expect(all.count == 6)
    store.limits.total = 3 * 4096
    store.prune()
    #expect(store.entries() == Array(all.prefix(3)))
    store.prune(now: all[0].time + (store.limits.age + 1) * 1_000_000_000)
    #expect(store.entries().isEmpty)
  }

  @Test func anEditThatIsTooLargeIsNotKept() throws {
    var store = try EditScene().store
    store.limits.single = 100
    let plan = RewritePlan(oldSize: 0)
    let identity = FileIdentity(
      device: 0, inode: 0, size: 0, modified: FileTime(seconds: 0, nanoseconds: 0))
    let record = JournalRecord(
      kind: .inPlace, keepsUndo: true, splice: nil, batch: 0, time: 0, path: [], old: identity,
      new: identity, inverse: plan, changed: 0, context: 0)
    #expect(!store.accepts(record))
  }

  @Test func batchIsFoundAsAWhole() throws {
    var scene = try EditScene()
    try scene.execute(scene.plan(.page, 1))
    scene.options.batch = 77
    let second = FilePath(scene.scratch.file("second.m4a").path)
    try Data(scene.bytes).write(to: URL(filePath: second.string))
    try scene.execute(scene.plan(.page, 2))
    let identity = try FileIdentity(of: second)
    let plan = try RandomPlan.make(.page, size: identity.size, seed: 3)
    _ = try PlanExecutor(path: second, options: scene.options).execute(plan, readFrom: identity)
    #expect(Set(scene.store.lastBatch()?.paths ?? []) == [scene.path, second])
  }

  @Test func lastBatchHasAnUnchangedFile() throws {
    var scene = try EditScene()
    for number in 1...4 as ClosedRange<UInt64> {
      scene.options.batch = number / 2
      try scene.execute(scene.plan(.page, number))
    }
    #expect(scene.store.lastBatch()?.number == 2)
    try scene.undo()
    #expect(scene.store.lastBatch()?.number == 1)
    _ = try scene.store.undo(scene.path, in: try #require(scene.store.lastBatch()))
    #expect(scene.store.lastBatch()?.number == 0)
    try Data().write(to: scene.url)
    // All files have changed since: the newest batch is returned.
    #expect(scene.store.lastBatch()?.paths == [scene.path])
  }

  @Test func anEditIsFoundUnderAnotherName() throws {
    let scene = try EditScene()
    try scene.execute(scene.plan(.page, 1))
    let other = scene.folder.appending(path: "renamed.m4a")
    try FileManager.default.moveItem(at: scene.url, to: other)
    _ = try scene.store.undo(FilePath(other.path), options: scene.options)
    #expect(try Data(contentsOf: other) == Data(scene.bytes))
    #expect(scene.store.entries().isEmpty)
  }

  @Test func anEditWhoseWriterDiedBeforeItSetTheTimeIsTakenBack() throws {
    let scene = try EditScene()
    try scene.execute(scene.plan(.page, 1))
    let time = try scene.identity.modified
    let entry = try #require(scene.store.entries().first)
    let record = try #require(scene.store.record(of: entry))
    #expect(record.isSettled)
    try FileSink(existing: entry.path).resize(to: record.encodedSize)
    // A time as set by the system clock.
    try FileSink(existing: scene.path).setModified(
      FileTime(seconds: time.seconds, nanoseconds: (time.nanoseconds + 5) % 1_000_000_000))
    try scene.undo()
    #expect(try scene.content == scene.bytes)
  }

  @Test("After undo to another output, the file itself can still be undone")
  func undoToAnotherOutput() throws {
    var scene = try EditScene()
    try scene.execute(scene.plan(.still, 6))
    let edited = try scene.content
    let output = scene.scratch.file("old.m4a")
    scene.options.output = .file(FilePath(output.path))
    try scene.undo()
    #expect(try [UInt8](Data(contentsOf: output)) == scene.bytes)
    #expect(try scene.content == edited)
    scene.options.output = .original
    try scene.undo()
    #expect(try scene.content == scene.bytes)
    #expect(scene.store.entries().isEmpty)
  }

  @Test("Options that require undo for an edit are accepted for its undo")
  func undoWithRequiredUndo() throws {
    var scene = try EditScene()
    scene.options.requiresUndo = true
    try scene.execute(scene.plan(.still, 6))
    try scene.undo()
    #expect(try scene.content == scene.bytes)
  }

  @Test func purgedDataIsDeleted() throws {
    let scene = try EditScene()
    try scene.execute(scene.plan(.still, 6))
    #expect(scene.store.entries().count == 1)
    try scene.store.purge(scene.path)
    #expect(scene.store.entries().isEmpty)
    #expect(throws: MetaError.self) { try scene.undo() }
  }

  @Test func undoDataIsPrivateToTheUser() throws {
    let scene = try EditScene()
    try scene.execute(scene.plan(.still, 6))
    let entry = try #require(scene.store.entries().first)
    #expect(try FileStatus(of: entry.path).permissions == 0o600)
    #expect(try FileStatus(of: scene.store.folder).permissions == 0o700)
  }
}
