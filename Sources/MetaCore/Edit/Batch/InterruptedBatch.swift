/// Rolls back the transactions and renames left unfinished by commands that were killed, which have
/// a journal in the state folder; every command does this before its own work.
package enum InterruptedBatch {
  /// The number of commands that were rolled back, and the errors for the rest.
  package struct RollbackReport: Sendable {
    /// The number of commands that were rolled back.
    package var rolledBackCount = 0
    /// The errors for files that could not be restored, and for unreadable journals.
    package var left: [MetaError] = []
  }

  /// Rolls back all abandoned work; returns nil if no work was abandoned.
  package static func end(in state: StateFolder? = .standard) -> RollbackReport? {
    guard let state, FileNames.exists(state.transactions) else { return nil }
    var outcome: RollbackReport?
    for entry in (try? DirectoryListing.entries(of: state.transactions)) ?? [] {
      guard let journal = BatchJournal.abandoned(entry.name, in: state) else { continue }
      do throws(MetaError) {
        guard let left = try rollBackAll(journal, named: entry.name, in: state) else { continue }
        outcome = outcome ?? RollbackReport()
        outcome?.rolledBackCount += 1
        outcome?.left += left
      } catch {
        outcome = outcome ?? RollbackReport()
        outcome?.left.append(error)
      }
    }
    try? FileNames.removeFolder(state.transactions)
    return outcome
  }

  /// Rolls back the work of one journal and returns the errors; nil if no work had begun.
  private static func rollBackAll(
    _ journal: BatchJournal, named name: String, in state: StateFolder
  ) throws(MetaError) -> [MetaError]? {
    if let batch = UInt64(name, radix: 16) {
      return try EditTransaction(left: journal, batch, in: state).rollBack()
    }
    guard name.hasSuffix(FileRenaming.journalSuffix) else {
      throw MetaError(.io, file: journal.path, reason: "unknown kind of journal")
    }
    if let renaming = try FileRenaming(left: journal, in: state) { return renaming.rollBack() }
    // The journal is incomplete, so no files were renamed.
    try? journal.end()
    return nil
  }
}
