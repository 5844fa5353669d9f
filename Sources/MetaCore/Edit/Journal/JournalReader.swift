internal import SystemPackage

/// Ends the edit whose journal was left by a crashed command, or, if nothing can be written,
/// provides the bytes of the file as they will be after recovery.
///
/// The file's lock is held, so the writer of the journal is no longer running.
struct JournalReader: Sendable {
  private let target: LockedFile
  private let places: JournalPaths
  private let state: StateFolder?

  init(_ target: LockedFile, _ places: JournalPaths, _ state: StateFolder?) {
    self.target = target
    self.places = places
    self.state = state
  }

  /// The result of reading the journal path.
  private enum Finding {
    /// The journal is ignored, for this reason.
    case ignored(String)
    /// The journal is incomplete, so nothing was written, or it belongs to another file, which no
    /// longer has this name.
    case stale(Journal)
    /// The journal's edit is complete, and it is kept for the next edit.
    case spare
    /// The journal contains the record of an interrupted edit.
    case edit(JournalRecord, Journal)
  }

  /// Reads the journal; it is trusted only if it was created by this user and belongs to this file.
  private func readFinding() throws -> Finding {
    let file: FileSink
    do throws(Errno) {
      file = try FileSink(existing: places.journal, .readOnly)
    } catch {
      return .ignored("its journal cannot be read: \(error)")
    }
    let status = try file.status()
    // Otherwise anyone who can create files in the folder could make this process overwrite the
    // file.
    guard status.isRegular, status.user == ProcessFacts.user, status.links == 1 else {
      return .ignored("its journal belongs to another user")
    }
    let record: JournalRecord?
    do throws(ParseError) {
      let source = SinkSource(file: file, length: status.identity.size)
      let start = try source.read(at: 0, count: JournalRecord.magic.count)
      guard JournalRecord.magic.starts(with: start), !start.isEmpty || status.isEmptyAndPrivate
      else {
        return .ignored("a file of another program already has the name of this file's journal")
      }
      record = try JournalRecord(parsing: try source.read(at: 0, count: Int(status.identity.size)))
    } catch {
      if error.code == .unsupported {
        return .ignored("its journal was written by another version of metatool")
      }
      if error.code == .io { throw error }
      record = nil
    }
    if record?.isSettled == true { return .spare }
    let journal = Journal(path: places.journal, file: file)
    // The device number is not compared, because it may change with every mount.
    guard let record, record.old.inode == target.status.identity.inode else {
      return .stale(journal)
    }
    return .edit(record, journal)
  }

  /// Whether the journal may have been written by metatool, so that the new file may belong to it.
  var mayBeOwn: Bool {
    guard let file = try? FileSink(existing: places.journal, .readOnly),
      let start = try? file.read(at: 0, count: JournalRecord.magic.count)
    else { return true }
    return start.starts(with: JournalRecord.magic)
  }

  /// Ends the edit recorded in the journal.
  func recover() throws -> Recovery.Outcome {
    switch try readFinding() {
    case .ignored(let reason): return .ignored(reason)
    case .stale(let journal):
      try journal.removeLeftover()
      return .cleaned
    case .spare:
      try FileNames.remove(places.journal)
      return .nothing
    case .edit(let record, let journal):
      return record.kind == .copyBack
        ? try finishCopy(record, journal) : try finishOrRollBack(record, journal)
    }
  }

  /// Returns the file in its state after recovery, for an edit that cannot be ended now.
  func readThrough() throws -> Recovery.Opened {
    let source = target.source
    switch try readFinding() {
    case .ignored(let reason): return Recovery.Opened(source: source, outcome: .ignored(reason))
    case .stale, .spare: break
    case .edit(let record, _) where record.kind == .copyBack:
      guard let temporary = finishedCopy(of: record) else { break }
      let copy = SinkSource(file: temporary.file, length: record.new.size)
      return Recovery.Opened(source: copy, outcome: .readThrough)
    case .edit(let record, _):
      if record.isDone(in: source.file, size: source.length) {
        return Recovery.Opened(source: source, outcome: .readThrough)
      }
      guard record.canRollBack(source.file, size: source.length) else { break }
      return Recovery.Opened(source: try record.oldFile(in: source), outcome: .readThrough)
    }
    return Recovery.Opened(source: source, outcome: .nothing)
  }

  /// Ends an edit that overwrites bytes: keeps it if everything was written; otherwise restores the
  /// old bytes.
  private func finishOrRollBack(
    _ record: JournalRecord, _ journal: Journal
  ) throws -> Recovery.Outcome {
    let size = target.status.identity.size
    if record.isDone(in: target.file, size: size) {
      try? target.file.setModified(record.new.modified)
      try target.file.synchronize()
      try end(journal, record)
      return .finished
    }
    guard record.canRollBack(target.file, size: size) else {
      // Another program has changed the file in the meantime.
      try journal.removeLeftover()
      return .cleaned
    }
    try writable()
    try record.rollBack(target.file, synchronizing: true)
    try journal.removeLeftover()
    return .rolledBack
  }

  /// Completes an edit that copies a complete new file over the old one, by repeating the copy.
  private func finishCopy(
    _ record: JournalRecord, _ journal: Journal
  ) throws -> Recovery.Outcome {
    guard let temporary = finishedCopy(of: record) else {
      try journal.removeLeftover()
      return .cleaned
    }
    try writable()
    try record.redo(from: temporary.file, to: target.file)
    try? target.file.setModified(record.new.modified)
    try target.file.synchronize()
    try end(journal, record)
    // The content shows that metatool created the file.
    try FileNames.remove(temporary.path)
    return .finished
  }

  /// Returns the complete new file to copy over the old one; nil if it does not exist, or was not
  /// created by the edit.
  private func finishedCopy(of record: JournalRecord) -> (path: FilePath, file: FileSink)? {
    guard let path = ClaimedFile.newFilePath(foundAt: places.temporary),
      let file = try? FileSink(existing: path, .readOnly), let status = try? file.status(),
      status.isRegular, status.user == ProcessFacts.user,
      record.isDone(in: file, size: status.identity.size)
    else { return nil }
    return (path, file)
  }

  private func writable() throws {
    guard target.isWritable else {
      throw MetaError.refused("an edit was interrupted, and the file is not writable", target.path)
    }
  }

  /// Turns the journal into undo data if the edit requested that; otherwise removes it.
  private func end(_ journal: Journal, _ record: JournalRecord) throws(Errno) {
    if record.keepsUndo, var store = state?.undo {
      // The limit that the user has set is not available here; the next edit enforces it.
      store.limits.total = .max
      do throws(Errno) { return try store.adopt(journal, record) } catch {}
    }
    try journal.removeLeftover()
  }
}
