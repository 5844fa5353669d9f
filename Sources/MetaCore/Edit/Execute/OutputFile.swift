package import SystemPackage

/// A new file that is being written: open, and without its final name until it is complete.
///
/// Edits that write a new file, exports and recordings use it; journals and undo data do not. If
/// the file system supports it, the file has no name until it is complete, so that a crash leaves
/// nothing; otherwise it has a temporary name (``ClaimedFile``).
package struct OutputFile: Sendable {
  /// The file itself.
  package let file: FileSink
  /// The temporary name and its claim; nil if the file has no name.
  private let claimed: ClaimedFile?

  /// Creates a file in the folder of `path`; `permissions` are limited by the umask.
  ///
  /// - Throws: ``MetaError`` if the file cannot be created.
  package init(
    for path: FilePath, permissions: FilePermissions = .ownerReadWrite
  ) throws(MetaError) {
    try self.init(for: path, permissions, mayBeUnnamed: FileNames.canNameUnnamed)
  }

  /// Creates the file without a name if `mayBeUnnamed` is true (tests set it directly) and the file
  /// system supports unnamed files.
  init(
    for path: FilePath, _ permissions: FilePermissions = .ownerReadWrite, mayBeUnnamed: Bool
  ) throws(MetaError) {
    let folder = FileNames.folder(of: path)
    if mayBeUnnamed, let file = try? FileSink(unnamedIn: folder, permissions) {
      (self.file, claimed) = (file, nil)
      return
    }
    do throws(Errno) {
      let claimed = try ClaimedFile(for: path, permissions)
      (file, self.claimed) = (claimed.file, claimed)
    } catch {
      let isGone = error == .noSuchFileOrDirectory || error == .notDirectory
      throw MetaError(
        error, isGone ? "folder \(folder) does not exist" : "cannot create a file in \(folder)",
        path)
    }
  }

  /// The path at which this process can reopen the file.
  package var path: FilePath {
    claimed?.path ?? FilePath("/proc/self/fd/\(file.descriptor.rawValue)")
  }

  /// Gives the complete file its name; `isMarked` means that ``mark(for:modified:)`` has already
  /// marked the file.
  ///
  /// - Throws: `Errno`, `fileExists` if another file has the name and must not be replaced.
  package func takeName(
    _ path: FilePath, replacing: Bool, isMarked: Bool = false
  ) throws(Errno) {
    if !replacing {
      guard let claimed else { return try FileNames.name(file, path) }
      try FileNames.renameToFree(claimed.path, to: path)
      return claimed.forget()
    }
    // An unnamed file cannot replace another file directly, but a named one can.
    let named = try appear(for: path, isMarked: isMarked)
    do throws(Errno) {
      try FileNames.rename(named.path, to: path)
    } catch {
      named.remove()
      throw error
    }
    claimed?.forget()
  }

  /// Removes an unfinished file.
  package func discard() { claimed?.remove() }

  // MARK: Temporary names

  /// A complete file under the temporary name that it keeps until it replaces another file.
  struct CompleteFile: Sendable {
    let path: FilePath
    /// Whether a later command can find it after a crash.
    let isFindable: Bool
    fileprivate let claimed: ClaimedFile?

    func remove() {
      guard let claimed else { return (try? FileNames.remove(path)) ?? () }
      claimed.remove()
    }
  }

  /// Gives the complete file a temporary name next to its destination.
  func appear(for path: FilePath, isMarked: Bool = false) throws(Errno) -> CompleteFile {
    if let claimed {
      return CompleteFile(path: claimed.path, isFindable: claimed.isFindable, claimed: claimed)
    }
    let place = JournalPaths.nextTo(path).temporary
    // The lock shows other processes that the writer is still running.
    _ = try FileLock.acquire(file, waiting: .zero)
    if !isMarked { try mark(for: path, modified: try file.status().identity.modified) }
    do throws(Errno) {
      do throws(Errno) {
        try FileNames.name(file, place)
      } catch .fileExists {
        guard try AbandonedFile.remove(place) else { throw .fileExists }
        try FileNames.name(file, place)
      }
      return CompleteFile(path: place, isFindable: true, claimed: nil)
    } catch .fileExists {
      // Another file, which is kept, already has the name.
      let place = ClaimedFile.randomName(for: path)
      try FileNames.name(file, place)
      return CompleteFile(path: place, isFindable: false, claimed: nil)
    }
  }

  /// Sets the modification time, and marks the file as created by metatool, for a later command.
  func mark(for path: FilePath, modified: FileTime) throws(Errno) {
    let place = JournalPaths.nextTo(path).temporary
    try file.setTimes(
      accessed: NewFileMark.accessed(place, modified: modified), modified: modified)
  }
}

extension OutputFile {
  /// Writes these bytes to a file that appears complete or not at all, and takes over the
  /// permissions of a file that it replaces.
  ///
  /// - Throws: ``MetaError``, `refused` if the file exists and must not be replaced, or is neither
  ///   a regular file nor a symbolic link, which is replaced itself.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replacing: Bool
  ) throws(MetaError) {
    let output = try OutputFile(opening: path, replacing: replacing)
    do throws(Errno) {
      try output.file.write(bytes[...], at: 0)
    } catch {
      output.discard()
      throw MetaError(error, "cannot be written", path)
    }
    try output.finish(path, replacing: replacing)
  }

  /// Opens a file that is written piece by piece and appears when ``finish(_:replacing:)`` is
  /// called.
  ///
  /// - Throws: ``MetaError``, as ``write(_:to:replacing:)`` does.
  package init(opening path: FilePath, replacing: Bool) throws(MetaError) {
    let existing = try? FileStatus(of: path, following: false)
    if existing != nil, !replacing {
      throw MetaError.refused("a file with that name exists", path)
    }
    if let existing, !existing.isRegular, !FileNames.isLink(path) {
      throw MetaError.refused("not a regular file", path)
    }
    try self.init(for: path, permissions: OutputFile.everyone)
  }

  /// Gives a file that was opened for this path its final name; if that fails, the file is removed.
  ///
  /// - Throws: ``MetaError`` if another file has the name, or a system call fails.
  package func finish(_ path: FilePath, replacing: Bool) throws(MetaError) {
    do throws(Errno) {
      if let existing = try? FileStatus(of: path, following: false), existing.isRegular {
        try file.setPermissions(existing.permissions & 0o777)
      }
      try takeName(path, replacing: replacing)
    } catch {
      discard()
      throw MetaError(error, "cannot be written", path)
    }
  }

  /// Removes the temporary file of a writer that crashed just before giving a file this name.
  package static func removeLeftOver(of path: FilePath) {
    let place = JournalPaths.nextTo(path).temporary
    if FileNames.exists(place) { _ = try? AbandonedFile.remove(place) }
  }

  /// Read and write permissions for everyone, limited by the umask.
  static let everyone = FilePermissions(rawValue: 0o666)
}
