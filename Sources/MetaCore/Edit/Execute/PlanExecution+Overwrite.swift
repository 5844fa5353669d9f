internal import SystemPackage

extension PlanExecution {
  /// Overwrites the file itself.
  func overwrite(_ form: InPlacePlan) throws -> StrategyResult {
    guard target.isWritable else { return .declined("the file is not writable") }
    let record = try record(.inPlace, form.plan, splice: form.splice)
    var result = EditResult(
      strategy: nil, bytesWritten: form.bytesWritten, notes: undoNotes(record))
    if !options.synchronizes, let page = try form.onePage(of: source) {
      try overwritePage(page.bytes, at: page.offset, record, &result)
      result.bytesWritten = Int64(page.bytes.count)
      return .done(result)
    }
    let journal = try Journal.begin(record, for: target, options, reusableJournal)
    do throws(Errno) {
      try form.applySplice(to: target.file)
    } catch {
      // In most cases the splice was not done, which the size shows.
      let size = try? target.file.status().identity.size
      try rollBack(record, journal, untouched: size == target.status.identity.size)
      if [.notSupported, .invalidArgument].contains(error) {
        return .declined("not supported by the file system")
      }
      throw error
    }
    try overwrite(form, record, journal, &result)
    return .done(result)
  }

  /// Writes everything in one atomic system call, so that no journal is needed.
  private func overwritePage(
    _ bytes: [UInt8], at offset: Int64, _ record: JournalRecord, _ result: inout EditResult
  ) throws {
    var record = record
    record.kind = .page
    var undo: Journal?
    if record.keepsUndo, let store = options.state?.undo {
      do {
        undo = try store.add(record)
      } catch {
        if options.requiresUndo { throw error }
        result.notes.append("no undo: \(error)")
      }
    }
    do {
      try target.file.write(bytes[...], at: offset)
      let modified = record.new.modified
      try alignModificationTime(&record, of: target.file)
      if record.new.modified != modified { try undo?.write(record) }
      try checkName()
      try undo?.markCompleted(record)
    } catch {
      try? record.rollBack(target.file, synchronizing: false)
      try? undo?.remove(erasing: options.erases)
      throw error
    }
    result.canUndo = undo != nil
  }

  /// Writes the bytes once the journal contains the old ones; the journal then becomes undo data or
  /// is removed.
  private func overwrite(
    _ form: InPlacePlan, _ record: JournalRecord, _ journal: Journal, _ result: inout EditResult
  ) throws {
    var record = record
    do {
      try form.applyBytes(to: target.file, erasing: options.erases)
      let modified = record.new.modified
      try alignModificationTime(&record, of: target.file)
      // If this write is interrupted, the journal counts as empty, which is correct, because the
      // file is complete by now.
      if record.new.modified != modified { try journal.write(record) }
      if options.synchronizes { try target.file.synchronize() }
      try checkName()
    } catch {
      try rollBack(record, journal)
      throw error
    }
    let isDone = finish(journal, record, &result, compact: record.compacted(by: form.plan))
    guard !isDone else { return }
    try rollBack(record, journal)
    throw MetaError(
      .io, file: target.path,
      reason: "the undo data could not be saved: " + result.notes.joined(separator: "; "))
  }

  /// Throws if the path no longer refers to this file, which can happen because other programs do
  /// not honour the lock.
  private func checkName() throws(MetaError) {
    guard target.hasItsName else { throw target.isReplaced("the change was undone") }
  }

  /// Restores the old file after an error; if that fails, the journal is kept for a later command.
  private func rollBack(
    _ record: JournalRecord, _ journal: Journal, untouched: Bool = false
  ) throws {
    do throws(Errno) {
      if !untouched {
        try record.rollBack(target.file, synchronizing: options.synchronizes)
      }
      try journal.remove(erasing: options.erases)
      sweepJournals(journal)
    } catch {
      throw MetaError(
        .io, file: target.path,
        reason:
          "writing failed, and so did restoring the old file; 'metatool recover' tries again: \(error)",
        underlying: error)
    }
  }

  /// Turns the journal into undo data once everything is written, unless a smaller record of the
  /// edit is better.
  ///
  /// - Returns: False if undo data is required but could not be kept; the caller then has to roll
  ///   back the edit.
  func finish(
    _ journal: Journal, _ record: JournalRecord, _ result: inout EditResult,
    compact: @autoclosure () -> JournalRecord? = nil
  ) -> Bool {
    do throws(Errno) {
      let becameUndo = keepUndo(journal, record, &result, compact: compact)
      if options.requiresUndo, !result.canUndo { return false }
      if !becameUndo { try removeOrReuse(journal, record) }
      if options.synchronizes {
        try FileNames.synchronize(folder: FileNames.folder(of: journal.path))
      }
    } catch {
      result.notes.append("the journal could not be removed; the next command retries: \(error)")
    }
    sweepJournals(journal)
    return true
  }

  /// Keeps the undo data for the edit if requested; returns whether the journal has become the undo
  /// data.
  private func keepUndo(
    _ journal: Journal, _ record: JournalRecord, _ result: inout EditResult,
    compact: () -> JournalRecord?
  ) -> Bool {
    guard record.keepsUndo, let store = options.state?.undo else { return false }
    do throws(Errno) {
      let compact = compact()
      let smaller = compact.flatMap { $0.encodedSize <= record.encodedSize / 2 ? $0 : nil }
      if let smaller {
        _ = try store.add(smaller, synchronizing: options.synchronizes)
      } else {
        try store.adopt(journal, record, synchronizing: options.synchronizes)
      }
      result.canUndo = true
      return smaller == nil
    } catch {
      result.notes.append("no undo: \(error)")
      return false
    }
  }

  /// Removes a journal that is no longer needed, or keeps it for the next edit.
  private func removeOrReuse(_ journal: Journal, _ record: JournalRecord) throws(Errno) {
    guard let reusableJournal, options.leavesJournals,
      journal.path == JournalPaths.nextTo(target.path).journal
    else { return try journal.remove(erasing: options.erases) }
    try reusableJournal.keep(journal, record, of: target.file)
  }

  /// Removes the folder for journals that cannot be next to their files, once it is no longer
  /// needed.
  private func sweepJournals(_ journal: Journal) {
    guard let state = options.state, FileNames.folder(of: journal.path) == state.journals else {
      return
    }
    try? FileNames.removeFolder(state.journals)
  }
}
