package import SystemPackage

extension UndoStore {
  /// The files that one command has edited, whose edits `metatool undo --last` undoes together.
  package struct Batch: Sendable {
    /// The batch number; 0 for a single edit.
    package let number: UInt64
    /// The time of the last edit, in nanoseconds since 1970.
    package let time: UInt64
    /// The edited files, each listed once.
    package let paths: [FilePath]
  }

  /// Returns the edits made by the last command that edited a file which is unchanged since; if
  /// there is no such command, those of the last command; nil if the store is empty.
  package func lastBatch() -> Batch? {
    let all = entries()
    let members = Dictionary(grouping: all.filter { $0.batch != 0 }, by: \.batch)
    var known: Set<UInt64> = []
    var first: Batch?
    for newest in all where newest.batch == 0 || known.insert(newest.batch).inserted {
      let entries = members[newest.batch] ?? [newest]
      let isLast = entries.contains(where: canBeUndone)
      guard isLast || first == nil else { continue }
      let batch = batch(of: entries, newest)
      if isLast, !batch.paths.isEmpty { return batch }
      // If no batch can be undone, the newest one is returned.
      if first == nil, !batch.paths.isEmpty { first = batch }
    }
    return first
  }

  private func batch(of entries: [StoredEdit], _ newest: StoredEdit) -> Batch {
    var seen: Set<[UInt8]> = []
    let paths = entries.compactMap { record(of: $0)?.path }.filter { seen.insert($0).inserted }
    return Batch(
      number: newest.batch, time: newest.time, paths: paths.map { FileNames.path(of: $0) })
  }

  /// Whether the edited file is unchanged since the edit, judged by size and time.
  private func canBeUndone(_ entry: StoredEdit) -> Bool {
    JournalRecord.head(ofRecordAt: entry.path)?.canBeUndone ?? false
  }

  /// Undoes the edits that a batch made in one of its files.
  ///
  /// - Throws: ``MetaError``: `refused` if there is nothing to undo, or the file has changed since.
  package func undo(
    _ path: FilePath, in batch: Batch, options: EditOptions = EditOptions()
  ) throws(MetaError) -> EditResult {
    guard batch.number != 0 else { return try undo(path, options: options) }
    guard var result = try undo(path, batch: batch.number, options: options) else {
      throw MetaError.refused(UndoStore.hasNone, path)
    }
    // The file itself is still the result of the last edit.
    guard options.output == .original else { return result }
    // The command may have edited the same file more than once.
    while let further = try undo(path, batch: batch.number, options: options) {
      result.bytesWritten += further.bytesWritten
    }
    return result
  }
}

extension JournalRecord.Head {
  /// Whether the edited file is unchanged since the edit, judged by size and time.
  var canBeUndone: Bool {
    guard let identity = try? FileIdentity(of: FileNames.path(of: path)) else { return false }
    return identity.size == new.size
      && (identity.modified.isStored(of: new.modified) || kind == .page && !isSettled)
  }
}
