public import SystemPackage

/// Ends what a writer that died has begun, so that a file is the old one or the new one.
public enum Recovery {
  /// What was found beside a file, and what became of it.
  public enum Outcome: Sendable, Hashable {
    /// Nothing was found.
    case nothing
    /// The file is as it was before the edit that was cut off.
    case rolledBack
    /// The edit had been written, or could be finished: the file is the new one.
    case finished
    /// Nothing had been changed; what the writer left is removed.
    case cleaned
    /// There is a journal that does not count, for this reason.
    case ignored(String)
  }

  /// Whether something lies beside a file that a dead writer, or one at work, has put there.
  public static func isNeeded(
    for path: FilePath, state: StateFolder? = .standard
  ) -> Bool {
    let whole = FileNames.isLink(path) ? FileNames.resolved(path) ?? path : path
    if EditPlaces.beside(whole).areTaken { return true }
    guard let state, FileNames.exists(state.journals), let identity = try? FileIdentity(of: whole)
    else { return false }
    return EditPlaces.elsewhere(identity, state).areTaken
  }

  /// Finishes or rolls back an edit that was cut off; waits for one that is at work.
  ///
  /// - Throws: ``MetaError``: `refused` when the file may not be written, `io` when the system fails.
  public static func recover(
    _ path: FilePath, state: StateFolder? = .standard, patience: Int = 10_000
  ) throws(MetaError) -> Outcome {
    guard isNeeded(for: path, state: state) else { return .nothing }
    do {
      guard FileNames.exists(path) else {
        let left = try TemporaryFile.removeLeftOver(EditPlaces.beside(path).temporary)
        return left ? .cleaned : .ignored("another program is at work on it")
      }
      let target = try LockedFile.lock(path, force: true, patience: patience)
      return try settle(target, state)
    } catch {
      throw MetaError(anyOf: error, "recovering it", path)
    }
  }

  /// Ends what lies beside a file whose lock is held.
  static func settle(_ target: LockedFile, _ state: StateFolder?) throws -> Outcome {
    var places = [EditPlaces.beside(target.path)]
    if let state, FileNames.exists(state.journals) {
      places.append(.elsewhere(target.status.identity, state))
    }
    var outcome = Outcome.nothing
    for place in places {
      if FileNames.exists(place.journal) {
        outcome = try JournalReader(target, place, state).settle()
      }
      guard FileNames.exists(place.temporary) else { continue }
      let removed = try TemporaryFile.removeLeftOver(place.temporary)
      if removed, outcome == .nothing { outcome = .cleaned }
    }
    if places.count > 1, let state { try? FileNames.removeFolder(state.journals) }
    return outcome
  }
}

/// A journal that was met, with the lock of its file held: its writer is gone.
struct JournalReader: Sendable {
  private let target: LockedFile
  private let places: EditPlaces
  private let state: StateFolder?

  init(_ target: LockedFile, _ places: EditPlaces, _ state: StateFolder?) {
    self.target = target
    self.places = places
    self.state = state
  }

  /// Ends the edit that the journal is of.
  func settle() throws -> Recovery.Outcome {
    let file: FileSink
    do throws(Errno) {
      file = try FileSink(existing: places.journal, .readOnly)
    } catch {
      return .ignored("its journal cannot be read: \(error)")
    }
    let status = try file.status()
    // Anybody who may make files in the folder could otherwise write to the file through us.
    guard status.isRegular, status.user == ProcessFacts.user, status.links == 1 else {
      return .ignored("its journal is of another user")
    }
    let record: EditRecord?
    do throws(ParseError) {
      let source = SinkSource(file: file, length: status.identity.size)
      record = try EditRecord(parsing: try source.read(at: 0, count: Int(status.identity.size)))
    } catch {
      if error.code == .unsupported {
        return .ignored("its journal is of another version of metatool")
      }
      if error.code == .io { throw error }
      record = nil
    }
    guard let record, record.old.isSameFile(as: target.status.identity) else {
      // Never finished, so that nothing was written; or of a file that is no longer here.
      try FileNames.remove(places.journal)
      return .cleaned
    }
    let journal = Journal(path: places.journal, file: file)
    return record.kind == .copyBack
      ? try finishCopy(record, journal) : try finishOrRollBack(record, journal)
  }

  private func finishOrRollBack(
    _ record: EditRecord, _ journal: Journal
  ) throws -> Recovery.Outcome {
    let size = target.status.identity.size
    if record.isDone(in: target.file, size: size) {
      try? target.file.setModified(record.new.modified)
      try target.file.synchronize()
      try end(journal, record)
      return .finished
    }
    guard record.canRollBack(target.file, size: size) else {
      // Somebody has written another file here since.
      try FileNames.remove(journal.path)
      return .cleaned
    }
    try writable()
    try record.rollBack(target.file, synchronizing: true)
    try FileNames.remove(journal.path)
    return .rolledBack
  }

  private func finishCopy(
    _ record: EditRecord, _ journal: Journal
  ) throws -> Recovery.Outcome {
    guard let temporary = try? FileSink(existing: places.temporary, .readOnly),
      let status = try? temporary.status(), status.user == ProcessFacts.user,
      status.identity.size == record.new.size
    else {
      try FileNames.remove(journal.path)
      return .cleaned
    }
    try writable()
    try record.redo(from: temporary, to: target.file)
    try? target.file.setModified(record.new.modified)
    try target.file.synchronize()
    try end(journal, record)
    return .finished
  }

  private func writable() throws {
    guard target.isWritable else {
      throw MetaError.refused("an edit of it was cut off, and it may not be written", target.path)
    }
  }

  private func end(_ journal: Journal, _ record: EditRecord) throws(Errno) {
    if record.keepsUndo, let store = state?.undo {
      do throws(Errno) { return try store.adopt(journal, record) } catch {}
    }
    try FileNames.remove(journal.path)
  }
}
