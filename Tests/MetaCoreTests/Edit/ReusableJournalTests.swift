import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Several files, edited in sequence with one journal.
@Suite struct ReusableJournalTests {
  private let scene: EditScene
  private let spare = ReusableJournal()

  init() throws {
    var scene = try EditScene()
    scene.options.keepsUndo = false
    self.scene = scene
  }

  private func path(_ number: Int) -> FilePath {
    FilePath(scene.folder.appending(path: "\(number).m4a").path)
  }

  private func journal(_ number: Int) -> FilePath { JournalPaths.nextTo(path(number)).journal }

  /// Makes a file and edits it; true when it has the new bytes.
  private func edit(_ number: Int, seed: UInt64, _ options: EditOptions) throws -> Bool {
    let bytes = RandomPlan.bytes(100_000, seed: seed)
    try Data(bytes).write(to: URL(filePath: path(number).string))
    let plan = try RandomPlan.make(.still, size: 100_000, seed: seed)
    var executor = PlanExecutor(path: path(number), options: options)
    executor.spareJournal = spare
    _ = try executor.execute(plan, readFrom: try FileIdentity(of: path(number)))
    return try Data(contentsOf: URL(filePath: path(number).string)) == Data(plan.applied(to: bytes))
  }

  private var hidden: [String] {
    get throws { try scene.others.filter { $0.hasPrefix(".") } }
  }

  @Test func journalIsReusedForSeveralFiles() throws {
    var journals: Set<UInt64> = []
    for number in 1...5 {
      #expect(try edit(number, seed: UInt64(number) + 5, scene.options))
      #expect(try hidden == [journal(number).lastComponent?.string])
      journals.insert(try FileIdentity(of: journal(number)).inode)
    }
    #expect(journals.count == 1)
    spare.remove()
    #expect(try hidden == [])
  }

  @Test func leftoverJournalIsRemovedSilently() throws {
    #expect(try edit(1, seed: 6, scene.options))
    let before = try FileIdentity(of: path(1))
    #expect(
      try Recovery.recover(path(1), state: scene.options.state, patience: .zero) == .nothing)
    #expect(try hidden == [])
    #expect(try FileIdentity(of: path(1)) == before)
    // The next edit creates a new one.
    #expect(try edit(2, seed: 7, scene.options))
    #expect(try hidden == [journal(2).lastComponent?.string])
  }

  @Test func foreignJournalIsKept() throws {
    #expect(try edit(1, seed: 6, scene.options))
    try FileManager.default.removeItem(atPath: journal(1).string)
    try Data("other".utf8).write(to: URL(filePath: journal(1).string))
    spare.remove()
    #expect(try hidden == [journal(1).lastComponent?.string])
  }

  @Test func partlyOverwrittenJournalIsIgnored() throws {
    #expect(try edit(1, seed: 6, scene.options))
    let before = try FileIdentity(of: path(1))
    let file = try FileSink(existing: journal(1))
    try file.write(RandomPlan.bytes(300, seed: 8)[...], at: 40)
    #expect(
      try Recovery.recover(path(1), state: scene.options.state, patience: .zero) == .cleaned)
    #expect(try hidden == [])
    #expect(try FileIdentity(of: path(1)) == before)
  }

  @Test func journalIsNotReusedWhenErasingOrSynchronizing() throws {
    for change in [\EditOptions.erases, \.synchronizes] {
      var options = scene.options
      options[keyPath: change] = true
      #expect(try edit(1, seed: 6, options))
      #expect(try hidden == [])
    }
  }

  @Test func undoIsKeptSeparately() throws {
    var options = scene.options
    options.keepsUndo = true
    for number in 1...3 { #expect(try edit(number, seed: UInt64(number) + 5, options)) }
    spare.remove()
    #expect(scene.store.entries().count == 3)
    for number in 1...3 { _ = try scene.store.undo(path(number), options: options) }
    for number in 1...3 {
      let bytes = RandomPlan.bytes(100_000, seed: UInt64(number) + 5)
      #expect(try Data(contentsOf: URL(filePath: path(number).string)) == Data(bytes))
    }
    #expect(try hidden == [])
  }
}
