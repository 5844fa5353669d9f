internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

/// The verb `waveform`, which computes minima, maxima and averages of the audio of files, and draws
/// them or writes them to files.
struct Waveform: DecodingVerb {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Make the waveform of a file: minima, maxima and averages of its audio in bins.",
    discussion: """
      Without -o, the waveform is drawn in the terminal. The extension of the output determines its format: .json \
      and .dat are audiowaveform files of version 2 (minima and maxima only), .svg and .png are drawings, with marks \
      at chapters. --json prints all values as fractions of full scale, one object per file. With --bins N, a bin \
      covers one N-th of the samples, rounded up, so there may be fewer bins.

        metatool waveform song.mp3
        metatool waveform song.mp3 -o song.svg
        metatool waveform song.mp3 --bins 800 --json
      """)

  @Option(help: ArgumentHelp("The number of bins.", valueName: "n"))
  var bins: Int?

  @Option(help: ArgumentHelp("The number of samples per bin.", valueName: "n"))
  var samplesPerPixel: Int?

  @Option(help: ArgumentHelp("The number of bins per second.", valueName: "n"))
  var pixelsPerSecond: Double?

  @Option(help: ArgumentHelp("The bits per value in .json and .dat: 8 or 16.", valueName: "n"))
  var bits = 16

  @Flag(help: "Make bins for each channel instead of their average.")
  var splitChannels = false

  @Option(
    help: ArgumentHelp(
      "The values to draw: minmax, peak, average, rms, or all of them.",
      valueName: "statistic"))
  var stat = "minmax"

  @Option(help: ArgumentHelp("The size of the drawing.", valueName: "WxH"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "The colour of the drawing: #rgb, #rrggbb, #rrggbbaa or a basic CSS name.",
      valueName: "color"))
  var color: String?

  @Option(help: ArgumentHelp("The background colour.", valueName: "color"))
  var background: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Decode this many parts of the file at a time.", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The output: .json, .dat, .svg or .png.", valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @OptionGroup var media: MediaOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String]

  var decodedTracks: [DecodedTrack] {
    paths.map {
      DecodedTrack(
        input: InputPath(text: $0),
        output: FirstTrackOutput(.audio, track: media.track, settings: .decoded))
    }
  }

  func validate() throws {
    let requested = [bins != nil, samplesPerPixel != nil, pixelsPerSecond != nil].filter { $0 }
    if requested.count > 1 {
      throw ValidationError(
        "--bins, --samples-per-pixel and --pixels-per-second cannot be combined.")
    }
    if let bins, bins < 1 { throw ValidationError("--bins must be at least 1.") }
    if let samplesPerPixel, samplesPerPixel < 1 {
      throw ValidationError("--samples-per-pixel must be at least 1.")
    }
    if let pixelsPerSecond, !(pixelsPerSecond > 0) {
      throw ValidationError("--pixels-per-second must be greater than zero.")
    }
    if bits != 8, bits != 16 { throw ValidationError("--bits must be 8 or 16.") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    if output != nil, paths.count > 1 {
      throw ValidationError("-o takes only one input file.")
    }
    if json, output != nil { throw ValidationError("--json and -o cannot be combined.") }
  }

  func run(in environment: Environment) throws {
    let (form, drawing, range) = (try form(), try drawing(), try media.range())
    var status = ExitStatus.done
    // A previous helper has processed the skipped files, and was lost on the last of them.
    for path in paths.dropFirst(AttachedProcess.skippedFiles) {
      var job = WaveformJob(input: InputPath(text: path))
      job.track = media.track
      job.range = range
      job.isStrict = media.strict
      job.force = media.force
      job.bits = bits
      job.splitsChannels = splitChannels
      job.jobs = jobs ?? ProcessorCount.online
      job.resolution = resolution
      job.drawing = drawing
      job.output = output.map { InputPath(text: $0) }
      job.form = form
      job.isNamed = form == .text && paths.count > 1
      do {
        try job.run(in: environment)
      } catch {
        // A file that fails does not stop the other files.
        environment.fail(error, at: job.input)
        status = paths.count == 1 ? error.status : .partly
        guard !environment.isCancelled else { break }
      }
      AttachedProcess.endFile()
    }
    try end(status)
  }

  private var resolution: WaveformReader.Resolution {
    if let samplesPerPixel { return .samplesPerPixel(samplesPerPixel) }
    if let pixelsPerSecond { return .pixelsPerSecond(pixelsPerSecond) }
    return .bins(bins ?? 1800)
  }

  /// Returns metatool's JSON format with `--json`, otherwise the format from the extension of the
  /// output; without an output, the waveform is drawn in the terminal.
  private func form() throws -> WaveformJob.Form {
    if json { return .result }
    guard let output else { return .text }
    guard
      let form = ["json", "dat", "svg", "png"].first(where: {
        output.lowercased().hasSuffix("." + $0)
      })
      .flatMap(WaveformJob.Form.init(rawValue:))
    else { throw ValidationError("\(output): the extension must be .json, .dat, .svg or .png.") }
    guard form == .svg || form == .png || stat == "minmax" else {
      throw ValidationError(
        "\(output): this format stores only minima and maxima, so --stat \(stat) cannot be used.")
    }
    return form
  }

  /// Returns the size, colours and style of a drawing.
  private func drawing() throws -> WaveformDrawing {
    var drawing = WaveformDrawing()
    guard let statistic = WaveformDrawing.Statistic(rawValue: stat) else {
      throw ValidationError("--stat must be minmax, peak, average, rms or all.")
    }
    drawing.statistic = statistic
    if let color { drawing.color = try Waveform.color(color) }
    if let background { drawing.background = try Waveform.color(background) }
    guard let size else { return drawing }
    let numbers = size.split(separator: "x").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else {
      throw ValidationError("--size must be a width and a height: 1800x280.")
    }
    (drawing.width, drawing.height) = (numbers[0], numbers[1])
    return drawing
  }

  /// Parses a colour.
  private static func color(_ text: String) throws -> DrawingColor {
    guard let color = DrawingColor(css: text) else {
      throw ValidationError("\(text) is not a colour; use #rgb, #rrggbb, #rrggbbaa or a name.")
    }
    return color
  }
}
