internal import ArgumentParser
internal import MetaCore

struct Export: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copy the media of a file into another container, untouched, with its metadata.",
    discussion: """
      The name of OUTPUT says what it becomes: mov, mp4, m4a, m4b, m4v, 3gp; or mp3, mp2, aac of a file that is one. Samples are copied as they are; the \
      metadata come along under the keys of the new container, changed as FIELD=VALUE asks. What cannot come along is \
      refused, or left out with --allow-loss and listed. OUTPUT appears whole or not at all.

        metatool export film.mov film.mp4
        metatool export talk.mp4 part.mp4 --start 1:00 --end 2:30
        metatool export film.mov film.m4v title=Holiday --share
      """)

  @OptionGroup var flags: ExportFlags
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(
    help: ArgumentHelp(
      "The file, the new file, and edits of the form FIELD=VALUE.", valueName: "input output edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String]

  static var runsIn: Host { .byFormat }

  func run(in environment: Environment) throws {
    try Export.run(try job(in: environment), in: environment)
  }

  /// Runs a job, and ends with its exit code when it fails.
  static func run(_ job: ExportJob, in environment: Environment) throws {
    let status = try environment.orEnd(job.input) { try job.run(in: environment) }
    if status != ExitStatus.done.rawValue { throw ExitCode(status) }
  }

  /// What is to be done.
  func job(in environment: Environment) throws -> ExportJob {
    let wanted = try environment.editArguments(arguments, flags.literal)
    guard wanted.paths.count == 2 else {
      throw ValidationError("Name a file to export, and the file that it becomes.")
    }
    let edits = try environment.edits(wanted, ofInput: wanted.paths[0], for: wanted.paths[1])
    return ExportJob(
      input: wanted.paths[0], output: wanted.paths[1], options: try flags.options(edits),
      isDryRun: flags.dryRun, printsJSON: flags.json, isQuiet: work.quiet,
      showsProgress: work.showsProgress)
  }
}
