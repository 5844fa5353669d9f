package import SystemPackage

extension FileNames {
  /// The absolute path of a name that may not exist yet: its folder with links resolved, and the
  /// name itself.
  package static func wholePath(naming path: FilePath) -> FilePath {
    var folder = path.removingLastComponent()
    var rest = [path.lastComponent].compactMap(\.self)
    while true {
      if let whole = resolved(folder.isEmpty ? "." : folder) {
        return whole.appending(rest.reversed())
      }
      guard let name = folder.lastComponent else { return path }
      rest.append(name)
      folder.removeLastComponent()
    }
  }

  /// Whether two names are spellings of one: of the same file, which has no other name.
  package static func isSame(_ path: FilePath, _ other: FilePath) -> Bool {
    guard let one = try? FileStatus(of: path, following: false),
      let two = try? FileStatus(of: other, following: false)
    else { return false }
    return one.identity.isSameFile(as: two.identity) && one.links == 1
  }

  /// Whether a folder, or the one in which it will be created, ignores case, as far as its names
  /// show.
  package static func ignoresCase(in folder: FilePath) -> Bool {
    guard let entries = try? DirectoryListing.entries(of: folder.isEmpty ? "." : folder) else {
      return folder.lastComponent != nil && ignoresCase(in: folder.removingLastComponent())
    }
    let others = entries.lazy.map { (entry: $0, name: swappedCase($0.name)) }
    guard let (entry, name) = others.first(where: { $0.entry.name != $0.name }) else {
      return false
    }
    let paths = [entry.name, name].map { folder.appending(RawArguments.path(of: $0).components) }
    return isSame(paths[0], paths[1])
  }

  /// The reason why a file cannot be moved to a path whose folder may have to be created: the name
  /// of the folder is in use, or it is on another file system; nil when it can.
  package static func obstacle(from old: FilePath, to new: FilePath) -> String? {
    var folder = folder(of: new)
    while !exists(folder), folder.lastComponent != nil { folder.removeLastComponent() }
    if folder.isEmpty { folder = "." }
    guard let there = try? folder.stat(), there.type == .directory else {
      return "\(folder) is not a folder"
    }
    let device = try? self.folder(of: old).stat().deviceID
    return device == there.deviceID ? nil : "\(folder) is on another file system"
  }

  /// Whether a path names a symbolic link that would have another target in another folder.
  package static func isRelativeLink(_ path: FilePath) -> Bool {
    target(of: path)?.isRelative ?? false
  }

  /// The name in upper case, or in lower case if it already is in upper case.
  private static func swappedCase(_ name: String) -> String {
    let upper = name.uppercased()
    return upper == name ? name.lowercased() : upper
  }
}
