internal import ArgumentParser

/// The options with which a command finds other files (`-r`, `--files-from`) and filters them
/// (`--include`, `--where`), shared by every ``SelectingVerb``.
struct SelectionOptions: ParsableArguments {
  @Flag(
    name: [.short, .long], help: "Read the media files in folders and their subfolders.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Read paths from a file, one per line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(
    name: .customShort("0"),
    help: "Paths read by --files-from end with NUL instead of a line break."
  )
  var nulSeparated = false

  @Option(
    help: ArgumentHelp(
      """
      Of the files in folders, use only those that match this pattern ('*live*', 'Jazz/**'); with a slash, it matches the path below the folder.
      """, valueName: "glob"), transform: Glob.init)
  var include: [Glob] = []

  @Option(
    help: ArgumentHelp(
      "Skip files and folders in folders that match this pattern.",
      valueName: "glob"), transform: Glob.init)
  var exclude: [Glob] = []

  @Flag(help: "Include files and folders whose names begin with a dot.")
  var hidden = false

  @Flag(help: "Follow symbolic links in folders.")
  var follow = false

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Use only files for which this condition is true: \"genre == Jazz and !artwork\"; see below.",
      discussion: SelectionOptions.grammar, valueName: "expression"),
    transform: { try Condition(PlainText.read($0)) })
  var condition: Condition?

  /// Returns the named files and the files that the options select.
  func inputs(_ paths: [InputPath]) -> FileSelection {
    let rules = FindRules(
      includes: include, excludes: exclude, takesHidden: hidden, followsLinks: follow)
    return FileSelection(
      paths: paths, isRecursive: recursive, listFile: filesFrom, isListNulSeparated: nulSeparated,
      rules: rules, condition: condition)
  }

  /// The help on expressions.
  static let grammar = """
    A name alone is true when the file has that field (artwork, lyrics). ==, !=, <, <=, >, >= compare values, \
    contains finds a part of the text, matches applies a regular expression; and, or, not (!) and parentheses \
    combine conditions. A condition is true when any of several values matches; != is true when none equals the \
    given value. Case is ignored except by matches ((?i) ignores it there). Numbers compare as numbers, dates at the \
    given precision (date < 1990), durations as 90, 3:20 or 1h30m, sizes as 500k or 1.5M. Values with blanks are \
    quoted. Names are those of "metatool fields", keys (TIT2, id3/TXXX:MOOD, own:NAME), track.count, date.year, and: \
    \(FileFact.list).
    """
}
