internal import MetaCore

/// The files that a command is about, in order: folders once, and of each file its name, so that a
/// hundred thousand take little memory.
struct FileList: Sendable, RandomAccessCollection {
  /// Neighbouring files of one folder, of which the same is known.
  private struct Folder {
    /// The text of their paths up to the last slash, and with it.
    let prefix: String
    let foundIn: String?
    var isKnownClean: Bool
    /// The number of the first of them.
    let start: Int
  }

  private var folders: [Folder] = []
  /// The names, concatenated.
  private var names: [UInt8] = []
  /// Where the name of each file ends.
  private var ends: [UInt32] = []
  /// Whether a folder could not be looked through, so that files are missing.
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
    // Four gigabytes of names are more than the memory that finds them.
    ends.append(UInt32(clamping: names.count))
  }

  /// Says of folders of which at least `several` files are named one after the other whether they
  /// are clean.
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
