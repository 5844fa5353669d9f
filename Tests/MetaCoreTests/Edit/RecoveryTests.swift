import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite struct RecoveryTests {
  /// A journal as a writer that died before its first write left it.
  private func journal(_ bench: EditBench, _ change: (inout EditRecord) -> Void = { _ in }) throws {
    let target = try LockedFile.lock(bench.path, force: false, patience: 0)
    let plan = try bench.plan(.still, 6)
    let run = try EditRun(target, plan, bench.options)
    let form = try #require(try InPlacePlan.still(plan, of: target.source))
    var record = try run.record(.inPlace, form.plan, splice: nil, changed: form.checksum)
    change(&record)
    _ = try Journal.begin(record, for: target, bench.options)
  }

  private func recover(_ bench: EditBench) throws -> Recovery.Outcome {
    try Recovery.recover(bench.path, state: bench.options.state, patience: 0)
  }

  @Test func aJournalWhoseWriterDiedBeforeItWroteIsRolledBack() throws {
    let bench = try EditBench()
    let before = try bench.identity
    try journal(bench)
    #expect(Recovery.isNeeded(for: bench.path, state: bench.options.state))
    #expect(try recover(bench) == .rolledBack)
    #expect(try bench.content == bench.bytes)
    #expect(try bench.identity == before)
    #expect(try bench.others == [])
    #expect(try recover(bench) == .nothing)
  }

  @Test func aTornJournalNeverBegan() throws {
    let bench = try EditBench()
    try journal(bench)
    let path = FilePath(bench.folder.path).appending(try bench.others[0])
    let whole = try Data(contentsOf: URL(filePath: path.string))
    for length in [0, 5, 20, whole.count / 2, whole.count - 1] {
      try whole.prefix(length).write(to: URL(filePath: path.string))
      #expect(try recover(bench) == .cleaned)
      #expect(try bench.content == bench.bytes)
      #expect(try bench.others == [])
    }
  }

  @Test func aJournalOfALaterVersionIsLeftAlone() throws {
    let bench = try EditBench()
    try journal(bench)
    let url = bench.folder.appending(path: try bench.others[0])
    var bytes = try Data(contentsOf: url)
    bytes[11] = 2
    try bytes.write(to: url)
    guard case .ignored = try recover(bench) else {
      Issue.record("it was not ignored")
      return
    }
    #expect(try bench.others.count == 1)
  }

  @Test func aJournalOfAnotherFileDoesNotCount() throws {
    for change: @Sendable (inout EditRecord) -> Void in [
      { $0.old.inode += 1 }, { $0.old.device += 1 }, { $0.context ^= 1 },
    ] {
      let bench = try EditBench()
      try journal(bench, change)
      try Data(bench.bytes.reversed()).write(to: bench.url, options: [])
      #expect(try recover(bench) == .cleaned)
      #expect(try bench.content == bench.bytes.reversed())
      #expect(try bench.others == [])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func aJournalOfAnotherUserDoesNotCount() throws {
    let bench = try EditBench()
    try journal(bench)
    let name = try bench.others[0]
    let journal = bench.folder.appending(path: name).path
    try FileManager.default.setAttributes([.ownerAccountID: 1234], ofItemAtPath: journal)
    #expect(try recover(bench) == .ignored("its journal is of another user"))
    #expect(try bench.content == bench.bytes)
    // It is not in the way of an edit either.
    let plan = try bench.plan(.still, 6)
    try bench.execute(plan)
    #expect(try bench.content == plan.applied(to: bench.bytes))
    #expect(try bench.others == [name])
  }

  @Test func theJournalOfALivingWriterIsLeftAlone() throws {
    let bench = try EditBench()
    try journal(bench)
    let writer = try LockedFile.lock(bench.path, force: false, patience: 0)
    #expect(throws: MetaError.self) { try recover(bench) }
    withExtendedLifetime(writer) {}
    #expect(try bench.others.count == 1)
  }

  @Test func anEditSettlesWhatWasLeftAndThenFindsTheFileChangedOrNot() throws {
    let bench = try EditBench()
    try journal(bench)
    let plan = try bench.plan(.page, 1)
    try bench.execute(plan)
    #expect(try bench.content == plan.applied(to: bench.bytes))
    #expect(try bench.others == [])
  }

  @Test func aNewFileThatADeadWriterLeftIsRemoved() throws {
    let bench = try EditBench()
    let left = EditPlaces.beside(bench.path).temporary
    try Data([1, 2, 3]).write(to: URL(filePath: left.string))
    #expect(try recover(bench) == .cleaned)
    #expect(try bench.others == [])
  }

  @Test func namesAreShortEnough() {
    for count in [1, 200, 237, 238, 239, 255] {
      let path = FilePath("/music").appending(String(repeating: "a", count: count))
      let name = EditPlaces.beside(path).journal.lastComponent?.string ?? ""
      #expect(name.utf8.count <= 255)
      #expect(name.hasPrefix(".a") && name.hasSuffix(".metatool-journal"))
    }
  }
}
