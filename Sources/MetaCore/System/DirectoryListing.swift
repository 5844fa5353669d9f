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

  /// A name with what the folder itself knows of it.
  private struct Name {
    let component: FilePath.Component
    let text: String
    let type: Int
  }

  /// The entries of the folder at `path` without `.` and `..`, in the order of their names.
  package static func entries(of path: FilePath) throws(Errno) -> [Entry] {
    guard let stream = unsafe path.withPlatformString({ name in unsafe opendir(name) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [Name] = []
    while let entry = unsafe readdir(stream) {
      let component = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          unsafe FilePath.Component(platformString: text)
        }
      }
      guard let component, component.kind == .regular else { continue }
      let type = Int(unsafe entry.pointee.d_type)
      names.append(Name(component: component, text: component.string, type: type))
    }
    names.sort { $0.text < $1.text }
    return names.compactMap { entry(path.appending($0.component), type: $0.type) }
  }

  /// The entry of a path; the file is asked only where the folder does not say what it is.
  private static func entry(_ path: FilePath, type: Int) -> Entry? {
    switch type {
    case Int(DT_REG): return Entry(path: path, isDirectory: false, isFile: true)
    case Int(DT_DIR): return Entry(path: path, isDirectory: true, isFile: false)
    default: break
    }
    guard let link = try? path.stat(followTargetSymlink: false) else { return nil }
    var isFile = link.type == .regular
    if link.type == .symbolicLink, let target = try? path.stat() {
      isFile = target.type == .regular
    }
    return Entry(path: path, isDirectory: link.type == .directory, isFile: isFile)
  }
}
