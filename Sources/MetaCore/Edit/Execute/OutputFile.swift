package import SystemPackage

/// A new file that nobody sees before it is whole: the one way in which files are made that people asked for.
///
/// Where the file system allows, it has no name until then, so that nothing is left of it when its writer dies; elsewhere it has a name of
/// its own from the beginning (``ClaimedFile``).
package struct OutputFile: Sendable {
  /// The file itself.
  package let file: FileSink
  /// The file with a name, where it has to have one.
  private let claimed: ClaimedFile?

  /// A file in the folder of the one that it becomes; `permissions` are those that the process lets it have.
  ///
  /// - Throws: ``MetaError`` when none can be made.
  package init(
    for path: FilePath, permissions: FilePermissions = .ownerReadWrite
  ) throws(MetaError) {
    try self.init(for: path, permissions, mayBeUnnamed: FileNames.canNameUnnamed)
  }

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
        error, isGone ? "there is no folder \(folder)" : "making a file in \(folder)", path)
    }
  }

  /// A path under which this process can open it again.
  package var path: FilePath {
    claimed?.path ?? FilePath("/proc/self/fd/\(file.descriptor.rawValue)")
  }

  /// Gives the finished file its name; `modified` is the time of its last change, where ``mark(for:modified:)`` has set it.
  ///
  /// - Throws: `Errno`, `fileExists` when another file has the name and is not to be replaced.
  package func takeName(
    _ path: FilePath, replacing: Bool, isMarked: Bool = false
  ) throws(Errno) {
    if !replacing {
      guard let claimed else { return try FileNames.name(file, path) }
      try FileNames.renameToFree(claimed.path, to: path)
      return claimed.forget()
    }
    // A name cannot be given over another, but a named file can take its place.
    let named = try appear(for: path, isMarked: isMarked)
    do throws(Errno) {
      try FileNames.rename(named.path, to: path)
    } catch {
      named.remove()
      throw error
    }
    claimed?.forget()
  }

  /// Removes a file that is not finished.
  package func discard() { claimed?.remove() }

  // MARK: Next to the file that it replaces

  /// A finished file under the name that it has until it takes another.
  struct Named: Sendable {
    let path: FilePath
    /// Whether a later command finds it when its writer dies.
    let isFindable: Bool
    fileprivate let claimed: ClaimedFile?

    func remove() {
      guard let claimed else { return (try? FileNames.remove(path)) ?? () }
      claimed.remove()
    }
  }

  /// Gives the finished file a name next to the one that it is for.
  func appear(for path: FilePath, isMarked: Bool = false) throws(Errno) -> Named {
    if let claimed {
      return Named(path: claimed.path, isFindable: claimed.isFindable, claimed: claimed)
    }
    let place = JournalPaths.beside(path).temporary
    // Others see by the lock that its writer lives.
    _ = try FileLock.take(file, waiting: .zero)
    if !isMarked { try mark(for: path, modified: try file.status().identity.modified) }
    do throws(Errno) {
      do throws(Errno) {
        try FileNames.name(file, place)
      } catch .fileExists {
        guard try LeftOver.remove(place) else { throw .fileExists }
        try FileNames.name(file, place)
      }
      return Named(path: place, isFindable: true, claimed: nil)
    } catch .fileExists {
      // A file of somebody else, which stays.
      let place = ClaimedFile.randomName(for: path)
      try FileNames.name(file, place)
      return Named(path: place, isFindable: false, claimed: nil)
    }
  }

  /// Sets the time of the file's last change, and with it the mark by which a later command knows the file as ours.
  func mark(for path: FilePath, modified: FileTime) throws(Errno) {
    let place = JournalPaths.beside(path).temporary
    try file.setTimes(
      accessed: NewFileMark.accessed(place, modified: modified), modified: modified)
  }
}

extension OutputFile {
  /// Writes a file of these bytes, which appears whole or not at all; one that it replaces gives it its permissions.
  ///
  /// - Throws: ``MetaError``, `refused` when there is a file that is not to be replaced, or something that is not a file.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replacing: Bool
  ) throws(MetaError) {
    let output = try OutputFile(opening: path, replacing: replacing)
    do throws(Errno) {
      try output.file.write(bytes[...], at: 0)
    } catch {
      output.discard()
      throw MetaError(error, "writing it", path)
    }
    try output.finish(path, replacing: replacing)
  }

  /// A file that is written piece by piece and appears at the end, with ``finish(_:replacing:)``.
  ///
  /// - Throws: ``MetaError``, as ``write(_:to:replacing:)`` does.
  package init(opening path: FilePath, replacing: Bool) throws(MetaError) {
    let there = try? FileStatus(of: path, following: false)
    if there != nil, !replacing {
      throw MetaError.refused("a file of that name exists already", path)
    }
    if let there, !there.isRegular, !FileNames.isLink(path) {
      throw MetaError.refused("it is not a file", path)
    }
    try self.init(for: path, permissions: OutputFile.everyone)
  }

  /// Gives a file that was opened for this path its name; nothing is left of it when that fails.
  ///
  /// - Throws: ``MetaError`` when another file has the name by now, or the system refuses.
  package func finish(_ path: FilePath, replacing: Bool) throws(MetaError) {
    do throws(Errno) {
      if let there = try? FileStatus(of: path, following: false), there.isRegular {
        try file.setPermissions(there.permissions & 0o777)
      }
      try takeName(path, replacing: replacing)
    } catch {
      discard()
      throw MetaError(error, "writing it", path)
    }
  }

  /// Removes what a writer of a file with this name has left that died in the moment before the file had it.
  package static func removeLeftOver(of path: FilePath) {
    let place = JournalPaths.beside(path).temporary
    if FileNames.exists(place) { _ = try? LeftOver.remove(place) }
  }

  /// Read and write for everybody, as far as the process lets them.
  private static let everyone = FilePermissions(rawValue: 0o666)
}
