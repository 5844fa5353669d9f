internal import LibC
package import SystemPackage

/// Lists the entries of a folder with their kinds, without opening any of them; names may contain
/// any bytes.
package enum DirectoryListing {
  /// A name in a folder, and the kind of file to which it refers.
  package struct Entry: Sendable {
    /// The name in the encoding for arbitrary bytes (``FileNameEncoding``).
    package let name: String
    /// Whether the entry is a symbolic link; `isFolder` and `isFile` are then those of its target,
    /// and both are false if the target does not exist.
    package let isLink: Bool
    /// Whether the entry is a folder.
    package let isFolder: Bool
    /// Whether the entry is a regular file.
    package let isFile: Bool
  }

  /// Returns the entries of the folder at `path`, without `.` and `..`, sorted by name.
  ///
  /// - Throws: `Errno` if the folder cannot be read completely.
  package static func entries(of path: FilePath) throws(Errno) -> [Entry] {
    guard let stream = unsafe path.withPlatformString({ name in unsafe opendir(name) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let entry = try unsafe next(of: stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe self.name(in: $0) }
      guard name != ".", name != ".." else { continue }
      if let entry = try self.entry(name, in: path, type: Int(unsafe entry.pointee.d_type)) {
        entries.append(entry)
      }
    }
    entries.sort { $0.name < $1.name }
    return entries
  }

  /// Returns the names with a leading dot in a folder, including `.` and `..`, unordered; nil if
  /// the folder has more than `limit` names of any kind or cannot be read.
  static func hiddenNames(in path: FilePath, limit: Int) -> [String]? {
    guard let stream = unsafe path.withPlatformString({ name in unsafe opendir(name) }) else {
      return nil
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    var count = 0
    do throws(Errno) {
      while let entry = try unsafe next(of: stream) {
        count += 1
        if count > limit { return nil }
        guard unsafe entry.pointee.d_name.0 == 0x2E else { continue }
        names.append(unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe self.name(in: $0) })
      }
    } catch {
      return nil
    }
    return names
  }

  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif

  /// Returns the next entry; nil at the end.
  ///
  /// - Throws: `Errno`, because `readdir` also returns null for an error, and only sets `errno`.
  private static func next(of stream: Stream) throws(Errno) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    if let entry = unsafe readdir(stream) { return unsafe entry }
    let code = errno
    guard code == 0 else { throw Errno(rawValue: code) }
    return nil
  }

  /// Returns the name in the fixed-size field `d_name`, which ends at the first zero byte.
  private static func name(in field: UnsafeRawBufferPointer) -> String {
    let end = unsafe field.firstIndex(of: 0) ?? field.count
    return FileNameEncoding.text(of: unsafe Array(field[..<end]))
  }

  /// Returns the entry with the given name, or nil if it no longer exists; `stat` is called unless
  /// the type in the folder entry is that of a regular file or a folder.
  private static func entry(
    _ name: String, in folder: FilePath, type: Int
  ) throws(Errno) -> Entry? {
    switch type {
    case Int(DT_REG): return Entry(name: name, isLink: false, isFolder: false, isFile: true)
    case Int(DT_DIR): return Entry(name: name, isLink: false, isFolder: true, isFile: false)
    default: break
    }
    let path = folder.appending(FileNameEncoding.path(of: name).components)
    let status: Stat
    do throws(Errno) {
      status = try SystemCall.typed { try path.stat(followTargetSymlink: false) }
    } catch .noSuchFileOrDirectory {
      return nil
    }
    let isLink = status.type == .symbolicLink
    let type = isLink ? (try? path.stat())?.type : status.type
    return Entry(
      name: name, isLink: isLink, isFolder: type == .directory, isFile: type == .regular)
  }
}
