package import SystemPackage

extension Recovery {
  /// A file that was opened for reading, as it is when an edit that was cut off has been ended.
  package struct Opened: Sendable {
    /// Its bytes.
    package let source: any ByteSource
    /// What was found beside it, and what became of that.
    package let outcome: Outcome
  }

  /// Opens a file for reading, after an edit of it that was cut off has been finished or rolled back.
  ///
  /// Where the file or its folder may not be written, it is read through the journal: as it will be when somebody recovers it.
  ///
  /// - Throws: ``MetaError`` when the file cannot be opened.
  package static func open(
    _ path: FilePath, state: StateFolder? = .standard, patience: Duration = .seconds(10)
  ) throws(MetaError) -> Opened {
    let whole = FileNames.resolved(path) ?? path
    let journals = places(of: whole, state).map(\.journal).filter(FileNames.exists)
    let hasJournal = !journals.isEmpty
    // A writer that makes a whole new file is not waited for: the old one is good until then.
    let patience = hasJournal ? patience : .zero
    if mayEnd(whole, journals), let outcome = try? recover(whole, state: state, patience: patience)
    {
      return try opened(whole, outcome)
    }
    guard hasJournal else { return try opened(whole, .nothing) }
    do {
      return try readThrough(whole, state, patience)
    } catch {
      throw MetaError(anyOf: error, "reading it", path)
    }
  }

  private static func opened(_ path: FilePath, _ outcome: Outcome) throws(MetaError) -> Opened {
    do {
      return Opened(source: try FileSource(path: path), outcome: outcome)
    } catch {
      throw MetaError(opening: path, error)
    }
  }

  private static func mayEnd(_ path: FilePath, _ journals: [FilePath]) -> Bool {
    guard let status = try? FileStatus(of: path), !status.isWriteProtected else { return false }
    return FileNames.isWritable(path)
      && journals.allSatisfy { FileNames.isWritable(FileNames.folder(of: $0)) }
  }

  private static func readThrough(
    _ path: FilePath, _ state: StateFolder?, _ patience: Duration
  ) throws -> Opened {
    let file = try FileSink(existing: path, .readOnly)
    let isFree = try FileLock.take(file, waiting: patience)
    let status = try file.status()
    let target = LockedFile(path: path, file: file, isWritable: false, status: status)
    guard isFree else {
      return Opened(source: target.source, outcome: .ignored("another program is at work on it"))
    }
    // The same file may be read twice by one command.
    defer { FileLock.release(file) }
    for place in places(of: path, state, status.identity) where FileNames.exists(place.journal) {
      return try JournalReader(target, place, state).readThrough()
    }
    return Opened(source: target.source, outcome: .nothing)
  }

  // MARK: Many files

  /// Whether no file of a folder has anything left beside it, links to files elsewhere aside; false when that is not known.
  ///
  /// Looks at no more than `limit` of the folder's names: so many files of one folder cost one look instead of one each.
  package static func isClean(_ folder: FilePath, limit: Int) -> Bool {
    DirectoryListing.hiddenNames(in: folder, limit: limit).map(isClean) ?? false
  }

  /// Whether none of these names, all those of a folder, is one that an edit gives to what lies beside a file.
  package static func isClean(_ names: [String]) -> Bool {
    !names.contains(where: JournalPaths.isOwn)
  }

  /// Whether there are journals of files whose folders took none.
  package static func hasJournals(in state: StateFolder? = .standard) -> Bool {
    state.map { FileNames.exists($0.journals) } ?? false
  }
}
