/// Which of the files in folders, and of those that patterns name, are taken; a file that is named
/// is always taken.
struct FindRules: Sendable, Hashable {
  /// Only these, where there are some.
  var includes: [Glob] = []
  /// None of these, and nothing in folders that are some of these.
  var excludes: [Glob] = []
  /// Whether files and folders whose names begin with a dot are looked at.
  var takesHidden = false
  /// Whether links to files are taken, and links to folders looked through.
  var followsLinks = false

  /// Whether a folder, whose path below the first one is `path`, is looked through.
  func entersFolder(_ name: String, at path: String) -> Bool {
    isSeen(name) && !excludes(name, at: path)
  }

  /// Whether a file is taken.
  func takesFile(_ name: String, at path: String) -> Bool {
    isSeen(name) && takes(name, at: path)
  }

  /// Whether a file or folder is one of those that are not wanted.
  func excludes(_ name: String, at path: String) -> Bool {
    excludes.contains { $0.matches(name: name, path: path) }
  }

  /// Whether a file, hidden or not, is one of those that are wanted.
  func takes(_ name: String, at path: String) -> Bool {
    !excludes(name, at: path)
      && (includes.isEmpty || includes.contains { $0.matches(name: name, path: path) })
  }

  private func isSeen(_ name: String) -> Bool {
    takesHidden || name.utf8.first != UInt8(ascii: ".")
  }
}
