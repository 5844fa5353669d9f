internal import MetaCore

/// The shortcut for `metatool dump FILE...` with few or no options.
///
/// Setting up the argument parser takes about 2 ms, twice as long as the dump of a file, which
/// matters to scripts that call metatool once per file. Anything that is not recognised here is
/// left to the parser; a test checks that both give the same result.
enum DumpShortcut {
  /// Returns the job for a command line, with `settings` for absent options, or nil if the parser
  /// has to read it.
  static func match(
    _ arguments: [String], settings: () -> Settings = { Settings() }
  ) -> DumpJob? {
    guard arguments.first == "dump" else { return nil }
    var job = DumpJob()
    var format: OutputFormat?
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "-r", "--recursive": job.inputs.isRecursive = true
      case "--quiet", "--no-progress": job.showsProgress = false
      case "--format", "--files-from", "-j", "--jobs", "--binary":
        guard let value = rest.popFirst(), set(argument, to: value, in: &job, &format) else {
          return nil
        }
      case "-": job.inputs.paths.append(InputPath(text: argument))
      case "--":
        job.inputs.paths += rest.map { InputPath(text: $0) }
        rest = []
      default:
        if argument.utf8.first == UInt8(ascii: "-") { return nil }
        job.inputs.paths.append(InputPath(text: argument))
      }
    }
    guard !job.inputs.paths.isEmpty || job.inputs.listFile != nil else { return nil }
    let settings = settings()
    guard let form = format ?? Dump.form(settings, isAboutJSON: job.binary != .size) else {
      return nil
    }
    job.format = form
    job.jobs = job.jobs ?? settings.jobs
    return job
  }

  /// Applies an option with a value; returns false if the parser has to read it.
  private static func set(
    _ option: String, to value: String, in job: inout DumpJob, _ form: inout OutputFormat?
  ) -> Bool {
    switch option {
    case "--format":
      guard let format = OutputFormat(rawValue: value) else { return false }
      form = format
    case "--binary":
      guard let binary = BinaryRendering(rawValue: value) else { return false }
      job.binary = binary
    case "--files-from":
      // A value that looks like an option is left to the parser.
      guard value == "-" || value.utf8.first != UInt8(ascii: "-") else { return false }
      job.inputs.listFile = value
    default:
      guard let jobs = Int(value), jobs > 0 else { return false }
      job.jobs = jobs
    }
    return true
  }
}
