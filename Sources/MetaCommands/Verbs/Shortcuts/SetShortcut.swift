internal import MetaCore

/// The shortcut for `metatool set FILE... FIELD=VALUE...` with few or no options.
///
/// As with ``DumpShortcut``, setting up the argument parser takes longer than editing a file.
/// Anything that is not recognised here is left to the parser; a test checks that both give the
/// same result.
enum SetShortcut {
  /// A job, and the edits that are the same for every file.
  struct Match {
    var job: EditJob
    let edits: [MetadataEdit]

    /// Runs the job.
    func run(in environment: Environment) throws(Failure) -> ExitStatus {
      var job = job
      job.write.options.batch = EditOptions.newBatch
      let edits = edits
      return try job.run(in: environment) { (_) throws(MetaError) in edits }
    }
  }

  /// Returns the job and the edits for a command line, or nil if the parser has to read it.
  static func match(_ environment: Environment) -> Match? {
    let arguments = environment.words
    // An invalid settings file is reported when the verb itself runs.
    guard arguments.first == "set", let settings = try? environment.settings() else { return nil }
    var inputs = FileSelection()
    var options = EditOptions(settings, in: environment)
    var job = EditJob(
      inputs: inputs, write: EditJob.WriteSettings(options: options), jobs: settings.jobs,
      showsProgress: true)
    job.write.verifies = settings.flag(.verify) ?? false
    var words: [String] = []
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "-r", "--recursive": inputs.isRecursive = true
      case "--quiet":
        job.isQuiet = true
        job.showsProgress = false
      case "--no-progress": job.showsProgress = false
      case "--no-undo": options.keepsUndo = false
      case "--keep-mtime": options.keepsModified = true
      case "--sync": options.synchronizes = true
      case "--json": job.write.printsJSON = true
      case "--dry-run": job.write.isDryRun = true
      case "--strategy":
        guard let strategy = rest.popFirst().flatMap(WriteOptions.Strategy.init(rawValue:))
        else { return nil }
        options.strategy = EditStrategy(rawValue: strategy.rawValue)
      case "--layout":
        guard let layout = rest.popFirst().flatMap(LayoutConstraints.Layout.init(rawValue:))
        else { return nil }
        options.layout = layout
      case "-j", "--jobs":
        guard let jobs = rest.popFirst().flatMap({ Int($0) }), jobs > 0 else { return nil }
        job.jobs = jobs
      default:
        if argument.utf8.first == UInt8(ascii: "-") { return nil }
        words.append(argument)
      }
    }
    // Errors are reported by the parser.
    guard let parsed = try? EditArguments(words, in: environment), !parsed.paths.isEmpty,
      !parsed.edits.isEmpty, parsed.remarks.isEmpty
    else { return nil }
    inputs.paths = parsed.paths
    job.inputs = inputs
    job.write.options = options
    return Match(job: job, edits: parsed.edits)
  }
}
