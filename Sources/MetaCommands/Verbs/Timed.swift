internal import ArgumentParser
internal import MetaCore

/// The verb `timed`, which only has nested verbs for timed metadata, such as the positions and
/// measurements of cameras.
struct Timed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timed",
    abstract: "List and export timed metadata: positions and measurements of cameras.",
    discussion: """
      Timed metadata is stored as samples of a track: from phones (mebx), GoPro (gpmd), camera motion (camm) and Sony \
      (rtmd).
      """,
    subcommands: [TimedList.self, TimedExport.self])
}

/// The verb `timed list`, which prints the tracks of timed metadata and the number of values of
/// each key.
struct TimedList: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List timed metadata tracks and their keys.",
    discussion: """
      metatool timed list ride.mp4
      metatool timed list holiday.mov
      """)

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .input, completion: .file()) var path: String

  func run(in environment: Environment) throws {
    let input = InputPath(text: path)
    try environment.orEnd(input) { try TimedJob(input: input, form: .list).run(in: environment) }
  }
}

/// The verb `timed export`, which writes positions as GPX, positions or the values of a key as CSV,
/// or everything as JSON.
struct TimedExport: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export timed metadata as GPX, CSV or JSON.",
    discussion: """
      gpx has the positions as a track; csv has a table of positions, or of the values of one key (--key gpmf/ACCL; \
      `timed list` shows the keys); json has all values of all tracks. Positions without a fix are left out of gpx. \
      The default is gpx, whatever the extension of the output.

        metatool timed export ride.mp4 --format gpx > ride.gpx
        metatool timed export ride.mp4 --format csv --key gpmf/ACCL
      """)

  @Option(help: "gpx, csv or json.")
  var format = TimedForm.gpx

  @Option(
    help: ArgumentHelp(
      "With csv, export the values of this key instead of positions.", valueName: "key"))
  var key: String?

  @Option(help: ArgumentHelp("The track; the default is all tracks.", valueName: "n"))
  var track: UInt32?

  @Option(
    help: ArgumentHelp(
      "The start time: seconds, or hours, minutes and seconds separated by colons.",
      valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("The end time.", valueName: "time"))
  var end: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file; - is standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace an existing output.")
  var force = false

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .input, completion: .file()) var path: String

  func validate() throws {
    guard key == nil || format == .csv else {
      throw ValidationError("--key requires --format csv.")
    }
  }

  func run(in environment: Environment) throws {
    let input = InputPath(text: path)
    var job = TimedJob(input: input, form: format.form)
    job.range = try MediaOptions.range(from: start, to: end)
    (job.track, job.key, job.force) = (track, key, force)
    job.output = output.map { InputPath(text: $0) }
    try environment.orEnd(input) { try job.run(in: environment) }
  }
}

/// The formats for `timed export`, as values of `--format`.
enum TimedForm: String, OptionWord {
  case gpx, csv, json

  var form: TimedJob.Form {
    switch self {
    case .gpx: .gpx
    case .csv: .csv
    case .json: .json
    }
  }
}
