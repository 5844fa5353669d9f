import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// The data for rolling back a transaction is kept until it ends.
@Suite struct EditTransactionTests {
  @Test func undoIsNotPrunedDuringTheTransaction() throws {
    var scene = try EditScene()
    try scene.execute(scene.plan(.page, 1))
    scene.options.batch = 77
    let transaction = try EditTransaction(scene.options)
    try transaction.begin(scene.path)
    try scene.execute(scene.plan(.page, 2))
    try transaction.change(scene.path)
    var store = scene.store
    store.limits.total = 0
    store.prune()
    #expect(store.entries().map(\.batch) == [77])
    try transaction.commit(keepsUndo: true)
    store.prune()
    #expect(store.entries().isEmpty)
  }

  @Test func missingUndoIsReported() throws {
    var scene = try EditScene()
    scene.options.batch = 77
    let transaction = try EditTransaction(scene.options)
    try transaction.begin(scene.path)
    try scene.execute(scene.plan(.page, 2))
    try transaction.change(scene.path)
    for entry in scene.store.entries() { try FileNames.remove(entry.path) }
    #expect(transaction.rollBack().map(\.file) == [FileNames.resolved(scene.path)])
  }

  @Test(arguments: [false, true])
  func writeProtectedFilesAreRestored(wasKilled: Bool) throws {
    var scene = try EditScene()
    scene.options.batch = 77
    scene.options.force = true
    let state = try #require(scene.options.state)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: scene.path.string)
    let transaction = try EditTransaction(scene.options)
    try transaction.begin(scene.path)
    try scene.execute(scene.plan(.page, 2))
    try transaction.change(scene.path)
    #expect(try scene.content != scene.bytes)
    if wasKilled {
      // Another process would find it without its lock.
      let journal = state.transactions.appending("4d")
      let bytes = try Data(contentsOf: URL(filePath: journal.string))
      try FileNames.remove(journal)
      try bytes.write(to: URL(filePath: journal.string))
      let outcome = try #require(InterruptedBatch.end(in: state))
      #expect(outcome.left.isEmpty)
      #expect(outcome.rolledBackCount == 1)
    } else {
      #expect(transaction.rollBack().isEmpty)
    }
    #expect(try scene.content == scene.bytes)
  }
}
