public import SystemPackage

/// Gives many files other names, all of them or none; names may go from file to file, round and round.
///
/// No name that somebody has is taken away from them: the system refuses that, even if the name was free a moment ago.
public struct FileRenaming: Sendable {
  private var record: RenameRecord
  private let state: StateFolder
  private let journal: BatchJournal?

  /// A file and the name that it is to have.
  public struct Wish: Sendable, Hashable {
    /// The file, as it is called now.
    public let old: FilePath
    /// Its path afterwards; folders that are not there are made.
    public let new: FilePath

    /// Makes a wish.
    public init(old: FilePath, new: FilePath) {
      self.old = old
      self.new = new
    }
  }

  /// Gives the files their names.
  ///
  /// `stops` is asked before each file; when it says so, all is taken back. Without `keepsUndo` it cannot be taken back later.
  ///
  /// - Throws: ``MetaError`` when one of them cannot be given its name; then all have their old ones.
  public static func rename(
    _ wishes: [Wish], state: StateFolder? = .standard, keepsUndo: Bool = true,
    stops: () -> Bool = { false }
  ) throws(MetaError) {
    guard !wishes.isEmpty else { return }
    guard let state else { throw MetaError(.io, reason: "there is no HOME to keep undo in") }
    let record = try RenameRecord(wishes)
    let renaming: FileRenaming
    do throws(Errno) {
      let name = String(record.time, radix: 16) + journalSuffix
      let journal = try BatchJournal.begin(name, in: state, [record.bytes])
      renaming = FileRenaming(record, state, journal)
    } catch {
      throw MetaError(error, "writing down the old names", state.transactions)
    }
    try renaming.run(keepsUndo: keepsUndo, stops)
  }

  private static let journalSuffix = ".names"

  private init(_ record: RenameRecord, _ state: StateFolder, _ journal: BatchJournal?) {
    self.record = record
    self.state = state
    self.journal = journal
  }

  /// The renaming of a journal that was left; nil when it is of none.
  init?(left journal: BatchJournal, in state: StateFolder) {
    guard let bytes = try? journal.content(), let record = try? RenameRecord(parsing: bytes)
    else { return nil }
    self.init(record, state, journal)
  }

  // MARK: Doing

  private func run(keepsUndo: Bool, _ stops: () -> Bool) throws(MetaError) {
    do throws(MetaError) {
      for folder in record.folders {
        do throws(Errno) {
          try FileNames.makeFolder(folder, FileRenaming.everyone)
        } catch {
          throw MetaError(error, "making the folder", folder)
        }
      }
      try NameMoves(record.steps.map { ($0.old, $0.new) }).run(stops)
      try end(keepsUndo: keepsUndo)
    } catch {
      let left = rollBack()
      guard let first = left.first else { throw error }
      throw MetaError(
        .io, file: error.file,
        reason:
          "\(error.reason); and \(left.count) files could not get their old names back: \(first)",
        underlying: error)
    }
  }

  /// Read, write and enter for everybody, as far as the process lets them.
  private static let everyone = FilePermissions(rawValue: 0o777)

  /// The journal becomes undo, or goes; either is the moment in which all is done.
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
      throw MetaError(error, "keeping the old names", state.renames)
    }
  }

  // MARK: Taking back

  /// Gives the files that got their names already their old ones.
  ///
  /// - Returns: Why some could not be given theirs.
  func rollBack() -> [MetaError] {
    var left: [MetaError] = []
    var moves: [NameMoves.Move] = []
    for step in record.steps {
      let places = [step.new, NameMoves.between(step.old), step.old]
      guard let place = places.first(where: step.isFile) else {
        left.append(.refused("the file is not where it was renamed to", step.new))
        continue
      }
      if place != step.old { moves.append((place, step.old)) }
    }
    do throws(MetaError) {
      try NameMoves(moves).run { false }
    } catch {
      left.append(error)
    }
    removeFolders()
    try? journal?.end()
    return left
  }

  private func removeFolders() {
    // Those that others have put something into stay.
    for folder in record.folders.reversed() { try? FileNames.removeFolder(folder) }
  }

  /// The last renaming that can be taken back; nil when there is none.
  public static func last(in state: StateFolder? = .standard) -> FileRenaming? {
    guard let state, let entries = try? DirectoryListing.entries(of: state.renames) else {
      return nil
    }
    for entry in entries.reversed() {
      let path = state.renames.appending(entry.name)
      guard let file = try? FileSink(existing: path, .readOnly),
        (try? file.status().user) == ProcessFacts.user,
        let size = try? file.status().identity.size, size < 1 << 30,
        let bytes = try? file.read(at: 0, count: Int(size)),
        let record = try? RenameRecord(parsing: bytes)
      else { continue }
      return FileRenaming(record, state, nil)
    }
    return nil
  }

  /// When it was done, in nanoseconds since 1970.
  public var time: UInt64 { record.time }

  /// The files, and the names that they had before.
  public var wishes: [Wish] { record.steps.map { Wish(old: $0.new, new: $0.old) } }

  /// Gives all files the names that they had before, or none.
  ///
  /// - Throws: ``MetaError`` when one of them is not there any more, or its old name is taken; nothing is changed then.
  public func undo() throws(MetaError) {
    for step in record.steps where !FileNames.exists(step.new) {
      throw MetaError.refused("the file is not where it was renamed to", step.new)
    }
    let freed = Set(record.steps.map(\.new))
    for step in record.steps where FileNames.exists(step.old) && !freed.contains(step.old) {
      throw MetaError.refused("another file has its old name", step.old)
    }
    for folder in Set(record.steps.map { FileNames.folder(of: $0.old) }) {
      do throws(Errno) {
        try FileNames.makeFolder(folder, FileRenaming.everyone)
      } catch {
        throw MetaError(error, "making the folder", folder)
      }
    }
    try FileRenaming.rename(wishes, state: state, keepsUndo: false)
    removeFolders()
    try? FileNames.remove(state.renames.appending(RenameRecord.name(of: record.time)))
  }
}

extension RenameRecord {
  /// The record of what is to be done; nothing is changed.
  init(_ wishes: [FileRenaming.Wish]) throws(MetaError) {
    var steps: [Step] = []
    var folders: [FilePath] = []
    var known: Set<FilePath> = []
    for wish in wishes {
      do throws(Errno) {
        let old = FileNames.wholePath(naming: wish.old)
        let new = FileNames.wholePath(naming: wish.new)
        let identity = try FileStatus(of: old, following: false).identity
        steps.append(Step(device: identity.device, inode: identity.inode, old: old, new: new))
        var missing: [FilePath] = []
        var folder = FileNames.folder(of: new)
        while known.insert(folder).inserted, !FileNames.exists(folder) {
          missing.append(folder)
          folder = FileNames.folder(of: folder)
        }
        folders += missing.reversed()
      } catch {
        throw MetaError(error, "looking at it", wish.old)
      }
    }
    self.init(time: FileTime.now.sinceEpoch, steps: steps, folders: folders)
  }

  /// Names of records are as long as each other, so that they stand in the order of their times.
  static func name(of time: UInt64) -> String {
    let digits = String(time, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Removes the records that are as old as undo becomes.
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

extension RenameRecord.Step {
  /// Whether the file has this name now.
  fileprivate func isFile(at path: FilePath) -> Bool {
    guard let there = try? FileStatus(of: path, following: false).identity else { return false }
    return there.device == device && there.inode == inode
  }
}
