internal import MetaCore

/// The shortcut for `metatool export INPUT OUTPUT FIELD=VALUE...` with common options or no
/// options.
///
/// As with ``DumpShortcut``, setting up the argument parser takes longer than planning the export
/// of a short film. Anything that is not recognised here is left to the parser; a test checks that
/// both give the same result.
enum ExportShortcut {
  /// Returns the job for a command line, or nil if the parser has to read it.
  static func match(_ environment: Environment) -> ExportJob? {
    let arguments = environment.words
    guard arguments.first == "export" else { return nil }
    var options = ExportOptions()
    var (isDryRun, printsJSON, isQuiet, showsProgress) = (false, false, false, true)
    var (start, end): (MediaTime?, MediaTime?)
    var words: [String] = []
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--start", "--end":
        guard let time = rest.popFirst().flatMap({ MediaTime(clock: $0) }) else { return nil }
        if argument == "--start" { start = time } else { end = time }
      case "--faststart": options.isFastStart = true
      case "--no-faststart": options.isFastStart = false
      case "--share": options.filter = .forSharing
      case "--allow-loss": options.allowsLoss = true
      case "--force": options.force = true
      case "--dry-run": isDryRun = true
      case "--json": printsJSON = true
      case "--no-progress": showsProgress = false
      case "--quiet": (isQuiet, showsProgress) = (true, false)
      default:
        if argument.utf8.first == UInt8(ascii: "-") { return nil }
        words.append(argument)
      }
    }
    // Errors are reported by the parser.
    guard let parsed = try? EditArguments(words, in: environment), parsed.paths.count == 2,
      let edits = parsed.fileEdits.fixed, parsed.remarks.isEmpty
    else { return nil }
    if start != nil || end != nil {
      guard let range = range(from: start, to: end) else { return nil }
      options.timeRange = range
    }
    options.edits = edits
    return ExportJob(
      input: parsed.paths[0], output: parsed.paths[1], options: options, isDryRun: isDryRun,
      printsJSON: printsJSON, isQuiet: isQuiet, showsProgress: showsProgress)
  }

  /// Returns the range between two optional times, or nil unless the start is before the end.
  static func range(from start: MediaTime?, to end: MediaTime?) -> MediaTimeRange? {
    let from = start ?? MediaTime(value: 0, timescale: 1)
    let to = end ?? MediaTime(value: Int64(UInt32.max), timescale: 1)
    guard let from, let to, from.seconds < to.seconds else { return nil }
    return MediaTimeRange(start: from, end: to)
  }
}
