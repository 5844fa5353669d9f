internal import MetaCore

/// The files of a command, in order, as a collection of ``InputPath``.
///
/// Consecutive files in one folder share the folder's path, so a hundred thousand files take up
/// little memory.
struct FileList: Sendable, RandomAccessCollection {
  /// Consecutive files of the list that are in one folder and have the same properties, which are
  /// stored once for all of them.
  private struct Folder {
    /// The part of the paths up to and including the last slash.
    let prefix: String
    let foundIn: String?
    var isKnownClean: Bool
    /// The index of the first file.
    let start: Int
  }

  private var folders: [Folder] = []
  /// The names, concatenated.
  private var names: [UInt8] = []
  /// The end of each file name in `names`.
  private var ends: [UInt32] = []
  /// Whether a folder could not be read, so that files are missing.
  var hasGaps = false

  init() {}

  init(_ paths: some Sequence<InputPath>) {
    for path in paths { append(path) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  subscript(index: Int) -> InputPath {
    let next = folders.partitioningIndex { $0.start > index }
    let folder = folders[next - 1]
    let start = index > 0 ? Int(ends[index - 1]) : 0
    let name = String(decoding: names[start..<Int(ends[index])], as: UTF8.self)
    var path = InputPath(text: folder.prefix + name)
    path.isKnownClean = folder.isKnownClean
    path.foundIn = folder.foundIn
    return path
  }

  /// Appends a file; a folder is stored only if it differs from the folder of the last file.
  mutating func append(_ path: InputPath) {
    let prefix = path.folder
    let isSame = folders.last.map { last in
      last.prefix == prefix && last.foundIn == path.foundIn
        && last.isKnownClean == path.isKnownClean
    }
    if isSame != true {
      folders.append(
        Folder(
          prefix: String(prefix), foundIn: path.foundIn, isKnownClean: path.isKnownClean,
          start: ends.count))
    }
    names.append(contentsOf: path.text[prefix.endIndex...].utf8)
    // Memory is exhausted before there are four gigabytes of names.
    ends.append(UInt32(clamping: names.count))
  }

  /// Determines, for each folder with at least `several` consecutive files, whether it is clean.
  mutating func lookThroughFolders(
    ofAtLeast several: Int, _ isClean: (_ prefix: String, _ count: Int) -> Bool
  ) {
    for index in folders.indices {
      let end = index + 1 < folders.count ? folders[index + 1].start : ends.count
      let count = end - folders[index].start
      guard count >= several else { continue }
      folders[index].isKnownClean = isClean(folders[index].prefix, count)
    }
  }
}
