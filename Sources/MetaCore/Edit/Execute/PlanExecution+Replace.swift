internal import SystemPackage

extension PlanExecution {
  /// Edits a copy that shares all blocks, which then replaces the file.
  func clone(_ form: InPlacePlan) throws -> StrategyResult {
    // Other hard links to the file would keep the old content.
    guard target.status.links == 1 else { return .declined("the file has several hard links") }
    let output = try OutputFile(for: target.path)
    do throws(Errno) {
      try FileRange.clone(target.file, into: output.file)
      try form.applySplice(to: output.file)
    } catch {
      output.discard()
      guard PlanExecution.unable.contains(error) else { throw error }
      return .declined("not supported by the file system")
    }
    return try replace(with: output, bytes: form.bytesWritten) { (file) throws(Errno) in
      try form.applyBytes(to: file, erasing: options.erases)
    }
  }

  /// The errors that file systems return if they do not support shared blocks or a splice.
  private static let unable: Set<Errno> = [
    .notSupported, .invalidArgument, .improperLink, .noFunction, .inappropriateIOCTLForDevice,
  ]

  /// Writes a new file, which then replaces the old one.
  func rewrite() throws -> StrategyResult {
    let output = try OutputFile(for: target.path)
    return try replace(with: output, bytes: plan.newSize) { (file) throws(Errno) in
      try PlanExecution.write(plan, of: PlanFiles(target.file), to: file)
    }
  }

  /// Writes all bytes of the plan, including those that it keeps.
  static func write(
    _ plan: RewritePlan, of sources: PlanFiles, to file: FileSink, _ progress: CopyProgress? = nil
  ) throws(Errno) {
    for place in plan.places {
      switch place.segment {
      case .keep(let range):
        try sources.copy(range, to: file, at: place.offset) { copied in
          progress?(Double(place.offset + copied) / Double(plan.newSize))
        }
      case .write(let bytes): try file.write(bytes.bytes, at: place.offset)
      case .fill(let count): try file.writeZeros(place.offset..<(place.offset + count))
      }
    }
  }

  /// Calls `write` to fill the new file, then renames it to replace the old file, or copies it over
  /// the old file if that has several links or attributes that cannot be copied.
  private func replace(
    with output: OutputFile, bytes: Int64, _ write: (FileSink) throws(Errno) -> Void
  ) throws -> StrategyResult {
    let takesItsPlace: Bool
    do throws(Errno) {
      try write(output.file)
      let keeps = try keepsAttributes(output.file)
      takesItsPlace = keeps && target.status.links == 1
    } catch {
      output.discard()
      throw error
    }
    guard takesItsPlace || plan.isOrdered else {
      output.discard()
      throw MetaError.refused(
        "the file has several hard links, or attributes that a new file cannot have; export a copy",
        target.path)
    }
    return .done(try takesItsPlace ? replaceTarget(output, bytes) : copyBack(output))
  }

  /// Replaces the old file with the complete new one.
  private func replaceTarget(_ output: OutputFile, _ bytes: Int64) throws -> EditResult {
    var undo: Journal?
    do {
      var record = try record(.replacement, plan, splice: nil)
      var result = EditResult(strategy: nil, bytesWritten: bytes, notes: undoNotes(record))
      try output.mark(for: target.path, modified: record.new.modified)
      record.new = try output.file.status().identity
      if options.synchronizes { try output.file.synchronize() }
      if record.keepsUndo, let store = options.state?.undo {
        do {
          undo = try store.add(record, synchronizing: options.synchronizes)
        } catch {
          if options.requiresUndo { throw error }
          result.notes.append("no undo: \(error)")
        }
      }
      try checkAgain()
      try output.takeName(target.path, replacing: true, isMarked: true)
      result.canUndo = undo != nil
      afterReplacing(&result)
      return result
    } catch {
      try? undo?.remove(erasing: options.erases)
      output.discard()
      throw error
    }
  }

  /// Copies the attributes of the old file to the new one; returns false if the owner cannot be
  /// kept.
  private func keepsAttributes(_ file: FileSink) throws(Errno) -> Bool {
    do throws(Errno) {
      try FileAttributes.copy(from: target.file, target.status, to: file)
      return true
    } catch .notPermitted {
      return false
    }
  }

  /// Throws unless the path still refers to the file that was copied, because other programs do not
  /// respect the lock.
  private func checkAgain() throws {
    guard let now = try? FileStatus(of: target.path, following: false),
      now.identity == target.status.identity
    else { throw MetaError.changed(target.path) }
  }

  /// Synchronises the folder, and overwrites the removed bytes of the old file if the edit erases
  /// them.
  ///
  /// An error only adds a note, because the new file already has the name.
  private func afterReplacing(_ result: inout EditResult) {
    do throws(Errno) {
      if options.synchronizes {
        try FileNames.synchronize(folder: FileNames.folder(of: target.path))
      }
      guard options.erases else { return }
      for range in plan.dropped { try target.file.writeZeros(range) }
      try target.file.synchronize()
    } catch {
      result.notes.append("the file was written, but: \(error)")
    }
  }

  // MARK: Files that cannot be replaced

  /// Copies a complete new file over the old one, which keeps its links and its owner; the journal
  /// records that the copy has to be completed after a crash.
  private func copyBack(_ output: OutputFile) throws -> EditResult {
    var record: JournalRecord
    let journal: Journal
    let temporary: OutputFile.CompleteFile
    do {
      guard target.isWritable else {
        throw MetaError.refused(
          "the file is not writable, and a new file would have a different owner", target.path)
      }
      guard !options.requiresUndo else {
        throw MetaError.refused(
          "the file has several hard links or another owner, and an edit this large cannot be undone",
          target.path)
      }
      record = try self.record(.copyBack, plan, splice: nil)
      if options.synchronizes { try output.file.synchronize() }
      temporary = try output.appear(for: target.path)
    } catch {
      output.discard()
      throw error
    }
    do {
      guard temporary.isFindable else {
        throw MetaError.refused(
          "the temporary file cannot be created: a file of another program already has its name",
          target.path)
      }
      journal = try Journal.begin(record, for: target, options)
    } catch {
      temporary.remove()
      throw error
    }
    var result = EditResult(
      strategy: nil, bytesWritten: 2 * plan.newSize, notes: undoNotes(record))
    try reserveGrowth(journal, temporary)
    do throws(Errno) {
      if options.erases, plan.newSize < plan.oldSize {
        try target.file.writeZeros(plan.newSize..<plan.oldSize)
      }
      try record.redo(from: output.file, to: target.file)
      try alignModificationTime(&record, of: target.file)
      if options.synchronizes { try target.file.synchronize() }
    } catch {
      // The journal and the new file are kept, so that a later command can finish the copy.
      throw MetaError(
        .io, file: target.path,
        reason: "copying over the old file failed; 'metatool recover' finishes it: \(error)",
        underlying: error)
    }
    _ = finish(journal, record, &result)
    temporary.remove()
    guard target.hasItsName else { throw target.isReplaced("the moved file contains the change") }
    return result
  }

  /// Reserves disk space for a larger file, before anything is overwritten; if that fails, restores
  /// the size and modification time and throws.
  private func reserveGrowth(_ journal: Journal, _ temporary: OutputFile.CompleteFile) throws {
    guard plan.newSize > plan.oldSize else { return }
    do throws(Errno) {
      try FileRange.reserve(plan.oldSize..<plan.newSize, in: target.file)
    } catch {
      try target.file.resize(to: plan.oldSize)
      try target.file.setModified(target.status.identity.modified)
      try journal.remove(erasing: options.erases)
      temporary.remove()
      throw error
    }
  }
}

extension JournalRecord {
  /// Copies the complete new file over the old one; can be repeated.
  func redo(from temporary: FileSink, to file: FileSink) throws(Errno) {
    try FileRange.copy(0..<new.size, of: temporary, to: file, at: 0)
    try file.resize(to: new.size)
  }
}

extension RewritePlan {
  /// The CRC-32 of all new bytes, in order.
  var changedChecksum: UInt32 {
    var sum = Checksum()
    for segment in segments {
      switch segment {
      case .keep: break
      case .write(let bytes): sum.append(bytes.bytes)
      case .fill(let count): sum.appendZeros(count)
      }
    }
    return sum.value
  }
}
