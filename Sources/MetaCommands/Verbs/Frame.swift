internal import ArgumentParser
internal import MetaCore

/// The verb `frame`, which extracts images from a video, as files or on a contact sheet.
struct Frame: DecodingVerb {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract:
      "Extract video frames as images: at given times, at intervals, or as a contact sheet.",
    discussion: """
      Without --at, --every or --count, the first frame is extracted. Images are PNG or JPEG, by the extension of \
      the output; several images are numbered (shot.png: shot-001.png, shot-002.png). They are rotated for display \
      and have square pixels. HDR video is tone-mapped unless --hdr keeps it (16-bit PNG).

        metatool frame film.mp4 --at 1:23 -o shot.png
        metatool frame film.mp4 --every 10 -o shot.jpg
        metatool frame film.mp4 --count 16 --sheet 4x4 -o sheet.png
      """)

  @Option(
    help: ArgumentHelp(
      "Extract the frames presented at these times, separated by commas.",
      valueName: "times"))
  var at: String?

  @Option(help: ArgumentHelp("Extract one frame per interval.", valueName: "time"))
  var every: String?

  @Option(help: ArgumentHelp("Extract this number of frames, evenly spaced.", valueName: "n"))
  var count: Int?

  @Flag(help: "Extract the preceding key frame instead, which is faster.")
  var nearestKeyframe = false

  @Option(help: ArgumentHelp("The maximum size of an image.", valueName: "WxH"))
  var size: String?

  @Flag(help: "Do not rotate images for display.")
  var noRotate = false

  @Flag(help: "Keep high dynamic range and more than 8 bits.")
  var hdr = false

  @Option(
    help: ArgumentHelp(
      "Arrange all images in columns and rows of one image.", valueName: "columnsxrows"))
  var sheet: String?

  @Option(help: ArgumentHelp("The JPEG quality: 1 to 100.", valueName: "n"))
  var quality = 90

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The output: .png, .jpg or .jpeg; - writes PNG to standard output.", valueName: "path"),
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
      throw ValidationError("--at, --every and --count cannot be combined.")
    }
    if let count, !(1...FrameJob.maxImages).contains(count) {
      throw ValidationError("--count must be a number from 1 to \(FrameJob.maxImages).")
    }
    guard (1...100).contains(quality) else {
      throw ValidationError("--quality must be a number from 1 to 100.")
    }
    if json, output == "-" {
      throw ValidationError("--json uses standard output; specify a file with -o.")
    }
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

  /// Returns the times of the images from the options; by default, as many images as fit on the
  /// contact sheet, or the frame at the start of the range.
  private func times(_ sheet: (columns: Int, rows: Int)?) throws -> FrameJob.Times {
    if let at {
      let times = try at.split(separator: ",").map { try MediaOptions.time(String($0)) }
      guard !times.isEmpty else { throw ValidationError("--at must be a list of times: 10,1:30.") }
      return .at(times)
    }
    if let every {
      let step = try MediaOptions.time(every)
      guard step > .zero else { throw ValidationError("--every must be greater than zero.") }
      return .every(step)
    }
    if let count { return .count(count) }
    if let sheet { return .count(sheet.columns * sheet.rows) }
    return .at([try media.range().start])
  }

  /// Parses the grid of a contact sheet, such as `5x4`.
  private func columnsAndRows(_ text: String) throws -> (columns: Int, rows: Int) {
    let (columns, rows) = try MediaOptions.pair(
      text, upTo: 1000, "is not a grid size such as 5x4 (columns x rows).")
    return (columns, rows)
  }

  /// Returns the size, rotation, tolerance and dynamic range of the images; on a contact sheet,
  /// images are limited to 320 × 320 pixels by default.
  private func settings() throws -> ImageSettings {
    var settings = ImageSettings()
    settings.maximumSize = try size.map { try MediaOptions.size($0) }
    if sheet != nil, settings.maximumSize == nil { settings.maximumSize = (320, 320) }
    settings.appliesPreferredTrackTransform = !noRotate
    if nearestKeyframe { settings.toleranceBefore = .positiveInfinity }
    if hdr { settings.dynamicRangePolicy = .matchSource }
    return settings
  }

  /// Returns the image format from the extension of the output, or PNG for standard output.
  private func format() throws -> ImageFormat {
    guard output != "-" else { return .png }
    let name = output.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."),
      let format = ImageFormat(fileExtension: String(name[name.index(after: dot)...]))
    else { throw ValidationError("\(output): the extension must be .png, .jpg or .jpeg.") }
    guard format == .png || !hdr else {
      throw ValidationError("\(output): JPEG cannot hold high dynamic range; use .png with --hdr.")
    }
    return format
  }
}
