package import SystemPackage

/// Stores and finds the undo data for a user's edits on disk: one file per edit, which contains its
/// ``JournalRecord``, in folders named by the checksum of the edited file's path.
///
/// The limits for size and age are enforced from time to time; the oldest edits are removed first.
/// Renames have separate records (``RenameRecord``).
///
///     undo/8f/8f3a01c2-187d3f6a2b9c4d10-187d3f6a2b000000-1a2
///             sum      time             batch            size
package struct UndoStore: Sendable, Hashable {
  /// The folder; it is created when an edit is stored.
  package let folder: FilePath
  /// The limits of the store.
  var limits = Limits()

  /// The limits of the store; when they are exceeded, the oldest edits are removed first.
  struct Limits: Sendable, Hashable {
    /// The maximum number of bytes for all edits together, each rounded up to whole blocks.
    var total: Int64 = 256 << 20
    /// The maximum number of bytes for a single edit; a larger edit cannot be undone.
    var single: Int64 = 64 << 20
    /// How long an edit is kept, in seconds.
    var age: UInt64 = 30 * 24 * 3600
  }

  /// Creates a store in a folder.
  package init(folder: FilePath) { self.folder = folder }

  /// A file in the store, described by the information in its name: time, command and size of the
  /// edit.
  struct StoredEdit: Sendable, Hashable {
    private let shelf: FilePath
    private let name: String
    let time: UInt64
    let batch: UInt64
    let size: Int64

    /// Parses a file name; nil if it does not have the form of ``path(of:)``.
    fileprivate init?(_ name: String, in shelf: FilePath) {
      let parts = name.utf8.split(separator: UInt8(ascii: "-")).map { Substring($0) }
      guard parts.count == 4, let time = UInt64(parts[1], radix: 16),
        let batch = UInt64(parts[2], radix: 16), let size = Int64(parts[3], radix: 16)
      else { return nil }
      self.shelf = shelf
      self.name = name
      self.time = time
      self.batch = batch
      self.size = size
    }

    /// The path of the edit's undo data, composed on demand, because most entries are only counted.
    var path: FilePath { shelf.appending(name) }
  }

  // MARK: Keeping

  /// Returns the path for the undo data of an edit.
  func path(of record: JournalRecord) -> FilePath {
    let name = [
      UndoStore.sum(record.path), UndoStore.hex(record.time), UndoStore.hex(record.batch),
      String(record.encodedSize, radix: 16),
    ]
    return shelf(record.path).appending(name.joined(separator: "-"))
  }

  /// Whether an edit is small enough to be kept.
  func accepts(_ record: JournalRecord) -> Bool {
    record.encodedSize <= limits.single
  }

  /// Stores an edit that has no journal, also on the disk if `synchronizing`; returns the stored
  /// file.
  func add(_ record: JournalRecord, synchronizing: Bool = false) throws(Errno) -> Journal {
    let path = path(of: record)
    let file = try createFile(at: path)
    let journal = Journal(path: path, file: file)
    do throws(Errno) {
      try journal.write(record)
      if synchronizing { try synchronize(record) }
    } catch {
      try? FileNames.remove(path)
      throw error
    }
    pruneNowAndThen(after: record)
    return journal
  }

  /// Stores an edit whose journal is complete, also on the disk if `synchronizing`, by moving the
  /// journal to the store, or copying it from another file system.
  ///
  /// - Throws: Errors from the file system; the journal is then at its old path.
  func adopt(
    _ journal: Journal, _ record: JournalRecord, synchronizing: Bool = false
  ) throws(Errno) {
    let path = path(of: record)
    do throws(Errno) {
      do throws(Errno) {
        try FileNames.rename(journal.path, to: path)
      } catch .noSuchFileOrDirectory {
        try FileNames.makeFolder(shelf(record.path))
        try FileNames.rename(journal.path, to: path)
      }
    } catch .improperLink {
      _ = try add(record, synchronizing: synchronizing)
      return try FileNames.remove(journal.path)
    }
    do throws(Errno) {
      if synchronizing { try synchronize(record) }
    } catch {
      try FileNames.rename(path, to: journal.path)
      throw error
    }
    pruneNowAndThen(after: record)
  }

  /// Synchronises a stored edit to the disk, together with all folders created for it.
  private func synchronize(_ record: JournalRecord) throws(Errno) {
    let path = path(of: record)
    try FileSink(existing: path, .readOnly).synchronize()
    for folder in [shelf(record.path), folder, FileNames.folder(of: folder)] {
      try FileNames.synchronize(folder: folder)
    }
  }

  /// Creates a file in the store, and its folder if it does not exist yet.
  private func createFile(at path: FilePath) throws(Errno) -> FileSink {
    do throws(Errno) {
      return try FileSink(creating: path)
    } catch .noSuchFileOrDirectory {
      try FileNames.makeFolder(FileNames.folder(of: path))
      return try FileSink(creating: path)
    }
  }

  /// Returns the folder for the edits to the file with this path: one of 256, so that finding the
  /// edits to one file requires listing only a few names.
  private func shelf(_ path: [UInt8]) -> FilePath {
    folder.appending(String(UndoStore.sum(path).prefix(2)))
  }

  private static func sum(_ path: [UInt8]) -> String {
    String(hexadecimal: Checksum.of(path[...]), width: 8)
  }

  private static func hex(_ number: UInt64) -> String {
    String(hexadecimal: number, width: 16)
  }

  // MARK: Finding

  /// Returns all stored edits, newest first.
  func entries() -> [StoredEdit] {
    let shelves = (try? DirectoryListing.entries(of: folder)) ?? []
    return shelves.flatMap { $0.isFolder ? entries(in: folder.appending($0.name), "") : [] }
      .sorted { $0.time > $1.time }
  }

  /// Returns the edits to the file with this path, newest first.
  func entries(of path: [UInt8]) -> [StoredEdit] {
    entries(in: shelf(path), UndoStore.sum(path)).sorted { $0.time > $1.time }
  }

  private func entries(in shelf: FilePath, _ prefix: String) -> [StoredEdit] {
    let files = (try? DirectoryListing.entries(of: shelf)) ?? []
    return files.compactMap { $0.name.hasPrefix(prefix) ? StoredEdit($0.name, in: shelf) : nil }
  }

  /// Returns the record of an entry; nil if it belongs to another user, or was never finished.
  func record(of entry: StoredEdit) -> JournalRecord? { JournalRecord(ownedAt: entry.path) }

  // MARK: Pruning

  /// Overwrites and removes the undo data for all edits to a file, because it contains the old
  /// values, which may be private.
  package func purge(_ path: FilePath) throws(MetaError) {
    try purge(history(of: path), of: path)
  }

  func purge(_ entries: [StoredEdit], of path: FilePath) throws(MetaError) {
    do throws(Errno) {
      for entry in entries {
        try FileSink(existing: entry.path).overwriteAll()
        try FileNames.remove(entry.path)
      }
    } catch {
      throw MetaError(error, "its undo data cannot be removed", path)
    }
  }

  /// Returns the edits to a file under this name and its former names; records under former names
  /// are not opened if they are larger than a megabyte.
  func history(of path: FilePath) throws(MetaError) -> [StoredEdit] {
    do throws(Errno) {
      let file = try FileSink(existing: FileNames.resolved(path) ?? path, .readOnly)
      let wholePath = FileNameEncoding.bytes(of: FileNames.wholePath(of: file, opened: path))
      var known = [try file.status().identity]
      // Other paths may have the same checksum.
      var edits = entries(of: wholePath).filter { record(of: $0)?.path ?? wholePath == wholePath }
      for entry in entries() where entry.size <= 1 << 20 {
        // Only records of this file are read completely, because there may be thousands of records.
        guard let new = JournalRecord.head(ofRecordAt: entry.path)?.new,
          known.contains(where: { $0.isSameFile(as: new) }), let record = record(of: entry)
        else { continue }
        known.append(record.old)
        if !edits.contains(entry) { edits.append(entry) }
      }
      return edits
    } catch {
      throw MetaError(error, "its undo data cannot be found", path)
    }
  }

  /// Removes the oldest edits until the store is within its limits; edits in running transactions
  /// are kept.
  package func prune() { prune(now: FileTime.now.sinceEpoch) }

  /// Prunes the store as of the given time, in nanoseconds since 1970; edits in running
  /// transactions are kept, because they may have to be rolled back.
  func prune(now: UInt64) {
    var available = limits.total
    let entries = entries()
    // Read the transactions after the entries, because a transaction writes its undo data after its
    // journal.
    let running = runningBatches
    for entry in entries where !running.contains(entry.batch) {
      available -= UndoStore.occupied(entry.size)
      let age = now > entry.time ? (now - entry.time) / 1_000_000_000 : 0
      if available < 0 || age > limits.age { try? FileNames.remove(entry.path) }
    }
  }

  /// The transactions that may have to be rolled back, by the names of their journals.
  private var runningBatches: Set<UInt64> {
    let journals = FileNames.folder(of: folder).appending(StateFolder.transactionsName)
    let entries = (try? DirectoryListing.entries(of: journals)) ?? []
    return Set(entries.compactMap { UInt64($0.name, radix: 16) }.filter { $0 != 0 })
  }

  /// Prunes the store after only some of the edits, because pruning costs more than an edit; it is
  /// more likely after large edits.
  private func pruneNowAndThen(after record: JournalRecord) {
    let blocks = UInt64(max(1, UndoStore.occupied(record.encodedSize) / 4096))
    let chances = UInt64(max(1, limits.total / 16 / 4096))
    // The time in microseconds serves as a random number.
    if record.time / 1000 % chances < blocks { prune() }
  }

  /// Returns the disk space used by a file of this size, in whole blocks of 4096 bytes.
  static func occupied(_ size: Int64) -> Int64 { (max(1, size) + 4095) / 4096 * 4096 }
}

extension JournalRecord {
  /// Reads the head from the first bytes of a file; nil if the file is not a record.
  static func head(ofRecordAt path: FilePath) -> Head? {
    guard let file = try? FileSink(existing: path, .readOnly),
      let size = try? file.status().identity.size,
      let bytes = try? file.read(at: 0, count: JournalRecord.maxFields)
    else { return nil }
    return try? JournalRecord.head(in: bytes, fileSize: size)
  }

  /// Reads the record in a file; nil if the file belongs to another user, is incomplete, or has 2
  /// GiB or more.
  init?(ownedAt path: FilePath) {
    guard let file = try? FileSink(existing: path, .readOnly), let status = try? file.status(),
      status.isRegular, status.user == ProcessFacts.user, status.links == 1,
      status.identity.size < 1 << 31,
      let bytes = try? file.read(at: 0, count: Int(status.identity.size)),
      let record = try? JournalRecord(parsing: bytes)
    else { return nil }
    self = record
  }
}
