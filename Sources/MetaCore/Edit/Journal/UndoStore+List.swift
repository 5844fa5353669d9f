package import SystemPackage

/// An edit with undo data, as `metatool undo` lists or previews it: the file, the time, and whether
/// it can still be undone.
package struct UndoableEdit: Sendable, Hashable {
  /// The path of the file at the time of the edit.
  package let path: FilePath
  /// The time of the edit, in nanoseconds since 1970.
  package let nanoseconds: UInt64
  /// The number shared by the edits made by one command; 0 for a single edit.
  package let batch: UInt64
  /// The size of the undo data in bytes.
  package let size: Int64
  /// Whether the file is unchanged since the edit, judged by size and time.
  package let canBeUndone: Bool

  init(of path: [UInt8], _ entry: UndoStore.StoredEdit, canBeUndone: Bool) {
    self.path = FileNames.path(of: path)
    nanoseconds = entry.time
    batch = entry.batch
    size = entry.size
    self.canBeUndone = canBeUndone
  }
}

extension UndoStore {
  /// Returns the stored edits, newest first: all of them, or those of one file, including edits
  /// under its former names.
  ///
  /// - Throws: ``MetaError`` if the file cannot be opened.
  package func undoableEdits(of path: FilePath? = nil) throws(MetaError) -> [UndoableEdit] {
    let entries = if let path { try history(of: path) } else { entries() }
    return entries.sorted { $0.time > $1.time }.compactMap { entry in
      JournalRecord.head(ofRecordAt: entry.path).map { head in
        UndoableEdit(of: head.path, entry, canBeUndone: head.canBeUndone)
      }
    }
  }

  /// The disk space in use and the limit, in bytes.
  package var diskUsage: (taken: Int64, limit: Int64) {
    (entries().reduce(0) { $0 + UndoStore.occupied($1.size) }, limits.total)
  }

  /// The number of days for which an edit is kept.
  package var days: UInt64 { limits.age / (24 * 3600) }
}
