internal import SystemPackage

/// The paths that an edit to a file uses until it is complete: the path of its journal, and the
/// temporary path of the new file.
struct JournalPaths: Sendable, Hashable {
  let journal: FilePath
  let temporary: FilePath

  /// Returns the paths next to the file itself.
  static func nextTo(_ path: FilePath) -> JournalPaths {
    JournalPaths(
      journal: FileNames.nextTo(path, suffix: journalSuffix),
      temporary: FileNames.nextTo(path, suffix: temporarySuffix))
  }

  private static let journalSuffix = ".metatool-journal"
  static let temporarySuffix = ".metatool-new"

  /// Whether an edit may have created a file with this name.
  static func isOwn(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".")
      && (name.hasSuffix(journalSuffix) || name.hasSuffix(temporarySuffix))
  }

  /// Returns the paths for a journal in the state folder, for a file whose own folder does not
  /// allow a journal; it is named after device and inode, because the file may have several paths.
  ///
  /// The new file is always next to the file itself.
  static func elsewhere(
    of path: FilePath, _ identity: FileIdentity, _ state: StateFolder
  ) -> JournalPaths {
    let name = String(identity.device, radix: 16) + "-" + String(identity.inode, radix: 16)
    return JournalPaths(
      journal: state.journals.appending(name + ".journal"),
      temporary: nextTo(path).temporary)
  }

  /// Whether files left by a crashed writer may exist at these paths.
  var areTaken: Bool { FileNames.exists(journal) || FileNames.exists(temporary) }
}

/// A file with the ``JournalRecord`` of an edit: the journal next to the edited file, or the edit's
/// file in the ``UndoStore``.
///
/// An edit that overwrites a file needs a journal: it is complete before the first byte of the file
/// changes, and is removed, moved to the undo store or kept for reuse after the last one has
/// changed. A command that finds an uncompleted journal completes or undoes the edit
/// (``Recovery``).
///
/// A journal is read only under the edited file's lock, which the writer of the journal holds until
/// it exits.
struct Journal: Sendable {
  let path: FilePath
  let file: FileSink

  /// Writes a journal next to its file, or to the state folder if the file's folder is not
  /// writable; `spare` may provide a journal for reuse.
  static func begin(
    _ record: JournalRecord, for target: LockedFile, _ options: EditOptions,
    _ spare: ReusableJournal? = nil
  ) throws(Errno) -> Journal {
    let places = JournalPaths.nextTo(target.path)
    if options.leavesJournals, let journal = try spare?.reuse(for: record, at: places.journal) {
      return journal
    }
    do {
      return try begin(record, at: places.journal, options)
    } catch let code where Journal.unusable.contains(code) {
      guard let state = options.state else { throw code }
      try FileNames.makeFolder(state.journals)
      let places = JournalPaths.elsewhere(of: target.path, target.status.identity, state)
      return try begin(record, at: places.journal, options)
    }
  }

  /// The errors from creating a journal next to its file for which the state folder is used
  /// instead; apart from missing permissions, the name may be taken by another program's file, or
  /// be too long.
  private static let unusable: Set<Errno> = [
    .permissionDenied, .notPermitted, .readOnlyFileSystem, .fileExists, .fileNameTooLong,
  ]

  /// Creates a journal with a record; it is synchronised to the disk if the edit is, because the
  /// file must not change on disk before the journal exists there.
  private static func begin(
    _ record: JournalRecord, at path: FilePath, _ options: EditOptions
  ) throws(Errno) -> Journal {
    let journal = Journal(path: path, file: try FileSink(creating: path))
    do throws(Errno) {
      try journal.write(record)
      if options.synchronizes {
        try journal.file.synchronize()
        try FileNames.synchronize(folder: FileNames.folder(of: path))
      }
      return journal
    } catch {
      try? FileNames.remove(path)
      throw error
    }
  }

  /// Writes the record, or overwrites it with another record for the same edit.
  func write(_ record: JournalRecord) throws(Errno) { try file.write(record) }

  /// Marks the record as completed by writing one byte after it.
  func markCompleted(_ record: JournalRecord) throws(Errno) {
    try file.write([1], at: record.encodedSize)
  }

  /// Removes the journal, which ends the edit; the current content of the file is kept.
  func remove(erasing: Bool) throws(Errno) {
    if erasing { try file.overwriteRecord() }
    try FileNames.remove(path)
  }

  /// Overwrites the journal of a crashed writer as far as possible, because the edit may have had
  /// to erase the old bytes, and removes it.
  func removeLeftover() throws(Errno) {
    // It was opened for reading only.
    if let writable = try? FileSink(existing: path), let status = try? writable.status(),
      let own = try? file.status().identity, status.identity.isSameFile(as: own), status.links == 1
    {
      try? writable.overwriteRecord()
    }
    try FileNames.remove(path)
  }
}

extension FileSink {
  /// Writes a record at the beginning of the file.
  func write(_ record: JournalRecord) throws(Errno) {
    var offset: Int64 = 0
    for piece in record.pieces {
      try write(piece.bytes, at: offset)
      offset += Int64(piece.count)
    }
  }

  /// Overwrites the record in the file with zeros, except for the bytes by which recovery
  /// recognises an incomplete journal.
  fileprivate func overwriteRecord() throws(Errno) {
    let size = try status().identity.size
    try writeZeros(min(size, JournalRecord.signatureSize)..<size)
  }

  /// Overwrites the whole file with zeros.
  func overwriteAll() throws(Errno) { try writeZeros(0..<(try status().identity.size)) }

  /// Overwrites a range with zeros.
  func writeZeros(_ range: Range<Int64>) throws(Errno) {
    let zeros = [UInt8](repeating: 0, count: Int(min(65536, range.upperBound - range.lowerBound)))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let part = zeros.prefix(Int(min(Int64(zeros.count), range.upperBound - offset)))
      try write(part, at: offset)
      offset += Int64(part.count)
    }
  }
}
