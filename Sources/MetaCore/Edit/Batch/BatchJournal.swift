internal import SystemPackage

/// The journal for one command that edits or renames many files as a whole: a file in the state
/// folder that exists, and is locked, while the work is in progress.
///
///     transactions/187d3f6a2b000000            edits (``EditTransaction``)
///     transactions/187d3f6a2b000000.names      renames (``FileRenaming``)
///
/// Removing it commits the work. A journal without a lock was left by a crashed process.
struct BatchJournal: Sendable {
  let path: FilePath
  let file: FileSink

  /// Creates a journal.
  ///
  /// The journal is named only after it is locked and written, because a journal without a lock
  /// counts as abandoned.
  static func begin(
    _ name: String, in state: StateFolder, _ content: [ByteSlice] = []
  ) throws(Errno) -> BatchJournal {
    // Another process that looks for abandoned journals may take the lock first, or remove the
    // empty folder.
    for attempt in 1..<attempts {
      do throws(Errno) {
        return try begin(name, in: state, content, attempt)
      } catch .noSuchFileOrDirectory {
      } catch .wouldBlock {
      } catch .fileExists {
      }
    }
    return try begin(name, in: state, content, attempts)
  }

  /// The number of attempts, which is enough for any realistic number of collisions.
  private static let attempts = 50

  /// Creates the journal under a temporary name, locks and writes it, and then gives it its final
  /// name.
  private static func begin(
    _ name: String, in state: StateFolder, _ content: [ByteSlice], _ attempt: Int
  ) throws(Errno) -> BatchJournal {
    let path = state.transactions.appending(name)
    let new = state.transactions.appending("\(name).\(attempt)\(temporarySuffix)")
    try FileNames.makeFolder(state.transactions)
    let file = try FileSink(creating: new)
    do throws(Errno) {
      guard try FileLock.acquire(file, waiting: .zero) else { throw .wouldBlock }
      try file.write(content)
      try FileNames.renameToFree(new, to: path)
    } catch {
      try? FileNames.remove(new)
      throw error
    }
    return BatchJournal(path: path, file: file)
  }

  /// The suffix for journals whose work has not begun.
  private static let temporarySuffix = ".new"

  /// Returns an abandoned journal with its lock held; nil if it belongs to another user or its work
  /// is still in progress.
  ///
  /// A journal whose work had not begun is removed, and the result is nil.
  static func abandoned(_ name: String, in state: StateFolder) -> BatchJournal? {
    let path = state.transactions.appending(name)
    guard let file = try? FileSink(existing: path), let status = try? file.status(),
      status.isRegular, status.user == ProcessFacts.user, status.links == 1,
      (try? FileLock.acquire(file, waiting: .zero)) == true,
      // The work may have ended in the meantime.
      let current = try? FileStatus(of: path, following: false).identity,
      current.isSameFile(as: status.identity)
    else { return nil }
    let journal = BatchJournal(path: path, file: file)
    guard name.hasSuffix(temporarySuffix) else { return journal }
    try? journal.end()
    return nil
  }

  /// Ends the work, which has been committed or rolled back.
  func end() throws(Errno) {
    try FileNames.remove(path)
    // Other processes may still use the folder.
    try? FileNames.removeFolder(FileNames.folder(of: path))
  }

  /// Returns the contents of the journal, at most 1 GiB.
  func content() throws(Errno) -> [UInt8] {
    let size = try file.status().identity.size
    return try file.read(at: 0, count: Int(clamping: min(size, 1 << 30)))
  }
}

extension FileSink {
  /// Writes pieces one after another, beginning at the start of the file.
  func write(_ pieces: [ByteSlice]) throws(Errno) {
    var offset: Int64 = 0
    for piece in pieces {
      try write(piece.bytes, at: offset)
      offset += Int64(piece.count)
    }
  }
}
