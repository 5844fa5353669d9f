internal import ArgumentParser
internal import MetaCore

/// How many files are worked on at a time, and what is said of it; the same for every command.
struct WorkOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Work on this many files at a time.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print no warnings and no hints.")
  var quiet = false

  @Flag(help: "Show no progress line.")
  var noProgress = false

  @OptionGroup var web: WebOptions

  /// Whether long work says how far it has come.
  var showsProgress: Bool { !quiet && !noProgress }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
  }
}

/// The options that choose files beside those that are named; they mean the same for every command.
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

  @OptionGroup var find: FindOptions
  @OptionGroup var work: WorkOptions

  var jobs: Int? { work.jobs }
  var quiet: Bool { work.quiet }
  var showsProgress: Bool { work.showsProgress }

  /// The files: those that are named, and those that the options choose.
  func inputs(_ paths: [InputPath]) -> FileSelection {
    FileSelection(
      paths: paths, isRecursive: recursive, listFile: filesFrom, isListNulSeparated: nulSeparated,
      rules: find.rules, condition: find.condition)
  }
}

/// The options of commands whose arguments are all files.
struct InputOptions: ParsableArguments {
  @OptionGroup var selection: SelectionOptions

  @Argument(
    help: ArgumentHelp("The files; - is standard input.", valueName: "path"), completion: .file())
  var paths: [String] = []

  var inputs: FileSelection { selection.inputs(paths.map { InputPath(text: $0) }) }
  var jobs: Int? { selection.jobs }
  var quiet: Bool { selection.quiet }
  var showsProgress: Bool { selection.showsProgress }

  func validate() throws {
    if paths.isEmpty, selection.filesFrom == nil {
      throw ValidationError("Name a file to read.")
    }
  }
}

extension SelectionOptions {
  /// The job of a verb that writes.
  func job(_ paths: [InputPath], _ write: WriteOptions) throws -> EditJob {
    guard !paths.isEmpty || filesFrom != nil else { throw ValidationError("Name a file to edit.") }
    return EditJob(
      inputs: inputs(paths), write: write.settings, jobs: jobs, isQuiet: quiet,
      showsProgress: showsProgress)
  }
}
