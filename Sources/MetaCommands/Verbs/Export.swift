internal import ArgumentParser
internal import MetaCore

struct Export: WebVerb {
  static let configuration = CommandConfiguration(
    abstract: "Copy the media of a file into another container, untouched, with its metadata.",
    discussion: """
      The name of OUTPUT says what it becomes: mov, mp4, m4a, m4b, m4v, 3gp; or mp3, mp2, aac of a file that is one. Samples are copied as they are; the \
      metadata come along under the keys of the new container, changed as FIELD=VALUE asks. What cannot come along is \
      refused, or left out with --allow-loss and listed. OUTPUT appears whole or not at all.
      """)

  @Option(
    help: ArgumentHelp("Take only these tracks, by their numbers.", valueName: "n,n"))
  var tracks: String?

  @Option(
    help: ArgumentHelp(
      "Begin here: seconds, or hours, minutes and seconds with colons.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("End here.", valueName: "time"))
  var end: String?

  @Flag(inversion: .prefixedNo, help: "Put what tells about the media before them.")
  var faststart = true

  @Option(
    help: ArgumentHelp(
      "Write the movie in fragments of at least this length, for streaming.", valueName: "time"))
  var fragmentInterval: String?

  @Flag(help: "Leave out private data: what tells where, with what and by whom it was recorded.")
  var share = false

  @Flag(help: "Leave out what the new container cannot hold, and say what.")
  var allowLoss = false

  @Flag(help: "Replace an output that is there.")
  var force = false

  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Be safe against loss of power, too.")
  var sync = false

  @Flag(help: "Keep the time of the file's last change.")
  var keepMtime = false

  @Option(
    help: ArgumentHelp("The room that is left beside the metadata.", valueName: "bytes"))
  var padding: Int64 = PlanShape.standardPadding

  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Argument(
    help: ArgumentHelp(
      "The file, the new file, and edits of the form FIELD=VALUE.", valueName: "input output edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String]

  func validate() throws {
    guard (0...(1 << 30)).contains(padding) else {
      throw ValidationError("--padding takes a number of bytes from 0 to 1 GiB.")
    }
  }

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
    let wanted = try environment.orEnd { try EditArguments(arguments, in: environment) }
    guard wanted.paths.count == 2 else {
      throw ValidationError("Name a file to export, and the file that it becomes.")
    }
    var options = ExportOptions()
    options.edits = wanted.edits
    options.tracks = try tracks.map(Export.numbers)
    options.timeRange = try range()
    options.isFastStart = faststart
    options.movieFragmentInterval = try fragmentInterval.map(Export.interval)
    options.allowsLoss = allowLoss
    options.filter = share ? .forSharing : nil
    options.force = force
    options.synchronizes = sync
    options.keepsModified = keepMtime
    options.padding = padding
    return ExportJob(
      input: wanted.paths[0], output: wanted.paths[1], options: options, isDryRun: dryRun,
      printsJSON: json, isQuiet: work.quiet, showsProgress: work.showsProgress)
  }

  private func range() throws -> MediaTimeRange? {
    guard start != nil || end != nil else { return nil }
    let (from, to) = (try start.map(Export.time), try end.map(Export.time))
    guard let range = PlainExport.range(from: from, to: to) else {
      throw ValidationError("--start has to stand before --end.")
    }
    return range
  }

  private static func time(_ text: String) throws -> MediaTime {
    guard let time = MediaTime(clock: text) else {
      throw ValidationError("\(text) is no time: say 90, 1:30 or 00:01:30.5.")
    }
    return time
  }

  private static func interval(_ text: String) throws -> MediaTime {
    let interval = try time(text)
    guard interval.value > 0 else {
      throw ValidationError("--fragment-interval takes a time above zero.")
    }
    return interval
  }

  private static func numbers(_ list: String) throws -> Set<UInt32> {
    let numbers = list.split(separator: ",").map { UInt32($0) }
    guard !numbers.isEmpty, !numbers.contains(nil) else {
      throw ValidationError("--tracks takes numbers of tracks, with commas between them.")
    }
    return Set(numbers.compactMap(\.self))
  }
}
