package import SystemPackage

extension UndoStore {
  /// The edits of one command that can be taken back together.
  package struct Batch: Sendable {
    /// Their number; 0 for an edit alone.
    package let number: UInt64
    /// When the last of them was made, in nanoseconds since 1970.
    package let time: UInt64
    /// The files, each once.
    package let paths: [FilePath]
  }

  /// The edits of the last command that left a file as it is now; where none did, those of the last command.
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
      // One that was refused before does not stand in the way of those further back.
      if first == nil, !batch.paths.isEmpty { first = batch }
    }
    return first
  }

  private func batch(of entries: [Entry], _ newest: Entry) -> Batch {
    var seen: Set<[UInt8]> = []
    let paths = entries.compactMap { record(of: $0)?.path }.filter { seen.insert($0).inserted }
    return Batch(
      number: newest.batch, time: newest.time, paths: paths.map { FileNames.path(of: $0) })
  }

  /// Whether a file looks as the edit left it, as far as size and time tell.
  private func canBeUndone(_ entry: Entry) -> Bool {
    JournalRecord.head(ofRecordAt: entry.path)?.canBeUndone ?? false
  }

  /// Takes back what a batch did to one of its files.
  ///
  /// - Throws: ``MetaError``: `refused` when there is nothing to take back, or the file has changed since.
  package func undo(
    _ path: FilePath, in batch: Batch, options: EditOptions = EditOptions()
  ) throws(MetaError) -> EditResult {
    guard batch.number != 0 else { return try undo(path, options: options) }
    guard var result = try undo(path, batch: batch.number, options: options) else {
      throw MetaError.refused(UndoStore.hasNone, path)
    }
    // A file may have been named twice.
    while let further = try undo(path, batch: batch.number, options: options) {
      result.bytesWritten += further.bytesWritten
    }
    return result
  }
}

extension JournalRecord.Head {
  /// Whether its file looks as the edit left it, as far as size and time tell.
  var canBeUndone: Bool {
    guard let identity = try? FileIdentity(of: FileNames.path(of: path)) else { return false }
    return identity.size == new.size
      && (identity.modified.isStored(of: new.modified) || kind == .page && !isSettled)
  }
}
