internal import MetaCore
internal import SystemPackage

/// Collects the files of a command: named files, media files in folders (`-r`), and files that
/// match patterns such as `Music/**/*.mp3`.
///
/// A file that is found in several ways is listed once.
struct FolderWalk {
  /// Whether folders are searched for media files.
  let isRecursive: Bool
  let rules: FindRules
  /// The extensions of media files.
  let extensions: FileExtensions
  /// Whether folders may be clean (``InputPath/isKnownClean``).
  let mayBeClean: Bool
  /// Whether a file may be found in more than one way.
  let mayFindTwice: Bool
  /// Receives messages about folders that cannot be read.
  private let sink: any ResultSink
  private(set) var foundFiles = FileList()
  /// The resolved paths of folders that were searched and, if files may be found twice, of files
  /// that were found.
  private var seenPaths: Set<FilePath> = []
  /// The number of matches, including duplicates.
  private var matchCount = 0
  /// The folders that a pattern has already visited; several `**` components or links can lead to
  /// the same folder more than once.
  private var visits: Set<PatternPosition> = []

  /// A folder, and the part of a pattern that remains to be matched in it; each pair is visited
  /// once.
  private struct PatternPosition: Hashable {
    let parts: ArraySlice<Glob.PathComponent>
    let folder: FilePath
  }

  init(
    isRecursive: Bool, rules: FindRules, extensions: FileExtensions, mayBeClean: Bool,
    mayFindTwice: Bool, reportingTo sink: any ResultSink
  ) {
    self.sink = sink
    self.isRecursive = isRecursive
    self.rules = rules
    self.extensions = extensions
    self.mayBeClean = mayBeClean
    self.mayFindTwice = mayFindTwice
  }

  /// A folder that is being searched, with its path in three forms: for display, relative to the
  /// start, and with links resolved.
  private struct SearchedFolder {
    /// The display name with a trailing slash; empty for the current folder.
    let prefix: String
    /// The folder's path relative to the start folder, in the same form.
    let below: String
    /// The path with all links resolved.
    let resolvedPath: FilePath
    /// The folder where the search started.
    let start: String

    func child(_ name: String, resolvedPath: FilePath) -> SearchedFolder {
      SearchedFolder(
        prefix: prefix + name + "/", below: below + name + "/", resolvedPath: resolvedPath,
        start: start)
    }
  }

  /// Adds a named path; recursive walks add the contents of a folder.
  mutating func add(_ path: InputPath) {
    guard !path.isStandardInput, !path.isAddress else { return foundFiles.append(path) }
    if isRecursive, FolderWalk.isFolder(path.path) {
      // Normalised, without a trailing slash.
      walk(from: InputPath(path.path))
    } else {
      addOnce(path, mayFindTwice ? FileNames.resolved(path.path) : nil)
    }
  }

  /// Adds the matches of a pattern, or the pattern itself if there are none.
  mutating func add(pattern path: InputPath) {
    guard let glob = try? Glob(path.text) else { return add(path) }
    let countBefore = matchCount
    visits = []
    let isAbsolute = path.text.utf8.first == UInt8(ascii: "/")
    let start = SearchedFolder(
      prefix: isAbsolute ? "/" : "", below: "",
      resolvedPath: FileNames.resolved(isAbsolute ? "/" : ".") ?? ".",
      start: isAbsolute ? "/" : ".")
    for parts in glob.alternatives { expand(parts[...], in: start) }
    // Opening it reports that the file does not exist.
    if matchCount == countBefore { foundFiles.append(path) }
  }

  /// Returns whether a path is a folder, or a link to one.
  static func isFolder(_ path: FilePath) -> Bool {
    (try? path.stat().type) == .directory
  }

  /// Adds a file unless it was found before; `resolvedPath` is nil if it cannot be found twice.
  private mutating func addOnce(_ path: InputPath, _ resolvedPath: FilePath?) {
    matchCount += 1
    if let resolvedPath, !seenPaths.insert(resolvedPath).inserted { return }
    foundFiles.append(path)
  }

  // MARK: Folders

  /// Searches a folder and its subfolders.
  private mutating func walk(from folder: InputPath) {
    let prefix = folder.text.utf8.last == UInt8(ascii: "/") ? folder.text : folder.text + "/"
    let resolvedPath = FileNames.resolved(folder.path) ?? folder.path
    walk(SearchedFolder(prefix: prefix, below: "", resolvedPath: resolvedPath, start: folder.text))
  }

  /// Adds the media files in a folder and its subfolders, sorted by name; each folder is searched
  /// once, so links cannot cause a cycle.
  private mutating func walk(_ folder: SearchedFolder) {
    guard seenPaths.insert(folder.resolvedPath).inserted, let entries = entries(of: folder) else {
      return
    }
    let isClean = isClean(entries)
    for entry in entries where rules.followsLinks || !entry.isLink {
      let path = folder.below + entry.name
      if entry.isFolder {
        guard rules.entersFolder(entry.name, at: path) else { continue }
        walk(folder.child(entry.name, resolvedPath: resolvedPath(of: entry, in: folder)))
      } else if entry.isFile, extensions.isMedia(entry.name),
        rules.includesFile(entry.name, at: path)
      {
        addOnce(entry, in: folder, isClean)
      }
    }
  }

  private mutating func addOnce(
    _ entry: DirectoryListing.Entry, in folder: SearchedFolder, _ isClean: Bool
  ) {
    var path = InputPath(text: folder.prefix + entry.name)
    // The target of a link may be in another folder.
    path.isKnownClean = isClean && !entry.isLink
    path.foundIn = folder.start
    addOnce(path, mayFindTwice ? resolvedPath(of: entry, in: folder) : nil)
  }

  /// Returns the entries of a folder, or nil if it cannot be read, which is reported and means that
  /// files are missing.
  private mutating func entries(of folder: SearchedFolder) -> [DirectoryListing.Entry]? {
    let path = folder.prefix.isEmpty ? "." : InputPath(text: folder.prefix).path
    do throws(Errno) {
      return try DirectoryListing.entries(of: path)
    } catch {
      sink.warn("\(InputPath(path).display): \(error)")
      foundFiles.hasGaps = true
      return nil
    }
  }

  /// Returns whether a folder with these entries has no traces of interrupted edits, which are
  /// hidden files.
  private func isClean(_ entries: [DirectoryListing.Entry]) -> Bool {
    mayBeClean && Recovery.isClean(entries.map(\.name))
  }

  /// Returns the resolved path of an entry; only links need a system call.
  private func resolvedPath(of entry: DirectoryListing.Entry, in folder: SearchedFolder) -> FilePath
  {
    let path = folder.resolvedPath.appending(FileNameEncoding.path(of: entry.name).components)
    return entry.isLink ? FileNames.resolved(path) ?? path : path
  }

  // MARK: Patterns

  /// Continues in a folder with the remaining parts of a pattern.
  private mutating func expand(_ parts: ArraySlice<Glob.PathComponent>, in folder: SearchedFolder) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    if let name = part.plainName { return step(to: name, rest, in: folder) }
    guard visits.insert(PatternPosition(parts: parts, folder: folder.resolvedPath)).inserted else {
      return
    }
    guard let entries = entries(of: folder) else { return }
    let isClean = isClean(entries)
    switch part {
    case .folders: expandFolders(rest, in: folder, entries, isClean)
    case .name(let tokens):
      for entry in entries where mayMatch(entry, tokens) {
        guard Glob.match(tokens, Array(entry.name.unicodeScalars)) else { continue }
        reach(entry, rest, in: folder, isClean)
      }
    }
  }

  /// Expands `**`: matches the remaining parts here and in every folder below.
  private mutating func expandFolders(
    _ rest: ArraySlice<Glob.PathComponent>, in folder: SearchedFolder,
    _ entries: [DirectoryListing.Entry],
    _ isClean: Bool
  ) {
    if rest.isEmpty {
      for entry in entries where mayMatch(entry, []) && entry.isFile {
        reach(entry, rest, in: folder, isClean)
      }
    } else {
      expand(rest, in: folder)
    }
    for entry in entries where entry.isFolder && mayMatch(entry, []) {
      guard rules.entersFolder(entry.name, at: folder.below + entry.name) else { continue }
      let below = folder.child(entry.name, resolvedPath: resolvedPath(of: entry, in: folder))
      // Links may form a cycle.
      guard !entry.isLink || !folder.resolvedPath.starts(with: below.resolvedPath) else { continue }
      expand([.folders] + rest, in: below)
    }
  }

  /// Follows a literal name in the pattern, which requires no listing, so that folders that cannot
  /// be listed can be passed through.
  private mutating func step(
    to name: String, _ rest: ArraySlice<Glob.PathComponent>, in folder: SearchedFolder
  ) {
    let path = InputPath(text: folder.prefix + name)
    guard let type = try? path.path.stat().type else { return }
    let resolvedPath = FileNames.resolved(path.path) ?? path.path
    if rest.isEmpty {
      if type == .directory { return reachFolder(path) }
      var path = path
      path.foundIn = folder.start
      if rules.accepts(name, at: folder.below + name) { addOnce(path, resolvedPath) }
    } else if type == .directory {
      // The pattern begins below the folders that it names literally.
      let isNamed = folder.below.isEmpty
      expand(
        rest,
        in: SearchedFolder(
          prefix: path.text + "/", below: isNamed ? "" : folder.below + name + "/",
          resolvedPath: resolvedPath,
          start: isNamed ? path.text : folder.start))
    }
  }

  /// Handles an entry that matches a part of the pattern, with the remaining parts.
  private mutating func reach(
    _ entry: DirectoryListing.Entry, _ rest: ArraySlice<Glob.PathComponent>,
    in folder: SearchedFolder,
    _ isClean: Bool
  ) {
    let path = folder.below + entry.name
    if !rest.isEmpty {
      guard entry.isFolder, !rules.excludes(entry.name, at: path) else { return }
      expand(rest, in: folder.child(entry.name, resolvedPath: resolvedPath(of: entry, in: folder)))
    } else if entry.isFolder {
      reachFolder(InputPath(text: folder.prefix + entry.name))
    } else if entry.isFile, rules.accepts(entry.name, at: path) {
      addOnce(entry, in: folder, isClean)
    }
  }

  /// Searches a folder that matches a pattern, but only with `-r`.
  private mutating func reachFolder(_ path: InputPath) {
    guard isRecursive else { return }
    matchCount += 1
    walk(from: path)
  }

  /// Returns whether a pattern may match an entry: hidden names require `--hidden` or a leading dot
  /// in the pattern, and links match only if they are followed.
  private func mayMatch(_ entry: DirectoryListing.Entry, _ tokens: [Glob.Token]) -> Bool {
    guard rules.followsLinks || !entry.isLink else { return false }
    return rules.takesHidden || entry.name.utf8.first != UInt8(ascii: ".")
      || tokens.first == .scalar(".")
  }
}

extension Glob.PathComponent {
  /// The literal name; nil if the part is a pattern.
  fileprivate var plainName: String? {
    guard case .name(let tokens) = self else { return nil }
    var name = ""
    for token in tokens {
      guard case .scalar(let scalar) = token else { return nil }
      name.unicodeScalars.append(scalar)
    }
    return name
  }
}
