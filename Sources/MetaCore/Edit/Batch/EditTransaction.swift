internal import Synchronization
package import SystemPackage

/// Records the edits made by one command (`--transaction`), so that all of them are undone unless
/// all succeed: every file is recorded before its edit begins, and its undo data is kept until the
/// end.
///
/// Files that other programs have changed since are not restored. The journal (`BatchJournal`)
/// contains the full paths of the files, each followed by a zero byte: once before the edit, and
/// once more, preceded by a `+`, when the file has changed.
package final class EditTransaction: Sendable {
  /// The batch number of the edits.
  package let batch: UInt64
  private let state: StateFolder
  private let journal: BatchJournal
  private let isSynchronized: Bool
  private let files: Mutex<Files>

  /// The files in the journal.
  fileprivate struct Files {
    var begun: [FilePath] = []
    /// The number of edits that have changed each file; all of them have to be undone.
    var changes: [FilePath: Int] = [:]
  }

  /// The marker before the path of a file that has changed; absolute paths begin with a slash.
  fileprivate static let changed = UInt8(ascii: "+")

  /// Begins a transaction with these options, which contain the batch number and the state folder.
  ///
  /// - Throws: ``MetaError`` if there is no folder for undo data, or the folder is not writable.
  package init(_ options: EditOptions) throws(MetaError) {
    guard let state = options.state else {
      throw MetaError(.io, reason: "no folder for undo data: HOME is not set")
    }
    batch = options.batch
    self.state = state
    isSynchronized = options.synchronizes
    files = Mutex(Files())
    do throws(Errno) {
      journal = try BatchJournal.begin(String(options.batch, radix: 16), in: state)
    } catch {
      throw MetaError(error, "the transaction cannot be started", state.transactions)
    }
  }

  /// Creates the transaction for an abandoned journal.
  ///
  /// - Throws: ``MetaError`` if the journal cannot be read.
  init(left journal: BatchJournal, _ batch: UInt64, in state: StateFolder) throws(MetaError) {
    self.batch = batch
    self.state = state
    self.journal = journal
    isSynchronized = true
    do throws(Errno) {
      files = Mutex(Files(lines: try journal.content()))
    } catch {
      throw MetaError(error, "the files of a transaction cannot be read", journal.path)
    }
  }

  /// Records that a file is about to be edited; can be called from any thread.
  package func begin(_ path: FilePath) throws(MetaError) {
    try note(path) { $0.begun.append($1) }
  }

  /// Records that the edit has changed the file, so that its undo data must be kept until the end.
  package func change(_ path: FilePath) throws(MetaError) {
    try note(path, [EditTransaction.changed]) { $0.changes[$1, default: 0] += 1 }
  }

  /// Appends a file to the journal, after the bytes of `mark`, and adds it to the list in memory.
  private func note(
    _ path: FilePath, _ mark: [UInt8] = [], _ add: (inout Files, FilePath) -> Void
  ) throws(MetaError) {
    let resolvedPath = FileNames.resolved(path) ?? path
    let error = files.withLock { files -> Errno? in
      // The edit may have changed the file even if this cannot be recorded.
      defer { add(&files, resolvedPath) }
      do throws(Errno) {
        let end = try journal.file.status().identity.size
        try journal.file.write(
          (mark + FileNameEncoding.bytes(of: resolvedPath) + [0])[...], at: end)
        if isSynchronized { try journal.file.synchronize() }
        return nil
      } catch {
        return error
      }
    }
    if let error {
      throw MetaError(error, "the transaction's journal cannot be written", journal.path)
    }
  }

  /// Commits all edits; unless `keepsUndo` is set, they can no longer be undone.
  package func commit(keepsUndo: Bool) throws(MetaError) {
    do throws(Errno) {
      try journal.end()
    } catch {
      throw MetaError(error, "the transaction cannot be completed", journal.path)
    }
    // Undo data for the batch could not be removed before this point.
    guard !keepsUndo else { return state.undo.prune() }
    for entry in state.undo.entries() where entry.batch == batch {
      try? FileNames.remove(entry.path)
    }
  }

  /// Undoes the edits; files that other programs have changed since, or that no longer exist, are
  /// not restored.
  ///
  /// - Returns: The errors for the files that could not be restored.
  package func rollBack() -> [MetaError] {
    var left: [MetaError] = []
    var known: Set<FilePath> = []
    let files = files.withLock { $0 }
    for path in files.begun.reversed() where known.insert(path).inserted {
      do throws(MetaError) {
        _ = try Recovery.recover(path, state: state)
        var count = 0
        while try state.undo.undo(path, batch: batch, options: options) != nil { count += 1 }
        if count < files.changes[path] ?? 0 {
          left.append(.refused("its undo data no longer exists", path))
        }
      } catch {
        left.append(error)
      }
    }
    try? journal.end()
    return left
  }

  /// The options for undoing the edits; `force` is set, because they may have changed
  /// write-protected files.
  private var options: EditOptions {
    var options = EditOptions()
    options.force = true
    options.state = state
    return options
  }
}

extension EditTransaction.Files {
  /// Parses a journal; bytes after the last zero byte are an incomplete record.
  fileprivate init(lines bytes: [UInt8]) {
    for line in bytes[..<(bytes.lastIndex(of: 0) ?? 0)].split(separator: 0) {
      if line.first == EditTransaction.changed {
        changes[FileNames.path(of: Array(line.dropFirst())), default: 0] += 1
      } else {
        begun.append(FileNames.path(of: Array(line)))
      }
    }
  }
}
