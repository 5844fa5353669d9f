/// Takes back work on many files whose process died in the midst of it.
public enum UnfinishedBatch {
  /// Takes back all that was left, and returns what could not be brought back; nil where nothing was left.
  public static func end(in state: StateFolder? = .standard) -> [MetaError]? {
    guard let state, FileNames.exists(state.transactions) else { return nil }
    var left: [MetaError]?
    for entry in (try? DirectoryListing.entries(of: state.transactions)) ?? [] {
      guard let journal = BatchJournal.left(entry.name, in: state) else { continue }
      if let transaction = EditTransaction(left: journal, named: entry.name, in: state) {
        left = (left ?? []) + transaction.rollBack()
      } else if let renaming = FileRenaming(left: journal, in: state) {
        left = (left ?? []) + renaming.rollBack()
      } else {
        try? journal.end()
      }
    }
    try? FileNames.removeFolder(state.transactions)
    return left
  }
}
