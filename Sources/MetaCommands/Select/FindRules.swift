/// The rules that select files in folders and files matched by patterns (`--include`, `--exclude`,
/// `--hidden`, `--follow`); named files are always selected.
struct FindRules: Sendable, Hashable {
  /// The patterns of the files to select; empty to select all files.
  var includes: [Glob] = []
  /// The patterns of the files and folders to skip.
  var excludes: [Glob] = []
  /// Whether hidden files and folders, whose names begin with a dot, are searched.
  var takesHidden = false
  /// Whether links to files and folders are followed.
  var followsLinks = false

  /// Returns whether a folder is searched; `path` is relative to the start folder.
  func entersFolder(_ name: String, at path: String) -> Bool {
    isSeen(name) && !excludes(name, at: path)
  }

  /// Returns whether a file is selected.
  func includesFile(_ name: String, at path: String) -> Bool {
    isSeen(name) && accepts(name, at: path)
  }

  /// Returns whether a file or folder is excluded.
  func excludes(_ name: String, at path: String) -> Bool {
    excludes.contains { $0.matches(name: name, path: path) }
  }

  /// Returns whether a file is selected, regardless of whether it is hidden.
  func accepts(_ name: String, at path: String) -> Bool {
    !excludes(name, at: path)
      && (includes.isEmpty || includes.contains { $0.matches(name: name, path: path) })
  }

  /// Returns whether a name is not hidden, or hidden names are searched.
  private func isSeen(_ name: String) -> Bool {
    takesHidden || name.utf8.first != UInt8(ascii: ".")
  }
}
