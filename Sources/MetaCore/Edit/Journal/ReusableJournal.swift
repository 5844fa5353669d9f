internal import Synchronization
internal import SystemPackage

/// The journal of a completed edit, for reuse by the next edit on the same thread.
///
/// Creating and removing a file costs more than a small edit, because ext4 skips recently freed
/// inodes when it creates a file. One file is therefore reused for many edits. Between edits, it is
/// next to the file that was edited last, and is marked as completed.
package final class ReusableJournal: Sendable {
  /// A journal that no edit uses at present.
  private struct HeldJournal {
    let journal: Journal
    /// The edited file next to the journal; it stays open, but not locked.
    let owner: FileSink
  }

  private let held = Mutex<HeldJournal?>(nil)

  /// Creates an empty holder.
  package init() {}

  deinit { remove() }

  /// Removes the journal; if that fails, the leftover journal is harmless, and the next command
  /// removes it.
  package func remove() {
    guard let held = takeHeld() else { return }
    try? withOwnership(of: held) { () throws(Errno) in try FileNames.remove(held.journal.path) }
  }

  private func takeHeld() -> HeldJournal? {
    held.withLock { held in
      defer { held = nil }
      return held
    }
  }

  /// Keeps the journal of a completed edit, together with the file that was edited.
  func keep(_ journal: Journal, _ record: JournalRecord, of file: FileSink) throws(Errno) {
    try journal.markCompleted(record)
    FileLock.release(file)
    held.withLock { $0 = HeldJournal(journal: journal, owner: file) }
  }

  /// Returns the journal with another record and name; nil if no journal is held, or it cannot be
  /// moved there.
  ///
  /// The record is complete before the journal gets its name, because the name makes the journal
  /// valid.
  ///
  /// - Throws: Errors from writing the record; there is then no journal.
  func reuse(for record: JournalRecord, at path: FilePath) throws(Errno) -> Journal? {
    guard let held = takeHeld() else { return nil }
    return try withOwnership(of: held) { () throws(Errno) in
      do throws(Errno) {
        try held.journal.write(record)
        try held.journal.file.resize(to: record.encodedSize)
      } catch {
        try? FileNames.remove(held.journal.path)
        throw error
      }
      do throws(Errno) {
        try FileNames.renameToFree(held.journal.path, to: path)
        return Journal(path: path, file: held.journal.file)
      } catch {
        try? FileNames.remove(held.journal.path)
        return nil
      }
    }
  }

  /// Runs `body` while no other process can take the journal; returns nil if another process
  /// already has.
  private func withOwnership<Result>(
    of held: HeldJournal, _ body: () throws(Errno) -> Result?
  ) throws(Errno) -> Result? {
    guard (try? FileLock.acquire(held.owner, waiting: .zero)) == true else { return nil }
    defer { FileLock.release(held.owner) }
    guard let there = try? FileStatus(of: held.journal.path, following: false).identity,
      let ours = try? held.journal.file.status().identity, there.isSameFile(as: ours)
    else { return nil }
    return try body()
  }
}
