internal import ArgumentParser

/// The verb `serve`, which answers requests in JSON lines on standard input until the input ends.
struct Serve: Verb {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer requests in JSON lines from one long-lived process.",
    discussion: """
      Each line of standard input is a request, {"id": 1, "verb": "dump", "arguments": ["a.m4a"]}, or stops \
      one, {"cancel": 1}. Results, warnings and errors go to standard output as JSON lines with that id; the \
      last is {"id": 1, "done": {"status": 0}}. docs/serve.md describes the protocol.

        echo '{"id": 1, "verb": "get", "arguments": ["a.m4a", "title"]}' | metatool serve
        metatool serve --jobs 4
      """)

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp(
      "Process up to this many requests at a time (default: 4, or one for each processor if there are more).",
      valueName: "n"))
  var jobs: Int?

  @Flag(help: "When standard input ends, stop requests in progress instead of finishing them.")
  var stopAtEnd = false

  func validate() throws {
    if let jobs, !ServeLoop.Options.workerCounts.contains(jobs) {
      throw ValidationError(
        "--jobs requires a number from 1 to \(ServeLoop.Options.workerCounts.upperBound).")
    }
  }

  func run(in environment: Environment) throws {
    try ServeLoop.run(options, in: environment, RequestRunner.run)
  }

  /// The options for the loop.
  var options: ServeLoop.Options { ServeLoop.Options(workers: jobs, stopsAtEnd: stopAtEnd) }
}
