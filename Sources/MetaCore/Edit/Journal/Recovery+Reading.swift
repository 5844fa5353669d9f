package import SystemPackage

extension Recovery {
  /// A file opened for reading, in its state after recovery from an interrupted edit.
  package struct Opened: Sendable {
    /// The bytes of the file.
    package let source: any ByteSource
    /// The outcome of the recovery.
    package let outcome: Outcome
  }

  /// Opens a file for reading, after completing or rolling back an interrupted edit.
  ///
  /// If the file or its folder is not writable, the file is read through the journal, in the state
  /// that a later recovery will give it.
  ///
  /// - Throws: ``MetaError`` if the file cannot be opened, or cannot be read through its journal.
  package static func open(
    _ path: FilePath, state: StateFolder? = .standard, patience: Duration = .seconds(10)
  ) throws(MetaError) -> Opened {
    let resolvedPath = FileNames.resolved(path) ?? path
    let journals = journalLocations(of: resolvedPath, state).map(\.journal).filter(FileNames.exists)
    let hasJournal = !journals.isEmpty
    // Do not wait for a process that is writing a new file, because the old one is valid until it
    // is replaced.
    let patience = hasJournal ? patience : .zero
    if mayEnd(resolvedPath, journals),
      let outcome = try? recover(resolvedPath, state: state, patience: patience)
    {
      return try opened(resolvedPath, outcome)
    }
    guard hasJournal else { return try opened(resolvedPath, .nothing) }
    do {
      return try readThrough(resolvedPath, state, patience)
    } catch {
      throw MetaError(anyOf: error, "cannot be read", path)
    }
  }

  private static func opened(_ path: FilePath, _ outcome: Outcome) throws(MetaError) -> Opened {
    do {
      return Opened(source: try FileSource(path: path), outcome: outcome)
    } catch {
      throw MetaError(opening: path, error)
    }
  }

  /// Whether this process can end an interrupted edit: it can write to the file and to the folders
  /// of its journals.
  private static func mayEnd(_ path: FilePath, _ journals: [FilePath]) -> Bool {
    guard let status = try? FileStatus(of: path), !status.isWriteProtected else { return false }
    return FileNames.isWritable(path)
      && journals.allSatisfy { FileNames.isWritable(FileNames.folder(of: $0)) }
  }

  /// Opens a file in the state that recovery will give it, without writing anything.
  private static func readThrough(
    _ path: FilePath, _ state: StateFolder?, _ patience: Duration
  ) throws -> Opened {
    let file = try FileSink(existing: path, .readOnly)
    let isFree = try FileLock.acquire(file, waiting: patience)
    let status = try file.status()
    let target = LockedFile(path: path, file: file, isWritable: false, status: status)
    guard isFree else {
      return Opened(source: target.source, outcome: .ignored("another program has locked it"))
    }
    // Release the lock, because one command may open the same file twice.
    defer { FileLock.release(file) }
    for place in journalLocations(of: path, state, status.identity)
    where FileNames.exists(place.journal) {
      return try JournalReader(target, place, state).readThrough()
    }
    return Opened(source: target.source, outcome: .nothing)
  }

  // MARK: Many files

  /// Whether no file in a folder has traces of an edit, except for links to files in other folders;
  /// false if this is unknown.
  ///
  /// Reads at most `limit` names, so that many files in one folder require one look-up instead of
  /// one each.
  package static func isClean(_ folder: FilePath, limit: Int) -> Bool {
    DirectoryListing.hiddenNames(in: folder, limit: limit).map(isClean) ?? false
  }

  /// Whether none of these names, which must be all the names in a folder, belongs to a file that
  /// edits create.
  package static func isClean(_ names: [String]) -> Bool {
    !names.contains(where: JournalPaths.isOwn)
  }

  /// Whether there may be journals in the state folder, because their folder exists.
  package static func hasJournals(in state: StateFolder? = .standard) -> Bool {
    state.map { FileNames.exists($0.journals) } ?? false
  }
}
