internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

struct Waveform: WebVerb {
  static let configuration = CommandConfiguration(
    abstract: "Make the waveform of a file: minima, maxima, averages of its sound in bins.",
    discussion: """
      Without -o it is drawn in the terminal. The name of the output says what it becomes: .json and .dat are audiowaveform's files of version 2 \
      (minima and maxima only), .svg is a drawing. --json prints all numbers as parts of full scale. With --bins N one bin stands for \
      the N-th part of the samples, rounded up.
      """)

  @Option(help: ArgumentHelp("Make so many bins.", valueName: "n"))
  var bins: Int?

  @Option(help: ArgumentHelp("Make a bin of so many samples.", valueName: "n"))
  var samplesPerPixel: Int?

  @Option(help: ArgumentHelp("Make so many bins for each second.", valueName: "n"))
  var pixelsPerSecond: Double?

  @Option(help: ArgumentHelp("Bits of a number in .json and .dat: 8 or 16.", valueName: "n"))
  var bits = 16

  @Flag(help: "Make bins for each channel, not for the average of all.")
  var splitChannels = false

  @Option(
    help: ArgumentHelp(
      "What is drawn of each bin: minmax, peak, average or rms.", valueName: "statistic"))
  var stat = "minmax"

  @Option(help: ArgumentHelp("The size of the drawing.", valueName: "WxH"))
  var size: String?

  @Option(help: ArgumentHelp("The colour of the drawing, as CSS writes it.", valueName: "color"))
  var color: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Decode so many parts of the file at a time.", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file: .json, .dat or .svg.", valueName: "path"), completion: .file())
  var output: String?

  @OptionGroup var media: MediaOptions
  @OptionGroup var web: WebOptions

  @Argument(
    help: ArgumentHelp("The file; - is standard input.", valueName: "path"), completion: .file())
  var path: String

  static var runsIn: Host { .decodingProcess }

  func validate() throws {
    let given = [bins != nil, samplesPerPixel != nil, pixelsPerSecond != nil].filter { $0 }
    if given.count > 1 {
      throw ValidationError(
        "--bins, --samples-per-pixel and --pixels-per-second exclude each other.")
    }
    if let bins, bins < 1 { throw ValidationError("--bins takes a number from 1 on.") }
    if let samplesPerPixel, samplesPerPixel < 1 {
      throw ValidationError("--samples-per-pixel takes a number from 1 on.")
    }
    if let pixelsPerSecond, !(pixelsPerSecond > 0) {
      throw ValidationError("--pixels-per-second takes a number above zero.")
    }
    if bits != 8, bits != 16 { throw ValidationError("--bits takes 8 or 16.") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
    if json, output != nil { throw ValidationError("--json prints; leave out -o.") }
  }

  func run(in environment: Environment) throws {
    let input = InputPath(text: path)
    var job = WaveformJob(input: input)
    job.track = media.track
    job.range = try media.range()
    job.isStrict = media.strict
    job.force = media.force
    job.bits = bits
    job.splitsChannels = splitChannels
    job.jobs = jobs ?? ProcessorCount.online
    job.resolution = resolution
    job.drawing = try drawing()
    job.output = output.map { InputPath(text: $0) }
    job.form = try form()
    try environment.orEnd(input) { try job.run(in: environment) }
  }

  private var resolution: WaveformReader.Resolution {
    if let samplesPerPixel { return .samplesPerPixel(samplesPerPixel) }
    if let pixelsPerSecond { return .pixelsPerSecond(pixelsPerSecond) }
    return .bins(bins ?? 1800)
  }

  private func form() throws -> WaveformJob.Form {
    if json { return .result }
    guard let output else { return .text }
    guard
      let form = ["json", "dat", "svg"].first(where: { output.lowercased().hasSuffix("." + $0) })
        .flatMap(WaveformJob.Form.init(rawValue:))
    else { throw ValidationError("\(output): the output ends in .json, .dat or .svg.") }
    guard form == .svg || stat == "minmax" else {
      throw ValidationError(
        "\(output): such files have minima and maxima only, not --stat \(stat).")
    }
    return form
  }

  private func drawing() throws -> WaveformDrawing {
    var drawing = WaveformDrawing()
    guard let statistic = WaveformDrawing.Statistic(rawValue: stat) else {
      throw ValidationError("--stat takes minmax, peak, average or rms.")
    }
    drawing.statistic = statistic
    if let color { drawing.color = color }
    guard let size else { return drawing }
    let numbers = size.split(separator: "x").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else {
      throw ValidationError("--size takes a width and a height: 1800x280.")
    }
    (drawing.width, drawing.height) = (numbers[0], numbers[1])
    return drawing
  }
}
