/// Takes back work on many files whose process died in the midst of it.
package enum UnfinishedBatch {
  /// What was left, and what became of it.
  package struct Outcome: Sendable {
    /// How many commands were taken back.
    package var takenBack = 0
    /// What could not be brought back, and journals that cannot be understood.
    package var left: [MetaError] = []
  }

  /// Takes back all that was left; nil where nothing was.
  package static func end(in state: StateFolder? = .standard) -> Outcome? {
    guard let state, FileNames.exists(state.transactions) else { return nil }
    var outcome: Outcome?
    for entry in (try? DirectoryListing.entries(of: state.transactions)) ?? [] {
      guard let journal = BatchJournal.left(entry.name, in: state) else { continue }
      do throws(MetaError) {
        guard let left = try takeBack(journal, named: entry.name, in: state) else { continue }
        outcome = outcome ?? Outcome()
        outcome?.takenBack += 1
        outcome?.left += left
      } catch {
        outcome = outcome ?? Outcome()
        outcome?.left.append(error)
      }
    }
    try? FileNames.removeFolder(state.transactions)
    return outcome
  }

  /// What could not be brought back; nil when nothing had begun.
  private static func takeBack(
    _ journal: BatchJournal, named name: String, in state: StateFolder
  ) throws(MetaError) -> [MetaError]? {
    if let batch = UInt64(name, radix: 16) {
      return try EditTransaction(left: journal, batch, in: state).rollBack()
    }
    guard name.hasSuffix(FileRenaming.journalSuffix) else {
      throw MetaError(.io, file: journal.path, reason: "a journal of no known kind")
    }
    if let renaming = try FileRenaming(left: journal, in: state) { return renaming.rollBack() }
    // It was never written whole, so that no name was given.
    try? journal.end()
    return nil
  }
}
