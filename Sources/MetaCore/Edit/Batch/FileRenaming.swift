package import SystemPackage

/// Renames many files, all or none (`metatool rename`), records their old names, and restores them
/// later; files may exchange their names.
///
/// An existing file is never replaced; the system call guarantees that even if the name was free a
/// moment before.
package struct FileRenaming: Sendable {
  private let record: RenameRecord
  private let state: StateFolder
  /// The journal while the renaming runs; nil for one that is already undo data.
  private let journal: BatchJournal?

  /// The path of a file and the path that it gets.
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
  /// `stops` is called before each file; when it returns true, all renames are undone. Without
  /// `keepsUndo` they cannot be undone later.
  ///
  /// - Throws: ``MetaError`` when a file cannot be renamed; all files then have their old names.
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

  /// The suffix by which journals of renamings differ from those of transactions.
  static let journalSuffix = ".names"

  private init(_ record: RenameRecord, _ state: StateFolder, _ journal: BatchJournal?) {
    self.record = record
    self.state = state
    self.journal = journal
  }

  /// The renaming in an abandoned journal.
  ///
  /// - Throws: ``MetaError`` when it cannot be read or was written by another version of metatool;
  ///   nil when it is incomplete.
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

  /// Turns the journal into undo data or removes it; either commits the renaming.
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

  /// Restores the old names of the files renamed so far; failures can be undone later
  /// (``last(in:)``).
  ///
  /// - Returns: The errors of the files that keep their new names.
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
    // If even that fails, the journal stays, and the next command tries again.
    try? end(keepsUndo: !left.isEmpty)
    return left
  }

  private func removeFolders() {
    // Folders that contain new files stay.
    for folder in record.folders.reversed() { try? FileNames.removeFolder(folder) }
  }

  /// The last renaming that can be undone; nil when there is none.
  package static func last(in state: StateFolder? = .standard) -> FileRenaming? {
    // One that was already undone, or whose files no longer exist, does not hide older ones.
    undoable(in: state).first { $0.canBeUndone }
  }

  /// The renamings with undo data, newest first; read lazily.
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

  /// Whether one of its files has its new name.
  package var canBeUndone: Bool { record.steps.contains { !isBack($0) } }

  /// The time of the renaming, in nanoseconds since 1970.
  package var time: UInt64 { record.time }

  /// The files, with their old names.
  package var wishes: [RenameRequest] {
    record.steps.map { RenameRequest(old: $0.new, new: $0.old) }
  }

  /// Whether a file needs no work: it has its old name, or no longer exists.
  private func isBack(_ step: RenameRecord.Step) -> Bool {
    let place = placeNow(of: step)
    return place == nil || place == step.old
  }

  /// The path of a file that may have been edited since; nil when it no longer exists.
  private func placeNow(of step: RenameRecord.Step) -> FilePath? {
    if let place = step.place { return place }
    guard let there = try? FileStatus(of: step.new, following: false).identity else { return nil }
    // An edit may have replaced the file, and undo may have replaced it again.
    let isItself = there.size == step.identity.size && there.modified == step.identity.modified
    return isItself || state.undo.leads(from: step.identity, to: there, at: step.new)
      ? step.new : nil
  }

  /// Restores the old names of all files that still exist, or of none.
  ///
  /// - Returns: The files that are no longer at their new paths; they are skipped.
  /// - Throws: ``MetaError`` when none of the files exists, or an old name is in use; nothing is
  ///   changed then.
  package func undo() throws(MetaError) -> [MetaError] {
    var gone: [MetaError] = []
    var back: [RenameRequest] = []
    for step in record.steps {
      guard let place = placeNow(of: step) else {
        gone.append(step.isGone)
        continue
      }
      if place != step.old { back.append(RenameRequest(old: place, new: step.old)) }
    }
    if back.isEmpty, let first = gone.first { throw first }
    let freed = Set(back.map(\.old))
    for wish in back
    where FileNames.exists(wish.new) && !freed.contains(wish.new)
      && !FileNames.isSame(wish.old, wish.new)
    {
      throw MetaError.refused("another file has its old name", wish.old)
    }
    try FileRenaming.rename(back, state: state, keepsUndo: false)
    removeFolders()
    try? FileNames.remove(state.renames.appending(RenameRecord.name(of: record.time)))
    return gone
  }
}

extension RenameRecord {
  /// The record for a renaming; changes nothing.
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

  /// Names have a fixed length, so that they sort by time.
  static func name(of time: UInt64) -> String {
    String(hexadecimal: time, width: 16)
  }

  /// Removes the records that are older than undo data is kept.
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
  /// The record in a file; nil when the file belongs to another user or is incomplete.
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
  /// The current path among all paths that the file has between its old name and its new one; nil
  /// when it no longer exists.
  fileprivate var place: FilePath? {
    [new, RenameSequence.between(old), RenameSequence.between(new), old].first(where: isFile)
  }

  fileprivate var isGone: MetaError {
    .refused("the file no longer has the name it was renamed to", new)
  }

  /// Whether the file has this name now.
  private func isFile(at path: FilePath) -> Bool {
    guard let there = try? FileStatus(of: path, following: false).identity else { return false }
    return there.isSameFile(as: identity)
  }
}
