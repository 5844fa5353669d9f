public import SystemPackage

extension UndoStore {
  /// The edits of one command that can be taken back together.
  public struct EditBatch: Sendable {
    /// Their number; 0 for an edit alone.
    public let number: UInt64
    /// When the last of them was made, in nanoseconds since 1970.
    public let time: UInt64
    /// The files, each once.
    public let paths: [FilePath]
  }

  /// The edits of the last command that left a file as it is now; where none did, those of the last command.
  public func lastBatch() -> EditBatch? {
    var rest = entries()[...]
    var first: EditBatch?
    while let newest = rest.first {
      let members = rest.filter { $0 == newest || newest.batch != 0 && $0.batch == newest.batch }
      let records = members.compactMap(record)
      var seen: Set<[UInt8]> = []
      let paths = records.filter { seen.insert($0.path).inserted }
        .map { FileNames.path(of: $0.path) }
      let batch = EditBatch(number: newest.batch, time: newest.time, paths: paths)
      if records.contains(where: \.mayBeTakenBack) { return batch }
      // One that was refused before does not stand in the way of those further back.
      if first == nil, !paths.isEmpty { first = batch }
      let known = Set(members)
      rest = rest.filter { !known.contains($0) }[...]
    }
    return first
  }

  /// Takes back what a batch did to one of its files.
  ///
  /// - Throws: ``MetaError``: `refused` when there is nothing to take back, or the file has changed since.
  public func undo(_ path: FilePath, in batch: EditBatch) throws(MetaError) -> EditResult {
    guard batch.number != 0 else { return try undo(path) }
    guard var result = try undo(path, batch: batch.number) else {
      throw MetaError.refused("there is no edit of it to take back", path)
    }
    // A file may have been named twice.
    while let further = try undo(path, batch: batch.number) {
      result.bytesWritten += further.bytesWritten
    }
    return result
  }
}

extension EditRecord {
  /// Whether its file looks as the edit left it, as far as size and time tell.
  fileprivate var mayBeTakenBack: Bool {
    guard let identity = try? FileIdentity(of: FileNames.path(of: path)) else { return false }
    return identity.size == new.size
      && (identity.modified.isStored(of: new.modified) || kind == .page && !isSettled)
  }
}
