package import SystemPackage

extension UndoStore {
  /// Undoes the last edit to a file, which restores it byte for byte.
  ///
  /// - Throws: ``MetaError``: `refused` if there is nothing to undo, or the file has changed since.
  package func undo(
    _ path: FilePath, options: EditOptions = EditOptions()
  ) throws(MetaError) -> EditResult {
    guard let result = try undo(path, batch: nil, options) else {
      throw MetaError.refused(UndoStore.hasNone, path)
    }
    return result
  }

  /// The refusal for a file without undo data.
  static let hasNone = "nothing to undo"

  /// Undoes the last edit to a file if it belongs to a batch; returns nil if the batch has no edit
  /// to this file left to undo.
  ///
  /// - Throws: ``MetaError``: `refused` if the file has changed since, by another command or
  ///   program.
  package func undo(
    _ path: FilePath, batch: UInt64, options: EditOptions = EditOptions()
  ) throws(MetaError) -> EditResult? {
    try undo(path, batch: batch, options)
  }

  /// Undoes the last edit to a file, and retries if another process edits the file in the meantime.
  private func undo(
    _ path: FilePath, batch: UInt64?, _ options: EditOptions
  ) throws(MetaError) -> EditResult? {
    let end = ContinuousClock.now + options.patience
    while true {
      do throws(MetaError) {
        return try undoOnce(path, batch: batch, options)
      } catch {
        // Another process has edited the file in the meantime, so either a different edit or none
        // can be undone.
        guard error.isOfChangedFile, ContinuousClock.now < end else { throw error }
      }
    }
  }

  private func undoOnce(
    _ path: FilePath, batch: UInt64?, _ options: EditOptions
  ) throws(MetaError) -> EditResult? {
    do {
      guard let last = try lastEdit(of: path, batch: batch, forgetsOthers: true) else { return nil }
      return try execute(last.record, last.entry, path, last.identity, options)
    } catch {
      throw MetaError(anyOf: error, "the last edit cannot be undone", path)
    }
  }

  /// Returns the edit that would be undone, without writing anything: the last edit, which must
  /// belong to `batch` if one is given.
  ///
  /// - Throws: ``MetaError``, as `undo(_:options:)` does; `refused` if an interrupted edit has to
  ///   be recovered first.
  package func preview(_ path: FilePath, in batch: Batch? = nil) throws(MetaError) -> UndoableEdit {
    guard !Recovery.isNeeded(for: path) else {
      throw MetaError.refused(
        "an edit was interrupted; run 'metatool recover' first", path)
    }
    let number = batch.flatMap { $0.number == 0 ? nil : $0.number }
    do {
      if let last = try lastEdit(of: path, batch: number, forgetsOthers: false) {
        return UndoableEdit(of: last.record.path, last.entry, canBeUndone: true)
      }
    } catch {
      throw MetaError(anyOf: error, "the last edit cannot be found", path)
    }
    throw MetaError.refused(UndoStore.hasNone, path)
  }

  /// The edit that produced the current state of a file.
  private struct LastEdit {
    let record: JournalRecord
    let entry: StoredEdit
    let identity: FileIdentity
  }

  /// Returns the edit that produced the current state of a file; nil if there is none.
  ///
  /// `forgetsOthers` removes the data for edits that did not happen or were undone.
  private func lastEdit(
    of path: FilePath, batch: UInt64?, forgetsOthers: Bool
  ) throws -> LastEdit? {
    let file: FileSink
    do throws(Errno) {
      file = try FileSink(existing: FileNames.resolved(path) ?? path, .readOnly)
    } catch {
      throw MetaError(opening: path, error)
    }
    let status = try file.status()
    guard status.isRegular else { throw MetaError(opening: path, .isDirectory) }
    let identity = status.identity
    let wholePath = FileNameEncoding.bytes(of: FileNames.wholePath(of: file, opened: path))
    let candidates = entries(of: wholePath)
    if let batch, !candidates.contains(where: { $0.batch == batch }) { return nil }
    for entry in candidates {
      guard let record = record(of: entry), record.path == wholePath else { continue }
      if record.describes(file, identity) {
        guard batch == nil || batch == record.batch else {
          throw MetaError.refused("another command has edited it since", path)
        }
        return LastEdit(record: record, entry: entry, identity: identity)
      }
      guard record.old.size == identity.size, identity.modified.isStored(of: record.old.modified)
      else { throw MetaError.refused("the file has changed since the edit", path) }
      // The edit never happened, or has already been undone.
      if forgetsOthers { try FileNames.remove(entry.path) }
    }
    guard batch == nil else { return nil }
    for entry in entries() where entry.isOf(identity) {
      // The edit was made under another name.
      if let record = record(of: entry), record.describes(file, identity) {
        return LastEdit(record: record, entry: entry, identity: identity)
      }
    }
    return nil
  }

  /// Applies the inverse of an edit without storing undo data for this step, and removes the undo
  /// data for the edit unless the old version is written elsewhere.
  private func execute(
    _ record: JournalRecord, _ entry: StoredEdit, _ path: FilePath, _ identity: FileIdentity,
    _ options: EditOptions
  ) throws -> EditResult {
    var options = options
    options.keepsUndo = false
    options.requiresUndo = false
    options.strategy = nil
    options.modified = record.old.modified
    options.keepsModified = false
    let source = try FileSource(path: path)
    let result = try PlanExecutor(path: path, options: options)
      .execute(record.wholeInverse(in: source), readFrom: identity)
    if options.output == .original { try FileNames.remove(entry.path) }
    return result
  }
}

extension UndoStore {
  /// Whether stored edits under this path lead from one file to another.
  func hasEdits(from old: FileIdentity, to new: FileIdentity, at path: FilePath) -> Bool {
    var known = new
    for entry in entries(of: FileNameEncoding.bytes(of: path)) {
      guard let edit = JournalRecord.head(ofRecordAt: entry.path), edit.new.isSameFile(as: known)
      else { continue }
      if edit.old.isSameFile(as: old) { return true }
      known = edit.old
    }
    return false
  }
}

extension UndoStore.StoredEdit {
  /// Whether the edit may have produced this file, judged by the modification time, which a renamed
  /// file keeps.
  fileprivate func isOf(_ identity: FileIdentity) -> Bool {
    identity.modified.isStored(of: FileTime(sinceEpoch: time))
  }
}

extension JournalRecord {
  /// Whether a file is the result of the edit.
  fileprivate func describes(_ file: FileSink, _ identity: FileIdentity) -> Bool {
    (identity.modified.isStored(of: new.modified) || wasCutOff(at: identity.modified))
      && isDone(in: file, size: identity.size)
  }

  /// Whether the writer of a file with this modification time may have crashed after its only
  /// write, before setting the modification time.
  private func wasCutOff(at modified: FileTime) -> Bool {
    let (start, end) = (time, modified.sinceEpoch)
    return kind == .page && !isSettled && max(start, end) - min(start, end) < 2_000_000_000
  }
}
