internal import ArgumentParser

/// The number of files processed at the same time, and the messages that are printed: options
/// shared by most verbs that process files.
///
/// Verbs that process one file after the other, because their results depend on the order (`undo`,
/// `art extract`), ignore `--jobs`.
struct WorkOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Process this many files at a time.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print no warnings and no hints.")
  var quiet = false

  @Flag(help: "Show no progress line.")
  var noProgress = false

  /// Whether a progress line is shown.
  var showsProgress: Bool { !quiet && !noProgress }

  /// Returns the number of files to process at the same time, from the option or the settings, or
  /// nil if neither specifies it.
  func jobs(in environment: Environment) throws(Failure) -> Int? {
    if let jobs { return jobs }
    return try environment.settings().jobs
  }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }
}
