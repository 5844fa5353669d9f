internal import MetaCore
internal import SystemPackage

/// The files that a command works on: files named on the command line, listed in a file, or found
/// in folders and by patterns, with the condition that they must meet.
///
/// ``files(in:)`` searches for them and returns a ``FileList``, without applying the condition;
/// ``FileFilter`` applies it.
struct FileSelection: Sendable {
  var paths: [InputPath] = []
  /// Whether the paths are literal names that another command recorded, not patterns.
  var arePathsLiteral = false
  var isRecursive = false
  /// A file that lists other paths (`-` for standard input).
  var listFile: String?
  /// Whether the paths in the list are terminated by NUL instead of a line break.
  var isListNulSeparated = false
  /// The rules that select files in folders.
  var rules = FindRules()
  /// The condition that files must meet, or nil to select all files.
  var condition: Condition?
  /// The files, once ``find(in:)`` has searched for them.
  private(set) var foundFiles: FileList?

  /// Returns all files in the order given; patterns are replaced with the files that match, and in
  /// recursive selections, folders with the media files in them.
  func files(in environment: Environment) throws(Failure) -> FileList {
    if let foundFiles { return foundFiles }
    var named = FileList(paths)
    if let listFile { try add(listFile, to: &named, environment) }
    let mayBeClean =
      (isRecursive || named.count >= FileSelection.several) && !Recovery.hasJournals()
    if mayBeClean {
      named.lookThroughFolders(ofAtLeast: FileSelection.several) { prefix, count in
        Recovery.isClean(InputPath(text: prefix.isEmpty ? "." : prefix).path, limit: 64 * count)
      }
    }
    guard isRecursive || hasPatterns else { return named }
    var walk = FolderWalk(
      isRecursive: isRecursive, rules: rules,
      extensions: environment.readsForeignFormats ? .all : .native, mayBeClean: mayBeClean,
      mayFindTwice: named.count > 1 || hasPatterns || rules.followsLinks,
      reportingTo: environment.sink)
    for (index, path) in named.enumerated() {
      // Names in a list are literal.
      if hasPatterns, index < paths.count, path.isPattern {
        walk.add(pattern: path)
      } else {
        walk.add(path)
      }
    }
    return walk.foundFiles
  }

  /// Searches for the files once, because a list on standard input can be read only once.
  mutating func find(in environment: Environment) throws(Failure) -> FileList {
    let files = try files(in: environment)
    foundFiles = files
    return files
  }

  /// The minimum number of files in a folder for which listing the folder pays off.
  private static let several = 16

  private var hasPatterns: Bool { !arePathsLiteral && paths.contains(where: \.isPattern) }

  /// Whether the selection may contain several files, even if only one was found.
  var meansSeveral: Bool {
    paths.count != 1 || listFile != nil || isRecursive || hasPatterns
  }

  /// Adds the paths listed in a file.
  private func add(
    _ file: String, to list: inout FileList, _ environment: Environment
  ) throws(Failure) {
    let path = InputPath(text: file)
    let bytes: [UInt8]
    do throws(Failure) {
      if path.isStandardInput { try environment.checkUnreadStandardInput() }
      bytes = try SourceOpener.readAll(path, in: environment)
    } catch {
      throw Failure(error.status, error.code, "\(path.display): \(error.message)")
    }
    for line in bytes.split(separator: isListNulSeparated ? 0 : UInt8(ascii: "\n")) {
      let isWindows = !isListNulSeparated && line.last == UInt8(ascii: "\r")
      list.append(
        InputPath(text: FileNameEncoding.text(of: Array(isWindows ? line.dropLast() : line))))
    }
  }
}
