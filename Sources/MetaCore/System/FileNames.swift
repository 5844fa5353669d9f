internal import LibC
package import SystemPackage

/// Operations on names in the file system: checking for existence, resolving links, renaming,
/// removing, creating folders, and the hidden names for journals and temporary files.
package enum FileNames {
  /// Returns whether there is a file, folder or link with this name.
  package static func exists(_ path: FilePath) -> Bool {
    unsafe path.withPlatformString { name in
      unsafe faccessat(AT_FDCWD, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }
  }

  /// Returns whether this process may write to the file, or create files in the folder, with this
  /// name.
  static func isWritable(_ path: FilePath) -> Bool {
    unsafe path.withPlatformString { name in
      unsafe faccessat(AT_FDCWD, name, W_OK, AT_EACCESS) == 0
    }
  }

  /// Renames a file, replacing an existing one.
  static func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
    try SystemCall.done {
      unsafe old.withPlatformString { old in
        unsafe new.withPlatformString { new in unsafe renameat(AT_FDCWD, old, AT_FDCWD, new) }
      }
    }
  }

  /// Renames a file to an unused name; the check and the renaming are one step only on Linux, on
  /// file systems that support it.
  ///
  /// - Throws: `fileExists` if the name is in use.
  static func renameToFree(_ old: FilePath, to new: FilePath) throws(Errno) {
    #if os(Linux)
      do {
        return try SystemCall.done {
          unsafe old.withPlatformString { old in
            unsafe new.withPlatformString { new in
              unsafe renameat2(AT_FDCWD, old, AT_FDCWD, new, metatool_rename_noreplace)
            }
          }
        }
      } catch Errno.invalidArgument {
        // The file system does not support the flag.
      } catch Errno.noFunction {
      }
    #endif
    guard !exists(new) else { throw .fileExists }
    try rename(old, to: new)
  }

  /// Gives an unused name to a file without a name.
  ///
  /// - Throws: `fileExists` if the name is in use.
  static func name(_ file: FileSink, _ path: FilePath) throws(Errno) {
    let descriptorPath = "/proc/self/fd/\(file.descriptor.rawValue)"
    try SystemCall.done {
      unsafe descriptorPath.withCString { descriptorPath in
        unsafe path.withPlatformString { name in
          unsafe linkat(AT_FDCWD, descriptorPath, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
      }
    }
  }

  /// Whether ``name(_:_:)`` is possible, which requires `/proc`.
  static let canNameUnnamed = exists("/proc/self/fd")

  /// Removes the name of a file or link, but not of a folder.
  package static func remove(_ path: FilePath) throws(Errno) {
    try SystemCall.done {
      unsafe path.withPlatformString { name in unsafe unlinkat(AT_FDCWD, name, 0) }
    }
  }

  /// Removes an empty folder.
  static func removeFolder(_ path: FilePath) throws(Errno) {
    try SystemCall.done {
      unsafe path.withPlatformString { name in unsafe unlinkat(AT_FDCWD, name, AT_REMOVEDIR) }
    }
  }

  /// Creates a folder and its missing parents, unless the name exists; without `permissions`, only
  /// the owner has access.
  package static func makeFolder(
    _ path: FilePath, _ permissions: FilePermissions = .ownerReadWriteExecute
  ) throws(Errno) {
    do {
      try makeOneFolder(path, permissions)
    } catch Errno.noSuchFileOrDirectory {
      let parent = path.removingLastComponent()
      guard parent != path, !parent.isEmpty else { throw .noSuchFileOrDirectory }
      try makeFolder(parent, permissions)
      try makeOneFolder(path, permissions)
    }
  }

  /// Creates a folder in an existing folder, unless the name exists, even if it is that of a file.
  private static func makeOneFolder(
    _ path: FilePath, _ permissions: FilePermissions
  ) throws(Errno) {
    do {
      try SystemCall.done {
        unsafe path.withPlatformString { name in
          unsafe mkdirat(AT_FDCWD, name, permissions.rawValue)
        }
      }
    } catch Errno.fileExists {
      // The name existed, or another process has created it in the meantime.
    }
  }

  /// Synchronises the names in a folder to the disk.
  static func synchronize(folder: FilePath) throws(Errno) {
    let descriptor = try SystemCall.typed {
      try FileDescriptor.open(folder, .readOnly, options: [.closeOnExec, .directory])
    }
    try FileSink(descriptor).synchronize()
  }

  /// Returns the path of a hidden file next to another one: a dot, the name of the other file, and
  /// `suffix`.
  ///
  /// If this would be too long, the name is truncated and followed by its checksum.
  static func nextTo(_ path: FilePath, suffix: String) -> FilePath {
    var bytes = FileNameEncoding.bytes(of: path)
    // Only the root path ends with a slash.
    let start = bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let ending = Array(suffix.utf8)
    if bytes.count - start + ending.count + 1 > longestName {
      let sum = Array("~\(String(Checksum.of(bytes[start...]), radix: 16))".utf8)
      bytes.removeSubrange((start + longestName - ending.count - sum.count - 1)...)
      bytes += sum
    }
    bytes.insert(0x2E, at: start)
    return self.path(of: bytes + ending)
  }

  private static let slash = UInt8(ascii: "/")
  /// The maximum length of a name in bytes on common file systems.
  private static let longestName = 255

  /// Returns a path, given its bytes.
  static func path(of bytes: [UInt8]) -> FilePath {
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe text.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return FilePath() }
      return unsafe FilePath(platformString: start)
    }
  }

  /// Returns the folder of a path; `.` for a bare name.
  package static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Returns the absolute path of an open file, with links resolved, or the given path if the
  /// system cannot determine it.
  static func wholePath(of file: FileSink, opened path: FilePath) -> FilePath {
    #if os(Linux)
      let link = FilePath("/proc/self/fd/\(file.descriptor.rawValue)")
      if let target = target(of: link), target.isAbsolute { return target }
    #endif
    return resolved(path) ?? path
  }

  /// Returns the target of a symbolic link, followed once; nil if the path does not name a link.
  static func target(of link: FilePath) -> FilePath? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = unsafe link.withPlatformString { name in
      unsafe readlink(name, &buffer, Int(PATH_MAX))
    }
    guard count > 0 else { return nil }
    return unsafe buffer.withUnsafeBufferPointer { part -> FilePath? in
      guard let start = part.baseAddress else { return nil }
      return unsafe FilePath(platformString: start)
    }
  }

  /// Returns whether a path names a regular file that this process may execute.
  package static func isProgram(_ path: FilePath) -> Bool {
    guard let status = try? path.stat(), status.type == .regular else { return false }
    return unsafe path.withPlatformString { name in
      unsafe faccessat(AT_FDCWD, name, X_OK, AT_EACCESS) == 0
    }
  }

  /// Returns the absolute path after following all links; nil if the file does not exist or cannot
  /// be reached.
  package static func resolved(_ path: FilePath) -> FilePath? {
    unsafe path.withPlatformString { name -> FilePath? in
      guard let found = unsafe realpath(name, nil) else { return nil }
      defer { unsafe free(found) }
      return unsafe FilePath(platformString: found)
    }
  }
}

extension FileNames {
  /// Returns whether a path names a symbolic link.
  static func isLink(_ path: FilePath) -> Bool {
    var byte: CChar = 0
    return unsafe path.withPlatformString { name in unsafe readlink(name, &byte, 1) } >= 0
  }
}
