internal import ArgumentParser
internal import MetaCore

struct Gain: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "gain",
    abstract: "Measure the loudness of files (EBU R 128), and write it into their tags.",
    discussion: """
      The gain of a track leads to -18 LUFS (ReplayGain 2), its peak is the true peak. Opus has R128_TRACK_GAIN and R128_ALBUM_GAIN instead, which \
      lead to -23 LUFS; MP4 has iTunNORM (Sound Check) besides. A file that has its gain is not measured again unless --redo is given. Silence, and \
      sound of less than 400 milliseconds, gets no tags.

      --album measures the files of one folder that name the same album as one, too; --as-album does so with all files. --measure only measures: \
      files of any format, and nothing is written. Sound is decoded by metatool-foreign.

      --format csv, tsv or json is for programs: loudness in LUFS, range in LU, gains and peaks in dB (in JSON, and in tags, 1 is full scale).

        metatool gain song.mp3
        metatool gain -r Music --album --format csv
        metatool gain film.mkv --measure
        metatool gain song.m4a --remove
      """)

  @Flag(help: "Write gain and peak of albums, too: the files of one folder with the same album.")
  var album = false

  @Flag(help: "Write gain and peak of albums, too: all files are one.")
  var asAlbum = false

  @Flag(help: "Only measure: files of any format that is decoded.")
  var measure = false

  @Flag(help: "Remove all tags of loudness.")
  var remove = false

  @Flag(help: "Measure files that have their gain, too.")
  var redo = false

  @Flag(help: "Write loudness ranges (EBU Tech 3342), too.")
  var range = false

  @Option(
    help: ArgumentHelp(
      "true: peaks between samples. sample: those of samples, in less time. none: no peaks.",
      valueName: "kind"))
  var peak = "true"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The loudness that gains of ReplayGain lead to, in LUFS: from -60 to 0.", valueName: "lufs"))
  var reference = GainSettings.standardReference

  @Flag(help: "Write the tags of ReplayGain into Opus, too.")
  var replaygainInOpus = false

  @Option(
    help: ArgumentHelp(
      "Measure this track, not the first one with audio.", valueName: "n"))
  var track: UInt32?

  @Option(help: "text, csv, tsv or json.")
  var format = "text"

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func validate() throws {
    guard [measure, remove].count(where: \.self) < 2, [album, asAlbum].count(where: \.self) < 2
    else {
      throw ValidationError(
        "--measure and --remove exclude each other, and --album and --as-album do.")
    }
    guard GainSettings.Peaks(rawValue: peak) != nil else {
      throw ValidationError("--peak takes true, sample or none.")
    }
    guard (-60...0).contains(reference) else {
      throw ValidationError("--reference takes a loudness from -60 to 0 LUFS.")
    }
    guard ["text", "json"].contains(format) || TableFormat(rawValue: format) != nil else {
      throw ValidationError("--format takes text, csv, tsv or json.")
    }
    guard !write.json || ["text", "json"].contains(format) else {
      throw ValidationError("--json and --format \(format) exclude each other.")
    }
  }

  func run(in environment: Environment) throws {
    var edits = try job(write, in: environment)
    edits.write.printsJSON = write.json || format == "json"
    try end(
      GainJob(edits: edits, settings: settings, table: TableFormat(rawValue: format))
        .run(in: environment))
  }

  private var settings: GainSettings {
    var settings = GainSettings()
    settings.action = measure ? .measure : remove ? .remove : .write
    settings.albums = album ? .byFolder : asAlbum ? .all : .none
    settings.peaks = GainSettings.Peaks(rawValue: peak) ?? .true_
    settings.reference = reference
    settings.writesRanges = range
    settings.redoes = redo
    settings.marksOpus = replaygainInOpus
    settings.track = track
    return settings
  }
}
