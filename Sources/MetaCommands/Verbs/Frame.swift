internal import ArgumentParser
internal import MetaCore

struct Frame: DecodingVerb {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract:
      "Make images of the video of a file: at given times, at intervals, or a contact sheet.",
    discussion: """
      Without --at, --every or --count, the first picture is taken. Images are PNG or JPEG by the name of the output; several images are numbered \
      (shot.png: shot-001.png, shot-002.png). They are turned for display and have square pixels; video with a high dynamic range is \
      tone-mapped, unless --hdr keeps it (PNG with 16 bits).

        metatool frame film.mp4 --at 1:23 -o shot.png
        metatool frame film.mp4 --every 10 -o shot.jpg
        metatool frame film.mp4 --count 16 --sheet 4x4 -o sheet.png
      """)

  @Option(
    help: ArgumentHelp(
      "Take the pictures that are presented at these times, separated by commas.",
      valueName: "times"))
  var at: String?

  @Option(help: ArgumentHelp("Take one picture per interval.", valueName: "time"))
  var every: String?

  @Option(help: ArgumentHelp("Take this number of pictures, evenly spread.", valueName: "n"))
  var count: Int?

  @Flag(help: "Take the nearest picture before that needs no other, which is faster.")
  var nearestKeyframe = false

  @Option(help: ArgumentHelp("No image is wider or higher.", valueName: "WxH"))
  var size: String?

  @Flag(help: "Leave images as they are stored, not turned for display.")
  var noRotate = false

  @Flag(help: "Keep a high dynamic range and more than 8 bits.")
  var hdr = false

  @Option(
    help: ArgumentHelp(
      "Put all images into one, in columns and rows.", valueName: "columnsxrows"))
  var sheet: String?

  @Option(help: ArgumentHelp("The quality of JPEG: 1 to 100.", valueName: "n"))
  var quality = 90

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file: .png, .jpg or .jpeg; - is standard output, as PNG.", valueName: "path"),
    completion: .file())
  var output: String

  @Flag(help: "Print times, sizes and names of the images as JSON.")
  var json = false

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @OptionGroup var media: MediaOptions

  @Argument(help: .input, completion: .file()) var path: String

  var decodedTracks: [DecodedTrack] {
    [
      DecodedTrack(
        input: InputPath(text: path),
        output: FirstTrackOutput(.video, track: media.track, settings: .decoded))
    ]
  }

  func validate() throws {
    guard [at != nil, every != nil, count != nil].filter({ $0 }).count <= 1 else {
      throw ValidationError("--at, --every and --count exclude each other.")
    }
    if let count, !(1...FrameJob.mostImages).contains(count) {
      throw ValidationError("--count takes a number from 1 to \(FrameJob.mostImages).")
    }
    guard (1...100).contains(quality) else {
      throw ValidationError("--quality takes a number from 1 to 100.")
    }
    if json, output == "-" { throw ValidationError("--json prints; name a file with -o.") }
  }

  func run(in environment: Environment) throws {
    let input = InputPath(text: path)
    var job = FrameJob(input: input)
    job.track = media.track
    job.range = try media.range()
    job.sheet = try sheet.map { try columnsAndRows($0) }
    job.times = try times(job.sheet)
    job.settings = try settings()
    job.format = try format()
    job.quality = Double(quality) / 100
    job.output = InputPath(text: output)
    job.printsJSON = json
    job.isStrict = media.strict
    job.force = media.force
    try environment.orEnd(input) { try job.run(in: environment) }
  }

  private func times(_ sheet: (columns: Int, rows: Int)?) throws -> FrameJob.Times {
    if let at {
      let times = try at.split(separator: ",").map { try MediaOptions.time(String($0)) }
      guard !times.isEmpty else { throw ValidationError("--at takes times: 10,1:30.") }
      return .at(times)
    }
    if let every {
      let step = try MediaOptions.time(every)
      guard step > .zero else { throw ValidationError("--every takes a time above zero.") }
      return .every(step)
    }
    if let count { return .count(count) }
    if let sheet { return .count(sheet.columns * sheet.rows) }
    return .at([try media.range().start])
  }

  private func columnsAndRows(_ text: String) throws -> (columns: Int, rows: Int) {
    let (columns, rows) = try MediaOptions.pair(
      text, upTo: 1000, "is not a number of columns and rows: 5x4.")
    return (columns, rows)
  }

  private func settings() throws -> ImageSettings {
    var settings = ImageSettings()
    settings.maximumSize = try size.map { try MediaOptions.size($0) }
    if sheet != nil, settings.maximumSize == nil { settings.maximumSize = (320, 320) }
    settings.appliesPreferredTrackTransform = !noRotate
    if nearestKeyframe { settings.toleranceBefore = .positiveInfinity }
    if hdr { settings.dynamicRangePolicy = .matchSource }
    return settings
  }

  private func format() throws -> ImageFormat {
    guard output != "-" else { return .png }
    let name = output.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."),
      let format = ImageFormat(fileExtension: String(name[name.index(after: dot)...]))
    else { throw ValidationError("\(output): the output ends in .png, .jpg or .jpeg.") }
    guard format == .png || !hdr else {
      throw ValidationError("\(output): JPEG has no high dynamic range; use .png with --hdr.")
    }
    return format
  }
}
