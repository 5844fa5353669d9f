#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
package import SystemPackage

/// The entries of a folder, names as bytes; no file is opened.
package enum DirectoryListing {
  /// One entry.
  package struct Entry: Sendable {
    /// The folder's path with the entry's name.
    package let path: FilePath
    /// Whether it is a folder itself; a symbolic link to a folder is not, so that no walk runs in a circle.
    package let isDirectory: Bool
    /// Whether it is a regular file, directly or behind a symbolic link.
    package let isFile: Bool
  }

  /// The entries of the folder at `path` without `.` and `..`, sorted by the bytes of their names.
  package static func entries(of path: FilePath) throws(Errno) -> [Entry] {
    guard let stream = unsafe path.withPlatformString({ name in unsafe opendir(name) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          unsafe FilePath.Component(platformString: text)
        }
      }
      if let name, name.kind == .regular { names.append(name) }
    }
    names.sort { $0.string < $1.string }
    return names.compactMap { entry(path.appending($0)) }
  }

  private static func entry(_ path: FilePath) -> Entry? {
    guard let link = try? path.stat(followTargetSymlink: false) else { return nil }
    var isFile = link.type == .regular
    if link.type == .symbolicLink, let target = try? path.stat() {
      isFile = target.type == .regular
    }
    return Entry(path: path, isDirectory: link.type == .directory, isFile: isFile)
  }
}
