internal import Synchronization
internal import SystemPackage

/// The journal of a completed edit, for reuse by the next edit on the same thread.
///
/// Creating and removing a file costs more than a small edit, because ext4 skips recently freed
/// inodes when it creates a file. One file is therefore reused for many edits. Between edits, it is
/// next to the file that was edited last, and is marked as completed.
package final class ReusableJournal: Sendable {
  /// A journal that no edit uses at present.
  private struct SpareJournal {
    let journal: Journal
    /// The edited file next to the journal; it stays open, but not locked.
    let owner: FileSink
  }

  private let spare = Mutex<SpareJournal?>(nil)

  /// Creates an empty holder.
  package init() {}

  deinit { remove() }

  /// Removes the journal; if that fails, the leftover journal is harmless, and the next command
  /// removes it.
  package func remove() {
    guard let spare = takeSpare() else { return }
    try? withOwnership(of: spare) { () throws(Errno) in try FileNames.remove(spare.journal.path) }
  }

  private func takeSpare() -> SpareJournal? {
    spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
  }

  /// Keeps the journal of a completed edit, together with the file that was edited.
  func keep(_ journal: Journal, _ record: JournalRecord, of file: FileSink) throws(Errno) {
    try journal.markCompleted(record)
    FileLock.release(file)
    spare.withLock { $0 = SpareJournal(journal: journal, owner: file) }
  }

  /// Returns the journal with another record and name; nil if there is none, another process has
  /// taken it, or it cannot be moved there.
  ///
  /// The record is complete before the journal gets its name, because the name makes the journal
  /// valid.
  ///
  /// - Throws: Errors from writing the record; there is then no journal.
  func reuse(for record: JournalRecord, at path: FilePath) throws(Errno) -> Journal? {
    guard let spare = takeSpare() else { return nil }
    return try withOwnership(of: spare) { () throws(Errno) in
      do throws(Errno) {
        try spare.journal.write(record)
        try spare.journal.file.resize(to: record.encodedSize)
      } catch {
        try? FileNames.remove(spare.journal.path)
        throw error
      }
      do throws(Errno) {
        try FileNames.renameToFree(spare.journal.path, to: path)
        return Journal(path: path, file: spare.journal.file)
      } catch {
        try? FileNames.remove(spare.journal.path)
        return nil
      }
    }
  }

  /// Runs `body` while no other process can take the journal; returns nil if another process
  /// already has.
  private func withOwnership<Result>(
    of spare: SpareJournal, _ body: () throws(Errno) -> Result?
  ) throws(Errno) -> Result? {
    guard (try? FileLock.acquire(spare.owner, waiting: .zero)) == true else { return nil }
    defer { FileLock.release(spare.owner) }
    guard let current = try? FileStatus(of: spare.journal.path, following: false).identity,
      let original = try? spare.journal.file.status().identity, current.isSameFile(as: original)
    else { return nil }
    return try body()
  }
}
