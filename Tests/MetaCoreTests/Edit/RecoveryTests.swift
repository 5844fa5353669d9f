import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite struct RecoveryTests {
  /// The journal of a writer that crashed before its first write.
  private func journal(_ scene: EditScene, _ change: (inout JournalRecord) -> Void = { _ in })
    throws
  {
    let target = try LockedFile.lock(scene.path, force: false, patience: .zero)
    let plan = try scene.plan(.still, 6)
    let run = try PlanExecution(target, plan, scene.options)
    let form = try #require(try InPlacePlan.still(plan, of: target.source))
    var record = try run.record(.inPlace, form.plan, splice: nil)
    change(&record)
    _ = try Journal.begin(record, for: target, scene.options)
  }

  private func recover(_ scene: EditScene) throws -> Recovery.Outcome {
    try Recovery.recover(scene.path, state: scene.options.state, patience: .zero)
  }

  @Test func journalOfACrashedWriterIsRolledBack() throws {
    let scene = try EditScene()
    let before = try scene.identity
    try journal(scene)
    #expect(Recovery.isNeeded(for: scene.path, state: scene.options.state))
    #expect(try recover(scene) == .rolledBack)
    #expect(try scene.content == scene.bytes)
    #expect(try scene.identity == before)
    #expect(try scene.others == [])
    #expect(try recover(scene) == .nothing)
  }

  /// Leaves an edit half-done.
  private func leaveHalfDone(_ scene: EditScene, _ shape: RandomPlan.Shape) throws {
    let target = try LockedFile.lock(scene.path, force: false, patience: .zero)
    let plan = try scene.plan(shape, 6)
    let run = try PlanExecution(target, plan, scene.options)
    let form = try #require(
      try shape == .still
        ? InPlacePlan.still(plan, of: target.source)
        : InPlacePlan.spliced(plan, block: 4096, of: target.source))
    let record = try run.record(
      .inPlace, form.plan, splice: form.splice)
    _ = try Journal.begin(record, for: target, scene.options)
    try form.applySplice(to: target.file)
    for place in form.plan.places {
      guard case .write(let bytes) = place.segment else { continue }
      try target.file.write(bytes.bytes.prefix(bytes.count / 2), at: place.offset)
    }
  }

  private func read(_ scene: EditScene) throws -> (bytes: [UInt8], outcome: Recovery.Outcome) {
    let opened = try Recovery.open(scene.path, state: scene.options.state, patience: .zero)
    return (try opened.source.read(at: 0, count: Int(opened.source.length)), opened.outcome)
  }

  @Test(arguments: [RandomPlan.Shape.still, .blocks])
  func readerCompletesAnInterruptedEdit(shape: RandomPlan.Shape) throws {
    let scene = try EditScene()
    try leaveHalfDone(scene, shape)
    let (bytes, outcome) = try read(scene)
    #expect(bytes == scene.bytes)
    #expect(outcome == .rolledBack)
    #expect(try scene.content == scene.bytes)
    #expect(try scene.others == [])
    #expect(try read(scene).outcome == .nothing)
  }

  @Test(arguments: [RandomPlan.Shape.still, .blocks])
  func readOnlyReaderAppliesTheJournal(shape: RandomPlan.Shape) throws {
    let scene = try EditScene()
    try leaveHalfDone(scene, shape)
    let torn = try scene.content
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: scene.path.string)
    for _ in 0..<2 {
      let (bytes, outcome) = try read(scene)
      #expect(bytes == scene.bytes)
      #expect(outcome == .readThrough)
      #expect(try scene.content == torn)
      #expect(try scene.others.count == 1)
    }
    #expect(try recover(scene) == .rolledBack)
    #expect(try scene.content == scene.bytes)
  }

  @Test func interruptedCopyIsReadFromItsSource() throws {
    let scene = try EditScene()
    try journal(scene) { $0.kind = .copyBack }
    let new = try scene.plan(.still, 6).applied(to: scene.bytes)
    try Data(new).write(to: URL(filePath: JournalPaths.nextTo(scene.path).temporary.string))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: scene.path.string)
    #expect(try read(scene) == (new, .readThrough))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: scene.path.string)
    #expect(try read(scene) == (new, .finished))
    #expect(try scene.others == [])
  }

  @Test func readerDoesNotWaitForACompleteRewrite() throws {
    let scene = try EditScene()
    let writer = try LockedFile.lock(scene.path, force: false, patience: .zero)
    let output = try OutputFile(for: scene.path, mayBeUnnamed: false)
    let opened = try Recovery.open(scene.path, state: scene.options.state)
    #expect(opened.outcome == .nothing)
    #expect(try scene.others.count == 2)
    withExtendedLifetime((writer, output)) {}
  }

  @Test func deviceNumberMayHaveChanged() throws {
    let scene = try EditScene()
    try leaveHalfDone(scene, .still)
    let path = FilePath(scene.folder.path).appending(try scene.others[0])
    var record = try #require(JournalRecord(ownedAt: path))
    record.old.device += 1
    try FileSink(existing: path).write(record)
    #expect(try recover(scene) == .rolledBack)
    #expect(try scene.content == scene.bytes)
  }

  @Test func folderIsSearched() throws {
    let scene = try EditScene()
    let folder = FilePath(scene.folder.path)
    #expect(Recovery.isClean(folder, limit: 100))
    #expect(!Recovery.isClean(folder, limit: 1))
    try journal(scene)
    #expect(!Recovery.isClean(folder, limit: 100))
  }

  @Test(
    "Recovery overwrites the old bytes in a journal, because the edit may have had to erase them",
    arguments: [(UInt64(0), Recovery.Outcome.rolledBack), (1, .cleaned)])
  func journalIsOverwritten(inodeChange: UInt64, outcome: Recovery.Outcome) throws {
    let scene = try EditScene()
    try journal(scene) { $0.old.inode += inodeChange }
    let path = FilePath(scene.folder.path).appending(try scene.others[0])
    let file = try FileSink(existing: path, .readOnly)
    let size = Int(try file.status().identity.size)
    #expect(try recover(scene) == outcome)
    #expect(try scene.others == [])
    let left = try file.read(at: 0, count: size)
    #expect(left.count == size && left.dropFirst(12).allSatisfy { $0 == 0 })
  }

  @Test("A journal that was only partly overwritten is removed")
  func partlyOverwrittenJournal() throws {
    let scene = try EditScene()
    try journal(scene)
    let path = FilePath(scene.folder.path).appending(try scene.others[0])
    let file = try FileSink(existing: path)
    let journal = Journal(path: path, file: file)
    let name = FilePath(scene.scratch.file("kept").path)
    try FileManager.default.linkItem(atPath: path.string, toPath: name.string)
    try journal.remove(erasing: true)
    try FileNames.rename(name, to: path)
    #expect(try recover(scene) == .cleaned)
    #expect(try scene.others == [])
    #expect(try scene.content == scene.bytes)
  }

  @Test func tornJournalIsIgnored() throws {
    let scene = try EditScene()
    try journal(scene)
    let path = FilePath(scene.folder.path).appending(try scene.others[0])
    let whole = try Data(contentsOf: URL(filePath: path.string))
    for length in [0, 5, 20, whole.count / 2, whole.count - 1] {
      try whole.prefix(length).write(to: URL(filePath: path.string))
      #expect(try recover(scene) == .cleaned)
      #expect(try scene.content == scene.bytes)
      #expect(try scene.others == [])
    }
  }

  @Test func journalOfALaterVersionIsLeftAlone() throws {
    let scene = try EditScene()
    try journal(scene)
    let url = scene.folder.appending(path: try scene.others[0])
    var bytes = try Data(contentsOf: url)
    bytes[11] = 2
    try bytes.write(to: url)
    guard case .ignored = try recover(scene) else {
      Issue.record("it was not ignored")
      return
    }
    #expect(try scene.others.count == 1)
  }

  /// Leaves a new file that is complete, as before a copy over the old file.
  private func leaveNewFile(_ scene: EditScene) throws -> FilePath {
    let target = try LockedFile.lock(scene.path, force: false, patience: .zero)
    let output = try OutputFile(for: scene.path, mayBeUnnamed: true)
    try output.file.write(try scene.plan(.still, 6).applied(to: scene.bytes)[...], at: 0)
    let path = try output.appear(for: scene.path).path
    withExtendedLifetime(target) {}
    return path
  }

  @Test func newFileOfAnIgnoredJournalIsKept() throws {
    let scene = try EditScene()
    try journal(scene) { $0.kind = .copyBack }
    let url = scene.folder.appending(path: try scene.others[0])
    var bytes = try Data(contentsOf: url)
    bytes[11] = 2
    try bytes.write(to: url)
    let new = try leaveNewFile(scene)
    guard case .ignored = try recover(scene) else {
      Issue.record("it was not ignored")
      return
    }
    #expect(FileNames.exists(new))
    #expect(try scene.others.count == 2)
  }

  @Test func copyWhoseJournalIsInTheStateFolderIsFinished() throws {
    let scene = try EditScene()
    let taken = JournalPaths.nextTo(scene.path).journal
    try Data("of another program".utf8).write(to: URL(filePath: taken.string))
    try journal(scene) { $0.kind = .copyBack }
    let new = try leaveNewFile(scene)
    let bytes = try scene.plan(.still, 6).applied(to: scene.bytes)
    #expect(try recover(scene) == .finished)
    #expect(try scene.content == bytes)
    #expect(!FileNames.exists(new))
    #expect(try scene.others.count == 1)
  }

  @Test func aJournalOfAnotherFileDoesNotCount() throws {
    for change: @Sendable (inout JournalRecord) -> Void in [
      { $0.old.inode += 1 }, { $0.old.device += 1 }, { $0.context ^= 1 },
    ] {
      let scene = try EditScene()
      try journal(scene, change)
      try Data(scene.bytes.reversed()).write(to: scene.url, options: [])
      #expect(try recover(scene) == .cleaned)
      #expect(try scene.content == scene.bytes.reversed())
      #expect(try scene.others == [])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func aJournalOfAnotherUserDoesNotCount() throws {
    let scene = try EditScene()
    try journal(scene)
    let name = try scene.others[0]
    let journal = scene.folder.appending(path: name).path
    try FileManager.default.setAttributes([.ownerAccountID: 1234], ofItemAtPath: journal)
    #expect(try recover(scene) == .ignored("its journal belongs to another user"))
    #expect(try scene.content == scene.bytes)
    // It is not in the way of an edit either.
    let plan = try scene.plan(.still, 6)
    try scene.execute(plan)
    #expect(try scene.content == plan.applied(to: scene.bytes))
    #expect(try scene.others == [name])
  }

  @Test func journalOfARunningWriterIsLeftAlone() throws {
    let scene = try EditScene()
    try journal(scene)
    let writer = try LockedFile.lock(scene.path, force: false, patience: .zero)
    #expect(throws: MetaError.self) { try recover(scene) }
    withExtendedLifetime(writer) {}
    #expect(try scene.others.count == 1)
  }

  @Test func editRecoversFirstAndThenChecksTheFile() throws {
    let scene = try EditScene()
    try journal(scene)
    let plan = try scene.plan(.page, 1)
    try scene.execute(plan)
    #expect(try scene.content == plan.applied(to: scene.bytes))
    #expect(try scene.others == [])
  }

  @Test func newFileOfACrashedWriterIsRemoved() throws {
    let scene = try EditScene()
    try leaveNewFile(scene, mayBeUnnamed: true)
    #expect(try scene.others == [".song.m4a.metatool-new"])
    #expect(try recover(scene) == .cleaned)
    #expect(try scene.others == [])
  }

  @Test func namedTemporaryFileIsRemoved() throws {
    let scene = try EditScene()
    try leaveNewFile(scene, mayBeUnnamed: false)
    #expect(try scene.others.count == 2)
    #expect(try recover(scene) == .cleaned)
    #expect(try scene.others == [])
  }

  /// The state after a crash just before the file takes its name.
  private func leaveNewFile(_ scene: EditScene, mayBeUnnamed: Bool) throws {
    let output = try OutputFile(for: scene.path, mayBeUnnamed: mayBeUnnamed)
    try output.file.write([1, 2, 3], at: 0)
    _ = try output.appear(for: scene.path)
  }

  @Test func foreignFileWithOurNameIsKeptAndHarmless() throws {
    let foreign = Data("a text of my own, which is not metatool's".utf8)
    for name in [".song.m4a.metatool-new", ".song.m4a.metatool-journal"] {
      for strategy in [EditStrategy.inPlace, .rewrite] {
        var scene = try EditScene()
        let file = scene.folder.appending(path: name)
        try foreign.write(to: file)
        _ = try read(scene)
        _ = try recover(scene)
        scene.options.strategy = strategy
        let plan = try scene.plan(.still, 6)
        #expect(try scene.execute(plan).strategy == strategy)
        #expect(try scene.content == plan.applied(to: scene.bytes))
        try scene.undo()
        #expect(try scene.content == scene.bytes)
        #expect(try Data(contentsOf: file) == foreign)
        #expect(try scene.others == [name])
      }
    }
  }

  @Test func linkWithOurNameIsKeptAndHarmless() throws {
    for name in [".song.m4a.metatool-new", ".song.m4a.metatool-journal"] {
      for target in ["nothing", "song.m4a"] {
        var scene = try EditScene()
        let link = scene.folder.appending(path: name).path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        _ = try recover(scene)
        scene.options.strategy = .rewrite
        let plan = try scene.plan(.still, 6)
        try scene.execute(plan)
        #expect(try scene.content == plan.applied(to: scene.bytes))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try scene.others == [name])
      }
    }
  }

  @Test func foreignCopyDoesNotReplaceTheFile() throws {
    let scene = try EditScene()
    try journal(scene) { $0.kind = .copyBack }
    let size = try scene.plan(.still, 6).applied(to: scene.bytes).count
    let file = JournalPaths.nextTo(scene.path).temporary
    try Data(repeating: 7, count: size).write(to: URL(filePath: file.string))
    #expect(try recover(scene) == .cleaned)
    #expect(try scene.content == scene.bytes)
    #expect(FileNames.exists(file))
  }

  @Test func namesAreShortEnough() {
    for count in [1, 200, 237, 238, 239, 255] {
      let path = FilePath("/music").appending(String(repeating: "a", count: count))
      let name = JournalPaths.nextTo(path).journal.lastComponent?.string ?? ""
      #expect(name.utf8.count <= 255)
      #expect(name.hasPrefix(".a") && name.hasSuffix(".metatool-journal"))
    }
  }
}
