/// A shortcut for `metatool serve`, which programs start for each task.
///
/// As with ``DumpShortcut``, setting up the argument parser takes longer than answering a hundred
/// requests.
enum ServeShortcut {
  /// Returns the options on a command line, or nil if the argument parser has to read it.
  static func match(_ arguments: [String]) -> ServeLoop.Options? {
    guard arguments.first == "serve" else { return nil }
    var options = ServeLoop.Options()
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "-j", "--jobs":
        guard let jobs = rest.popFirst().flatMap({ Int($0) }),
          ServeLoop.Options.workerCounts.contains(jobs)
        else { return nil }
        options.workers = jobs
      case "--stop-at-end": options.stopsAtEnd = true
      default: return nil
      }
    }
    return options
  }
}
