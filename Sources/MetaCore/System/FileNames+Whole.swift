package import SystemPackage

extension FileNames {
  /// Returns the absolute path for a name that may not exist yet: its nearest existing folder with
  /// links resolved, followed by the remaining names.
  ///
  /// Returns `path` if no folder can be resolved.
  package static func wholePath(naming path: FilePath) -> FilePath {
    var folder = path.removingLastComponent()
    var rest = [path.lastComponent].compactMap(\.self)
    while true {
      if let resolvedFolder = resolved(folder.isEmpty ? "." : folder) {
        return resolvedFolder.appending(rest.reversed())
      }
      guard let name = folder.lastComponent else { return path }
      rest.append(name)
      folder.removeLastComponent()
    }
  }

  /// Returns whether two names are spellings of the same name: they refer to one file, which has
  /// only one hard link.
  ///
  /// Always false for folders with several links.
  package static func isSame(_ path: FilePath, _ other: FilePath) -> Bool {
    guard let one = try? FileStatus(of: path, following: false),
      let two = try? FileStatus(of: other, following: false)
    else { return false }
    return one.identity.isSameFile(as: two.identity) && one.links == 1
  }

  /// Returns whether a folder, or its nearest parent that can be listed, ignores case, judging from
  /// an entry whose name changes with its case; false if there is no such entry.
  package static func ignoresCase(in folder: FilePath) -> Bool {
    guard let entries = try? DirectoryListing.entries(of: folder.isEmpty ? "." : folder) else {
      return folder.lastComponent != nil && ignoresCase(in: folder.removingLastComponent())
    }
    return ignoresCase(among: entries.lazy.map(\.name)) { name in
      let path = folder.appending(FileNameEncoding.path(of: name).components)
      return try? FileStatus(of: path, following: false)
    }
  }

  /// Returns whether a folder with these names ignores case; `status` looks up a name in it.
  static func ignoresCase(
    among names: some Sequence<String>, status: (String) -> FileStatus?
  ) -> Bool {
    for name in names {
      let otherName = swappedCase(name)
      guard otherName != name, let one = status(name) else { continue }
      guard let other = status(otherName), one.identity.isSameFile(as: other.identity) else {
        return false
      }
      // Two names of a file may be hard links; a folder has only one name, whatever its link count.
      if one.links == 1 || one.isFolder { return true }
    }
    return false
  }

  /// Returns the reason why a file cannot be moved to a path whose folder may have to be created
  /// (part of the path is not a folder, or it is on a different file system); nil if neither
  /// applies.
  package static func obstacle(from old: FilePath, to new: FilePath) -> String? {
    var folder = folder(of: new)
    while !exists(folder), folder.lastComponent != nil { folder.removeLastComponent() }
    if folder.isEmpty { folder = "." }
    guard let status = try? folder.stat(), status.type == .directory else {
      return "\(folder) is not a folder"
    }
    let device = try? self.folder(of: old).stat().deviceID
    return device == status.deviceID ? nil : "\(folder) is on another file system"
  }

  /// Returns whether a path names a symbolic link whose target would change if it were moved to a
  /// different folder.
  package static func isRelativeLink(_ path: FilePath) -> Bool {
    target(of: path)?.isRelative ?? false
  }

  /// Returns the name in upper case, or in lower case if upper case does not change it.
  ///
  /// Characters without a single counterpart, such as ß, are unchanged, as in file systems.
  private static func swappedCase(_ name: String) -> String {
    let upper = mapped(name, \.uppercaseMapping, back: \.lowercaseMapping)
    return upper == name ? mapped(name, \.lowercaseMapping, back: \.uppercaseMapping) : upper
  }

  /// Returns the name with each character mapped for which `back` is the inverse of `mapping`.
  private static func mapped(
    _ name: String, _ mapping: KeyPath<Unicode.Scalar.Properties, String>,
    back: KeyPath<Unicode.Scalar.Properties, String>
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let other = scalar.properties[keyPath: mapping].unicodeScalars
      let isPair =
        other.count == 1
        && other.first?.properties[keyPath: back].unicodeScalars.elementsEqual([scalar]) == true
      result.append(isPair ? other.first ?? scalar : scalar)
    }
    return String(result)
  }
}
