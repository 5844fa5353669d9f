internal import ArgumentParser
internal import MetaCore

/// The verb `export`, which copies the media and metadata of a file to another container without
/// re-encoding.
struct Export: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copy media and metadata to another container without re-encoding.",
    discussion: """
      The extension of OUTPUT determines its format: mov, mp4, m4a, m4b, m4v, 3gp, 3g2; mp3, mp2, mp1, aac for a \
      source of that format; with metatool-foreign also mkv, webm, avi, ts, mpg, flv, ogg, opus, flac, wav, aiff, caf \
      and others. Samples are copied unchanged. Metadata is moved to the keys of the new container, and changed by \
      FIELD=VALUE. What the container cannot hold is refused, or omitted with --allow-loss and listed. OUTPUT is \
      written completely or not at all.

        metatool export film.mov film.mp4
        metatool export talk.mp4 part.mp4 --start 1:00 --end 2:30
        metatool export film.mov film.m4v title=Holiday --share
      """)

  @OptionGroup var flags: ExportFlags
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(
    help: ArgumentHelp(
      "The input, the output, and edits of the form FIELD=VALUE.", valueName: "input output edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String]

  static var runsIn: VerbProcess { .byFormat }

  func run(in environment: Environment) throws {
    try Export.run(try job(in: environment), in: environment)
  }

  /// Runs a job that the parser or ``ExportShortcut`` has created; a failure ends the command with
  /// its exit code.
  static func run(_ job: ExportJob, in environment: Environment) throws {
    let status = try environment.orEnd(job.input) { try job.run(in: environment) }
    if status != ExitStatus.done.rawValue { throw ExitCode(status) }
  }

  /// Returns the job for the arguments.
  func job(in environment: Environment) throws -> ExportJob {
    let parsed = try environment.editArguments(arguments, flags.literal)
    guard parsed.paths.count == 2 else {
      throw ValidationError("Specify the file to export and the output file.")
    }
    let edits = try environment.edits(parsed, ofInput: parsed.paths[0], for: parsed.paths[1])
    return ExportJob(
      input: parsed.paths[0], output: parsed.paths[1], options: try flags.options(edits),
      isDryRun: flags.dryRun, printsJSON: flags.json, isQuiet: work.quiet,
      showsProgress: work.showsProgress)
  }
}
