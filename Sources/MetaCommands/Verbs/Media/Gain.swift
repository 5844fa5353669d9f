internal import ArgumentParser
internal import MetaCore

/// The verb `gain`, which measures the loudness of files (EBU R 128) and, unless `--measure` is
/// given, writes it to their tags, for players that adjust the volume; it can also remove these
/// tags.
struct Gain: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "gain",
    abstract: "Measure the loudness of files (EBU R 128), and write it to their tags.",
    discussion: """
      The track gain normalises to -18 LUFS (ReplayGain 2); the peak is the true peak. Opus files get R128_TRACK_GAIN \
      and R128_ALBUM_GAIN instead, which normalise to -23 LUFS; MP4 files also get iTunNORM (Sound Check). Files with a \
      gain are not measured again unless --redo is given. Silence and audio of less than 400 milliseconds get no \
      tags.

      --album also measures the files in one folder with the same album as a whole; --as-album does so for all \
      files. --measure measures files of any format and writes nothing. Audio is decoded by metatool-foreign.

      --format csv, tsv and json are for programs: loudness in LUFS, range in LU, gains and peaks in dB (in JSON and \
      in tags, peaks are relative to full scale, which is 1).

        metatool gain song.mp3
        metatool gain -r Music --album --format csv
        metatool gain film.mkv --measure
        metatool gain song.m4a --remove
      """)

  @Flag(help: "Also write the gain and peak of albums: files in one folder with the same album.")
  var album = false

  @Flag(help: "Also write the gain and peak of all files as one album.")
  var asAlbum = false

  @Flag(help: "Only measure; works with every format that can be decoded.")
  var measure = false

  @Flag(help: "Remove all loudness tags.")
  var remove = false

  @Flag(help: "Also measure files that already have a gain.")
  var redo = false

  @Flag(help: "Also write loudness ranges (EBU Tech 3342).")
  var range = false

  @Option(
    help: ArgumentHelp(
      "The kind of peaks: true (between samples), sample (faster) or none.",
      valueName: "kind"))
  var peak = "true"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The target loudness of ReplayGain in LUFS: -60 to 0.", valueName: "lufs"))
  var reference = GainSettings.standardReference

  @Flag(help: "Also write ReplayGain tags to Opus files.")
  var replaygainInOpus = false

  @Option(
    help: ArgumentHelp(
      "The track; the default is the first audio track.", valueName: "n"))
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
        "--measure and --remove cannot be combined, nor can --album and --as-album.")
    }
    guard GainSettings.Peaks(rawValue: peak) != nil else {
      throw ValidationError("--peak must be true, sample or none.")
    }
    guard (-60...0).contains(reference) else {
      throw ValidationError("--reference must be a loudness from -60 to 0 LUFS.")
    }
    guard ["text", "json"].contains(format) || TableFormat(rawValue: format) != nil else {
      throw ValidationError("--format must be text, csv, tsv or json.")
    }
    guard !write.json || ["text", "json"].contains(format) else {
      throw ValidationError("--json and --format \(format) cannot be combined.")
    }
  }

  func run(in environment: Environment) throws {
    var edits = try job(write, in: environment)
    edits.write.printsJSON = write.json || format == "json"
    try end(
      GainJob(edits: edits, settings: settings, table: TableFormat(rawValue: format))
        .run(in: environment))
  }

  /// The settings that result from the options.
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
