internal import SystemPackage

/// The file that says that work on many files goes on: it is there, and locked, as long as it does.
///
///     transactions/187d3f6a2b000000            edits (``EditTransaction``)
///     transactions/187d3f6a2b000000.names      other names (``FileRenaming``)
///
/// That it goes is the moment in which the work is done. One without a lock was left by a process that died.
struct BatchJournal: Sendable {
  let path: FilePath
  let file: FileSink

  /// Makes it; it gets its name when it is locked and has its content: without a lock it would be taken for one that was left.
  static func begin(
    _ name: String, in state: StateFolder, _ content: [ByteSlice] = []
  ) throws(Errno) -> BatchJournal {
    // Who looks for what was left may take the lock first, or the empty folder away.
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

  /// That the same comes in between so often does not happen.
  private static let attempts = 50

  private static func begin(
    _ name: String, in state: StateFolder, _ content: [ByteSlice], _ attempt: Int
  ) throws(Errno) -> BatchJournal {
    let path = state.transactions.appending(name)
    let new = state.transactions.appending("\(name).\(attempt)\(unborn)")
    try FileNames.makeFolder(state.transactions)
    let file = try FileSink(creating: new)
    do throws(Errno) {
      guard try FileLock.take(file, waiting: .zero) else { throw .wouldBlock }
      try file.write(content)
      try FileNames.renameToFree(new, to: path)
    } catch {
      try? FileNames.remove(new)
      throw error
    }
    return BatchJournal(path: path, file: file)
  }

  /// What marks those that have not begun.
  private static let unborn = ".new"

  /// One that nobody holds, with its lock taken; nil when it is not ours, or its work goes on.
  static func left(_ name: String, in state: StateFolder) -> BatchJournal? {
    let path = state.transactions.appending(name)
    guard let file = try? FileSink(existing: path), let status = try? file.status(),
      status.isRegular, status.user == ProcessFacts.user, status.links == 1,
      (try? FileLock.take(file, waiting: .zero)) == true,
      // It may have ended meanwhile.
      let there = try? FileStatus(of: path, following: false).identity,
      there.isSameFile(as: status.identity)
    else { return nil }
    let journal = BatchJournal(path: path, file: file)
    guard name.hasSuffix(unborn) else { return journal }
    try? journal.end()
    return nil
  }

  /// The work is done, or taken back.
  func end() throws(Errno) {
    try FileNames.remove(path)
    // Others may be at work.
    try? FileNames.removeFolder(FileNames.folder(of: path))
  }

  /// All that stands in it.
  func content() throws(Errno) -> [UInt8] {
    let size = try file.status().identity.size
    return try file.read(at: 0, count: Int(clamping: min(size, 1 << 30)))
  }
}

extension FileSink {
  /// Writes pieces from the file's beginning on.
  func write(_ pieces: [ByteSlice]) throws(Errno) {
    var offset: Int64 = 0
    for piece in pieces {
      try write(piece.bytes, at: offset)
      offset += Int64(piece.count)
    }
  }
}
