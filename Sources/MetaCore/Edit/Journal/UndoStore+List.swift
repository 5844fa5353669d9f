package import SystemPackage

/// An edit whose old bytes are kept.
package struct KeptEdit: Sendable, Hashable {
  /// The file, by its name at the time of the edit.
  package let path: FilePath
  /// When it was edited, in nanoseconds since 1970.
  package let nanoseconds: UInt64
  /// The number that the edits of one command have together; 0 for an edit alone.
  package let batch: UInt64
  /// How many bytes are kept.
  package let size: Int64
  /// Whether the file is as the edit left it, as far as size and time tell.
  package let canBeUndone: Bool

  init(of path: [UInt8], _ entry: UndoStore.Entry, canBeUndone: Bool) {
    self.path = FileNames.path(of: path)
    nanoseconds = entry.time
    batch = entry.batch
    size = entry.size
    self.canBeUndone = canBeUndone
  }
}

extension UndoStore {
  /// The edits that are kept, the newest first: all, or those of one file, under the names that it had, too.
  ///
  /// - Throws: ``MetaError`` when the file cannot be opened.
  package func kept(of path: FilePath? = nil) throws(MetaError) -> [KeptEdit] {
    let entries = if let path { try history(of: path) } else { entries() }
    return entries.sorted { $0.time > $1.time }.compactMap { entry in
      JournalRecord.head(ofRecordAt: entry.path).map { head in
        KeptEdit(of: head.path, entry, canBeUndone: head.canBeUndone)
      }
    }
  }

  /// How many bytes of the disk are taken, and how many at most.
  package var room: (taken: Int64, limit: Int64) {
    (entries().reduce(0) { $0 + UndoStore.occupied($1.size) }, limits.total)
  }

  /// For how many days an edit is kept.
  package var days: UInt64 { limits.age / (24 * 3600) }
}
