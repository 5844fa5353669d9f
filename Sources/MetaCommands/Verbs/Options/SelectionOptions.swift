internal import ArgumentParser

/// The options that choose files besides those that are named, and narrow them down; they mean the
/// same for every command.
struct SelectionOptions: ParsableArguments {
  @Flag(
    name: [.short, .long], help: "Read the media files in folders, and in the folders in them.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Read the paths listed in a file, one a line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "The listed paths end with NUL, not with line breaks.")
  var nulSeparated = false

  @Option(
    help: ArgumentHelp(
      """
      Of the files in folders, take only those of this pattern ('*live*', 'Jazz/**'); with a slash in it, it is about the path below the folder.
      """, valueName: "glob"), transform: Glob.init)
  var include: [Glob] = []

  @Option(
    help: ArgumentHelp(
      "Of the files in folders, take none of this pattern, and look through no folder of it.",
      valueName: "glob"), transform: Glob.init)
  var exclude: [Glob] = []

  @Flag(help: "Take files in folders, and folders, whose names begin with a dot, too.")
  var hidden = false

  @Flag(help: "Follow symbolic links in folders.")
  var follow = false

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Take only files for which this is true: \"genre == Jazz and !artwork\"; see below.",
      discussion: SelectionOptions.grammar, valueName: "expression"),
    transform: { try Condition(PlainText.read($0)) })
  var condition: Condition?

  /// The files: those that are named, and those that the options choose.
  func inputs(_ paths: [InputPath]) -> FileSelection {
    let rules = FindRules(
      includes: include, excludes: exclude, takesHidden: hidden, followsLinks: follow)
    return FileSelection(
      paths: paths, isRecursive: recursive, listFile: filesFrom, isListNulSeparated: nulSeparated,
      rules: rules, condition: condition)
  }

  /// What an expression may say.
  static let grammar = """
    A name alone is true when the file has it (artwork, lyrics); ==, !=, <, <=, >, >= compare, contains looks \
    for a part, matches for a regular expression; and, or, not (!) and parentheses join them. Of several values \
    any may be meant; != is true when none is the one given. Case counts in matches alone ((?i) ignores it). \
    Numbers compare as numbers, dates as far as they are given (date < 1990), durations as 90, 3:20 or 1h30m, \
    sizes as 500k or 1.5M. Values with blanks stand in quotes. Names are those of "metatool fields" and of keys \
    (TIT2, id3/TXXX:MOOD, own:NAME), track.count, date.year, and: \(FileFact.list).
    """
}
