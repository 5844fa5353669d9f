internal import ArgumentParser

/// The options that choose files; they mean the same for every command.
struct InputOptions: ParsableArguments {
  @Flag(
    name: [.short, .long], help: "Read the media files in folders, and in the folders in them.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Read the paths listed in a file, one a line; - is standard input.", valueName: "file"))
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "The listed paths end with NUL, not with line breaks.")
  var nulSeparated = false

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Read this many files at a time.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print no warnings and no hints.")
  var quiet = false

  @Flag(help: "Show no progress line.")
  var noProgress = false

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "path"))
  var paths: [String] = []

  var inputs: Inputs {
    Inputs(
      paths: paths.map { InputPath(text: $0) }, isRecursive: recursive, listFile: filesFrom,
      isListNulSeparated: nulSeparated)
  }

  /// Whether long work says how far it has come.
  var showsProgress: Bool { !quiet && !noProgress }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
    if paths.isEmpty, filesFrom == nil { throw ValidationError("Name a file to read.") }
  }
}
