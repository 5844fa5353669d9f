public import SystemPackage

extension UndoStore {
  /// Takes the last edit of a file back: the file is then, byte for byte, what it was before.
  ///
  /// - Throws: ``MetaError``: `refused` when there is nothing to take back, or the file has changed since.
  public func undo(
    _ path: FilePath, options: EditOptions = EditOptions()
  ) throws(MetaError) -> EditResult {
    guard let result = try undo(path, batch: nil, options) else {
      throw MetaError.refused("there is no edit of it to take back", path)
    }
    return result
  }

  /// Takes the last edit of a file back where one command made it; nil when that command made none that is not taken back.
  ///
  /// - Throws: ``MetaError``: `refused` when the file has changed since, by another command or whatever else.
  public func undo(
    _ path: FilePath, batch: UInt64, options: EditOptions = EditOptions()
  ) throws(MetaError) -> EditResult? {
    try undo(path, batch: batch, options)
  }

  private func undo(
    _ path: FilePath, batch: UInt64?, _ options: EditOptions
  ) throws(MetaError) -> EditResult? {
    let end = ContinuousClock.now + options.patience
    while true {
      do throws(MetaError) {
        return try undoOnce(path, batch: batch, options)
      } catch {
        // Another metatool was at work on the file: what is there to undo is another edit, or none.
        guard error.isOfChangedFile, ContinuousClock.now < end else { throw error }
      }
    }
  }

  private func undoOnce(
    _ path: FilePath, batch: UInt64?, _ options: EditOptions
  ) throws(MetaError) -> EditResult? {
    do {
      let file = try FileSink(existing: FileNames.resolved(path) ?? path, .readOnly)
      let identity = try file.status().identity
      let whole = RawArguments.bytes(of: FileNames.wholePath(of: file, opened: path))
      let own = entries(of: whole)
      if let batch, !own.contains(where: { $0.batch == batch }) { return nil }
      for entry in own {
        guard let record = record(of: entry), record.path == whole else { continue }
        if record.describes(file, identity) {
          guard batch == nil || batch == record.batch else {
            throw MetaError.refused("another command has edited it since", path)
          }
          return try execute(record, entry, path, identity, options)
        }
        guard record.old.size == identity.size, identity.modified.isStored(of: record.old.modified)
        else { throw MetaError.refused("the file has changed since the edit", path) }
        // The edit never happened, or was taken back already.
        try FileNames.remove(entry.path)
      }
      guard batch == nil else { return nil }
      for entry in entries() where entry.isOf(identity) {
        // Made under another name.
        if let record = record(of: entry), record.describes(file, identity) {
          return try execute(record, entry, path, identity, options)
        }
      }
      return nil
    } catch {
      throw MetaError(anyOf: error, "taking back the last edit", path)
    }
  }

  private func execute(
    _ record: JournalRecord, _ entry: Entry, _ path: FilePath, _ identity: FileIdentity,
    _ options: EditOptions
  ) throws -> EditResult {
    var options = options
    options.keepsUndo = false
    options.strategy = nil
    options.modified = record.old.modified
    options.keepsModified = false
    let source = try FileSource(path: path)
    let result = try PlanExecutor(path: path, options: options)
      .execute(record.wholeInverse(in: source), readFrom: identity)
    try FileNames.remove(entry.path)
    return result
  }
}

extension UndoStore {
  /// Whether edits that are kept made one file of another, under this path.
  func leads(from old: FileIdentity, to new: FileIdentity, at path: FilePath) -> Bool {
    var known = new
    for entry in entries(of: RawArguments.bytes(of: path)) {
      guard let edit = JournalRecord.head(ofRecordAt: entry.path), edit.new.isSameFile(as: known)
      else { continue }
      if edit.old.isSameFile(as: old) { return true }
      known = edit.old
    }
    return false
  }
}

extension UndoStore.Entry {
  /// Whether the edit may have made this file what it is, by its time: files are renamed, and keep it.
  fileprivate func isOf(_ identity: FileIdentity) -> Bool {
    identity.modified.isStored(of: FileTime(sinceEpoch: time))
  }
}

extension JournalRecord {
  /// Whether a file is the one that the edit made.
  fileprivate func describes(_ file: FileSink, _ identity: FileIdentity) -> Bool {
    (identity.modified.isStored(of: new.modified) || wasCutOff(at: identity.modified))
      && isDone(in: file, size: identity.size)
  }

  /// Whether a file of this time may be one whose writer died behind its only write, before it gave the file its time.
  private func wasCutOff(at modified: FileTime) -> Bool {
    let (start, end) = (time, modified.sinceEpoch)
    return kind == .page && !isSettled && max(start, end) - min(start, end) < 2_000_000_000
  }
}
