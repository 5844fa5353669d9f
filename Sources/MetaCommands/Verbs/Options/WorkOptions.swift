internal import ArgumentParser

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

  /// Whether long work says how far it has come.
  var showsProgress: Bool { !quiet && !noProgress }

  /// How many files are worked on at a time: by the option, or else by the settings.
  func jobs(in environment: Environment) throws(Failure) -> Int? {
    if let jobs { return jobs }
    return try environment.settings().jobs
  }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
  }
}
