package import SystemPackage

/// Renames many files, all or none (`metatool rename`), records their old names, and can restore
/// them later; files may exchange names.
///
/// An existing file is never replaced; the system call guarantees this even if another program
/// takes the name at the last moment.
package struct FileRenaming: Sendable {
  private let record: RenameRecord
  private let state: StateFolder
  /// The journal while the renaming is in progress; nil for a renaming that is already undo data.
  private let journal: BatchJournal?

  /// A file to rename: its current path and its new path.
  package struct RenameRequest: Sendable, Hashable {
    /// The current path.
    package let old: FilePath
    /// The new path; missing folders are created.
    package let new: FilePath

    /// Creates a request.
    package init(old: FilePath, new: FilePath) {
      self.old = old
      self.new = new
    }
  }

  /// Renames the files.
  ///
  /// `stops` is called before each file or group of files that depend on each other's names; if it
  /// returns true, all renames are undone. Unless `keepsUndo` is set, the renames cannot be undone
  /// later.
  ///
  /// - Throws: ``MetaError`` if a file cannot be renamed, `cancelled` if `stops` returned true; all
  ///   files then have their old names, or the error reports those that do not.
  package static func rename(
    _ wishes: [RenameRequest], state: StateFolder? = .standard, keepsUndo: Bool = true,
    stops: () -> Bool = { false }
  ) throws(MetaError) {
    guard !wishes.isEmpty else { return }
    guard let state else {
      throw MetaError(.io, reason: "no folder for undo data: HOME is not set")
    }
    let record = try RenameRecord(wishes)
    let renaming: FileRenaming
    do throws(Errno) {
      let name = String(record.time, radix: 16) + journalSuffix
      let journal = try BatchJournal.begin(name, in: state, [record.bytes])
      renaming = FileRenaming(record, state, journal)
    } catch {
      throw MetaError(error, "the old names cannot be recorded", state.transactions)
    }
    try renaming.run(keepsUndo: keepsUndo, stops)
  }

  /// The suffix that distinguishes the journals of renamings from those of transactions.
  static let journalSuffix = ".names"

  private init(_ record: RenameRecord, _ state: StateFolder, _ journal: BatchJournal?) {
    self.record = record
    self.state = state
    self.journal = journal
  }

  /// Reads the renaming in an abandoned journal; nil if the journal is incomplete.
  ///
  /// - Throws: ``MetaError`` if the journal cannot be read, or was written by another version of
  ///   metatool.
  init?(left journal: BatchJournal, in state: StateFolder) throws(MetaError) {
    do {
      self.init(try RenameRecord(parsing: try journal.content()), state, journal)
    } catch let error as ParseError where error.code == .truncated || error.code == .malformed {
      return nil
    } catch {
      throw MetaError(anyOf: error, "the old names cannot be read", journal.path)
    }
  }

  // MARK: Renaming

  /// Creates the missing folders, renames the files and commits; undoes everything after an error.
  private func run(keepsUndo: Bool, _ stops: () -> Bool) throws(MetaError) {
    do throws(MetaError) {
      for folder in record.folders {
        do throws(Errno) {
          try FileNames.makeFolder(folder, FileRenaming.everyone)
        } catch {
          throw MetaError(error, "the folder cannot be created", folder)
        }
      }
      try RenameSequence(record.steps, state).run(stops)
      try end(keepsUndo: keepsUndo)
    } catch {
      let left = rollBack()
      guard let first = left.first else { throw error }
      throw MetaError(
        .io, file: error.file,
        reason:
          "\(error.reason); \(left.count) files did not get their old names back; undo --last tries again: \(first)",
        underlying: error)
    }
  }

  /// Full permissions for everyone, limited by the umask.
  private static let everyone = FilePermissions(rawValue: 0o777)

  /// Turns the journal into undo data or removes it; either way, the renaming is committed.
  private func end(keepsUndo: Bool) throws(MetaError) {
    guard let journal else { return }
    do throws(Errno) {
      guard keepsUndo else { return try journal.end() }
      try FileNames.makeFolder(state.renames)
      try FileNames.rename(
        journal.path, to: state.renames.appending(RenameRecord.name(of: record.time)))
      try? FileNames.removeFolder(state.transactions)
      RenameRecord.prune(state)
    } catch {
      throw MetaError(error, "the old names cannot be kept", state.renames)
    }
  }

  // MARK: Undo

  /// Restores the old names of the files renamed so far; a file for which this fails can be
  /// restored later (``last(in:)``).
  ///
  /// - Returns: The errors for the files that keep their new names.
  func rollBack() -> [MetaError] {
    var left: [MetaError] = []
    var steps: [RenameRecord.Step] = []
    for step in record.steps {
      guard let place = step.place else {
        left.append(step.isGone)
        continue
      }
      guard place != step.old else { continue }
      steps.append(RenameRecord.Step(identity: step.identity, old: place, new: step.old))
    }
    left += RenameSequence(steps, state).runAll()
    removeFolders()
    // If even that fails, the journal is kept, and the next command retries.
    try? end(keepsUndo: !left.isEmpty)
    return left
  }

  private func removeFolders() {
    // Folders that are not empty are kept.
    for folder in record.folders.reversed() { try? FileNames.removeFolder(folder) }
  }

  /// Returns the last renaming that can be undone; nil if no renaming can.
  package static func last(in state: StateFolder? = .standard) -> FileRenaming? {
    // A renaming that was already undone, or whose files no longer exist, does not hide older ones.
    undoable(in: state).first { $0.canBeUndone }
  }

  /// Returns the renamings with undo data, newest first; each is read only when needed.
  package static func undoable(
    in state: StateFolder? = .standard
  ) -> some Sequence<FileRenaming> {
    let folder = state?.renames
    let entries = folder.flatMap { try? DirectoryListing.entries(of: $0) } ?? []
    return entries.reversed().lazy.compactMap { entry in
      guard let state, let record = RenameRecord(ownedAt: state.renames.appending(entry.name))
      else { return nil }
      return FileRenaming(record, state, nil)
    }
  }

  /// Whether at least one of its files exists and does not have its old name.
  package var canBeUndone: Bool { record.steps.contains { !isBack($0) } }

  /// The time of the renaming, in nanoseconds since 1970.
  package var time: UInt64 { record.time }

  /// The requests that undo the renaming: each file's new path as the current one, and its old path
  /// as the new one.
  package var wishes: [RenameRequest] {
    record.steps.map { RenameRequest(old: $0.new, new: $0.old) }
  }

  /// Whether a file needs no work, because it has its old name or no longer exists.
  private func isBack(_ step: RenameRecord.Step) -> Bool {
    let place = placeNow(of: step)
    return place == nil || place == step.old
  }

  /// Returns the path of a file that may have been edited since the renaming; nil if it no longer
  /// exists.
  private func placeNow(of step: RenameRecord.Step) -> FilePath? {
    if let place = step.place { return place }
    guard let current = try? FileStatus(of: step.new, following: false).identity else { return nil }
    // An edit may have replaced the file, and undoing the edit may have replaced it once more.
    let isItself = current.size == step.identity.size && current.modified == step.identity.modified
    return isItself || state.undo.hasEdits(from: step.identity, to: current, at: step.new)
      ? step.new : nil
  }

  /// Restores the old names of all files that still exist, or of none.
  ///
  /// - Returns: The errors for files that are no longer at their new paths; these files are
  ///   skipped.
  /// - Throws: ``MetaError`` if none of the files exists, or an old name is in use; in that case,
  ///   nothing is changed.
  package func undo() throws(MetaError) -> [MetaError] {
    var missing: [MetaError] = []
    var requests: [RenameRequest] = []
    for step in record.steps {
      guard let place = placeNow(of: step) else {
        missing.append(step.isGone)
        continue
      }
      if place != step.old { requests.append(RenameRequest(old: place, new: step.old)) }
    }
    if requests.isEmpty, let first = missing.first { throw first }
    let freed = Set(requests.map(\.old))
    for request in requests
    where FileNames.exists(request.new) && !freed.contains(request.new)
      && !FileNames.isSame(request.old, request.new)
    {
      throw MetaError.refused("another file has its old name", request.old)
    }
    try FileRenaming.rename(requests, state: state, keepsUndo: false)
    removeFolders()
    try? FileNames.remove(state.renames.appending(RenameRecord.name(of: record.time)))
    return missing
  }
}

extension RenameRecord {
  /// Creates the record for a renaming; changes nothing.
  init(_ wishes: [FileRenaming.RenameRequest]) throws(MetaError) {
    var steps: [Step] = []
    var folders: [FilePath] = []
    var known: Set<FilePath> = []
    for wish in wishes {
      do throws(Errno) {
        let old = FileNames.wholePath(naming: wish.old)
        let new = FileNames.wholePath(naming: wish.new)
        let identity = try FileStatus(of: old, following: false).identity
        steps.append(Step(identity: identity, old: old, new: new))
        var missing: [FilePath] = []
        var folder = FileNames.folder(of: new)
        while known.insert(folder).inserted, !FileNames.exists(folder) {
          missing.append(folder)
          folder = FileNames.folder(of: folder)
        }
        folders += missing.reversed()
      } catch {
        throw MetaError(error, "its status cannot be read", wish.old)
      }
    }
    guard RenameRecord.areDistinct(steps) else {
      throw MetaError(
        .refused, reason: "a file cannot be given two names, nor two files the same name")
    }
    self.init(time: FileTime.now.sinceEpoch, steps: steps, folders: folders)
  }

  /// Returns the file name for a time; all names have the same length, so that they sort by time.
  static func name(of time: UInt64) -> String {
    String(hexadecimal: time, width: 16)
  }

  /// Removes the records that are older than the limit for undo data.
  static func prune(_ state: StateFolder) {
    let now = FileTime.now.sinceEpoch
    for entry in (try? DirectoryListing.entries(of: state.renames)) ?? [] {
      guard let time = UInt64(entry.name, radix: 16), now > time,
        (now - time) / 1_000_000_000 > state.undo.limits.age
      else { continue }
      try? FileNames.remove(state.renames.appending(entry.name))
    }
  }
}

extension RenameRecord {
  /// Reads the record in a file; nil if the file belongs to another user or is incomplete.
  fileprivate init?(ownedAt path: FilePath) {
    guard let file = try? FileSink(existing: path, .readOnly),
      (try? file.status().user) == ProcessFacts.user,
      let size = try? file.status().identity.size, size < 1 << 30,
      let bytes = try? file.read(at: 0, count: Int(size)),
      let record = try? RenameRecord(parsing: bytes)
    else { return nil }
    self = record
  }
}

extension RenameRecord.Step {
  /// The current path of the file, among its new name, its old name and the temporary names; nil if
  /// it has none of them.
  fileprivate var place: FilePath? {
    [new, RenameSequence.between(old), RenameSequence.between(new), old].first(where: isFile)
  }

  fileprivate var isGone: MetaError {
    .refused("the file no longer has the name it was renamed to", new)
  }

  /// Whether the file has this name now.
  private func isFile(at path: FilePath) -> Bool {
    guard let current = try? FileStatus(of: path, following: false).identity else { return false }
    return current.isSameFile(as: identity)
  }
}
