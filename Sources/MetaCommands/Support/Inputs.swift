internal import MetaCore
internal import SystemPackage

/// The files that a command is about: named one by one, listed in a file, or found in folders.
struct Inputs: Sendable {
  var paths: [InputPath] = []
  var isRecursive = false
  /// The file that lists more paths (`-` is standard input).
  var listFile: String?
  /// Whether the paths in the list end with NUL instead of a line break.
  var isListNulSeparated = false
  /// Which of the files in folders are taken.
  var rules = FindRules()
  /// What files have to be like; nil takes all.
  var condition: Condition?

  /// All files, in the order given; folders are replaced by the media files in them when recursive.
  func files() throws(Failure) -> [InputPath] {
    var named = paths
    if let listFile { named += try Inputs.list(in: listFile, nulSeparated: isListNulSeparated) }
    let mayBeClean = (isRecursive || named.count >= Inputs.several) && !Recovery.hasJournals()
    if mayBeClean { Inputs.lookThroughFolders(of: &named) }
    let hasPatterns = paths.contains(where: \.isPattern)
    guard isRecursive || hasPatterns else { return named }
    var walk = FolderWalk(
      isRecursive: isRecursive, rules: rules, mayBeClean: mayBeClean,
      mayMeetAgain: named.count > 1 || hasPatterns || rules.followsLinks)
    for (index, path) in named.enumerated() {
      // What a list names is meant as it stands.
      if hasPatterns, index < paths.count, path.isPattern {
        walk.take(pattern: path)
      } else {
        walk.take(path)
      }
    }
    return walk.found
  }

  /// So many files of one folder make it worth a look through it.
  private static let several = 16

  /// Looks through folders of which many files are named one after the other, once instead of for each file.
  private static func lookThroughFolders(of paths: inout [InputPath]) {
    var start = 0
    while start < paths.count {
      let folder = paths[start].folder
      var end = start + 1
      while end < paths.count, paths[end].folder == folder { end += 1 }
      if end - start >= several {
        let isClean = Recovery.isClean(
          InputPath(text: folder.isEmpty ? "." : String(folder)).path, limit: 64 * (end - start))
        for index in start..<end { paths[index].isKnownClean = isClean }
      }
      start = end
    }
  }

  /// Whether several files were asked for, even if only one was found.
  var meansSeveral: Bool {
    paths.count != 1 || listFile != nil || isRecursive || paths.contains(where: \.isPattern)
  }

  private static func list(in file: String, nulSeparated: Bool) throws(Failure) -> [InputPath] {
    let path = InputPath(text: file)
    let bytes: [UInt8]
    do {
      let source = try Sources.open(path)
      bytes = try source.read(at: 0, count: Int(clamping: source.length))
    } catch let failure as Failure {
      throw Failure(failure.status, failure.code, "\(path.display): \(failure.message)")
    } catch {
      throw Failure(.ioError, "io", "\(path.display): \(error)")
    }
    return bytes.split(separator: nulSeparated ? 0 : UInt8(ascii: "\n")).map { line in
      let line = !nulSeparated && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return InputPath(text: RawArguments.text(of: Array(line)))
    }
  }
}
