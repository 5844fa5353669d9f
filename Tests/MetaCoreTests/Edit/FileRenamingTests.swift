import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Names that move from file to file, and their restoration despite later changes.
@Suite struct FileRenamingTests {
  private let scratch: Scratch
  private let state: StateFolder

  init() throws {
    scratch = try Scratch()
    state = StateFolder(FilePath(scratch.file("state").path))
    try FileManager.default.createDirectory(
      at: scratch.file("work"), withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> FilePath { FilePath(scratch.file("work/" + name).path) }

  private func write(_ names: String...) throws {
    for name in names { try Data(name.utf8).write(to: scratch.file("work/" + name)) }
  }

  private func move(_ old: String, _ new: String) throws {
    try FileManager.default.moveItem(
      at: scratch.file("work/" + old), to: scratch.file("work/" + new))
  }

  private func wishes(_ moves: [(String, String)]) -> [FileRenaming.RenameRequest] {
    moves.map { FileRenaming.RenameRequest(old: path($0), new: path($1)) }
  }

  /// The original name of each file in the folder, by its current name.
  private var names: [String: String] {
    get throws {
      let all = try FileManager.default.contentsOfDirectory(
        atPath: scratch.file("work").path)
      return try Dictionary(
        uniqueKeysWithValues: all.map {
          ($0, String(decoding: try Data(contentsOf: scratch.file("work/" + $0)), as: UTF8.self))
        })
    }
  }

  private func files(_ folder: FilePath) -> [String] {
    (try? DirectoryListing.entries(of: folder))?.map(\.name) ?? []
  }

  /// Leaves the journal of a renaming whose process has crashed.
  private func leaveJournal(_ moves: [(String, String)]) throws {
    let record = try RenameRecord(wishes(moves))
    try FileNames.makeFolder(state.transactions)
    let path = state.transactions.appending(String(record.time, radix: 16) + ".names")
    try FileSink(creating: path).write([record.bytes])
  }

  private static let round = [("a", "b"), ("b", "c"), ("c", "a")]

  // MARK: Interrupted

  @Test func interruptedRollbackIsCompleted() throws {
    try write("a", "b", "c")
    try leaveJournal(FileRenamingTests.round)
    // All had their new names, and the first was being restored.
    try move("c", "in between")
    try move("b", "c")
    try move("a", ".b.metatool-name")
    try move("in between", "a")
    #expect(try names == [".b.metatool-name": "a", "c": "b", "a": "c"])
    let outcome = try #require(InterruptedBatch.end(in: state))
    #expect(outcome.left.isEmpty)
    #expect(try names == ["a": "a", "b": "b", "c": "c"])
    #expect(files(state.transactions).isEmpty)
  }

  @Test func restorableFilesAreRestored() throws {
    try write("a", "b", "c")
    try leaveJournal([("a", "x"), ("b", "y"), ("c", "z")])
    for (old, new) in [("a", "x"), ("b", "y"), ("c", "z")] { try move(old, new) }
    try write("a")
    let outcome = try #require(InterruptedBatch.end(in: state))
    #expect(outcome.left.map(\.file) == [path("x")])
    #expect(try names == ["a": "a", "x": "a", "b": "b", "c": "c"])
    // Remaining work is not forgotten.
    try FileManager.default.removeItem(at: scratch.file("work/a"))
    let last = try #require(FileRenaming.last(in: state))
    #expect(try last.undo().isEmpty)
    #expect(try names == ["a": "a", "b": "b", "c": "c"])
    #expect(FileRenaming.last(in: state) == nil)
  }

  @Test func interruptedChainIsCountedPerFile() throws {
    try write("a", "b", "d")
    try leaveJournal([("a", "b"), ("b", "c"), ("d", "e")])
    try move("b", "c")
    try move("a", "b")
    try move("d", "e")
    try write("a")
    let outcome = try #require(InterruptedBatch.end(in: state))
    #expect(outcome.left.map(\.file) == [path("b"), path("c")])
    #expect(try names == ["a": "a", "b": "a", "c": "b", "d": "d"])
  }

  @Test func journalOfAnotherVersionIsKept() throws {
    try FileNames.makeFolder(state.transactions)
    var writer = ByteWriter()
    writer.append(Array("metaname".utf8))
    writer.u32(99)
    writer.u64(0)
    writer.u32(Checksum.of(writer.bytes[...]))
    let other = state.transactions.appending("1.names")
    try FileSink(creating: other).write([ByteSlice(writer.bytes)])
    // An incomplete and an empty journal.
    try FileSink(creating: state.transactions.appending("2.names"))
      .write([ByteSlice(Array(writer.bytes.dropLast()))])
    _ = try FileSink(creating: state.transactions.appending("3.names"))
    let outcome = try #require(InterruptedBatch.end(in: state))
    #expect(outcome.rolledBackCount == 0)
    #expect(outcome.left.map(\.file) == [other])
    #expect(files(state.transactions) == ["1.names"])
  }

  @Test func manyRenamesMayBeginConcurrently() throws {
    let state = state
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<100 {
        #expect(throws: Never.self) {
          _ = InterruptedBatch.end(in: state)
          let name = String(UInt64(thread * 1000 + number + 1), radix: 16)
          try BatchJournal.begin(name, in: state).end()
        }
      }
    }
    #expect(files(state.transactions).isEmpty)
  }

  // MARK: Before and while

  @Test func noNameIsUsedTwice() throws {
    try write("a", "b", "c")
    #expect(throws: MetaError.self) {
      try FileRenaming.rename(wishes([("a", "b"), ("b", "c"), ("c", "b")]), state: state)
    }
    #expect(throws: MetaError.self) {
      try FileRenaming.rename(wishes([("a", "x"), ("a", "y")]), state: state)
    }
    #expect(try names == ["a": "a", "b": "b", "c": "c"])
  }

  @Test func replacedFileIsNotMoved() throws {
    try write("a", "b", "new")
    #expect(throws: MetaError.self) {
      try FileRenaming.rename(wishes([("b", "y"), ("a", "x")]), state: state) {
        // Like an edit that rewrites the file.
        try? FileNames.rename(path("new"), to: path("a"))
        return false
      }
    }
    #expect(try names == ["a": "new", "b": "b"])
  }

  @Test func aFileWithoutItsNameIsNotEdited() throws {
    try write("a", "b")
    let target = try LockedFile.lock(path("a"), force: false, patience: .zero)
    try move("a", "x")
    #expect(!target.hasItsName)
    try move("b", "a")
    #expect(!target.hasItsName)
  }

  @Test func waiterGetsTheFileThatHasTheNameThen() throws {
    try write("a", "b")
    let (path, other) = (path("a"), try FileIdentity(of: path("b")))
    let first = try LockedFile.lock(path, force: false, patience: .zero)
    let new = self.path("b")
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
      try? FileNames.rename(new, to: path)
      FileLock.release(first.file)
    }
    let second = try LockedFile.lock(path, force: false, patience: .seconds(60))
    #expect(second.status.identity.isSameFile(as: other))
  }

  // MARK: Back

  @Test func missingOrReplacedFilesAreLeftAlone() throws {
    try write("a", "b", "c")
    try FileRenaming.rename(wishes([("a", "x"), ("b", "y"), ("c", "z")]), state: state)
    try FileManager.default.removeItem(at: scratch.file("work/x"))
    try write("other")
    try FileNames.rename(path("other"), to: path("y"))
    let last = try #require(FileRenaming.last(in: state))
    #expect(try last.undo().map(\.file) == [path("x"), path("y")])
    #expect(try names == ["c": "c", "y": "other"])
    #expect(FileRenaming.last(in: state) == nil)
  }

  @Test func failedUndoDoesNotHideEarlierEdits() throws {
    try write("a", "b")
    try FileRenaming.rename(wishes([("a", "x")]), state: state)
    try FileRenaming.rename(wishes([("b", "y")]), state: state)
    let first = try #require(FileRenaming.last(in: state)).time
    try FileManager.default.removeItem(at: scratch.file("work/y"))
    let last = try #require(FileRenaming.last(in: state))
    #expect(last.time < first)
    #expect(try last.undo().isEmpty)
    #expect(try names == ["a": "a"])
  }

  @Test func renameIsUndoneAfterAnEditByThisProgram() throws {
    try write("a")
    try FileRenaming.rename(wishes([("a", "x")]), state: state)
    var options = EditOptions()
    options.state = state
    options.strategy = .rewrite
    options.keepsUndo = true
    let identity = try FileIdentity(of: path("x"))
    var plan = RewritePlan(oldSize: identity.size)
    plan.write(ByteSlice(Array("new ".utf8)))
    try plan.keep(0..<identity.size)
    _ = try PlanExecutor(path: path("x"), options: options).execute(plan, readFrom: identity)
    #expect(try !FileIdentity(of: path("x")).isSameFile(as: identity))
    #expect(try #require(FileRenaming.last(in: state)).undo().isEmpty)
    #expect(try names == ["a": "new a"])
  }

  @Test func foldersOfAFailedUndoAreRemoved() throws {
    try write("a", "b")
    try FileManager.default.createDirectory(
      at: scratch.file("work/in"), withIntermediateDirectories: true)
    try move("a", "in/a")
    try FileRenaming.rename(wishes([("in/a", "x"), ("b", "y")]), state: state)
    try FileManager.default.removeItem(at: scratch.file("work/in"))
    try write("b")
    #expect(throws: MetaError.self) { try #require(FileRenaming.last(in: state)).undo() }
    #expect(try names == ["b": "b", "x": "a", "y": "b"])
  }
}
