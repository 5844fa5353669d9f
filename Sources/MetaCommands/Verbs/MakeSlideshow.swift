internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

/// The verb `slideshow`, which creates a movie from images, optionally with audio and a chapter for
/// each image.
struct MakeSlideshow: CodecVerb {
  static let configuration = CommandConfiguration(
    commandName: "slideshow",
    abstract: "Make a movie from images, with audio and a chapter for each image.",
    discussion: """
      Images are PNG, JPEG, WebP, GIF, BMP or TIFF; they are rotated by their Exif orientation, and transparent \
      areas show the background. The extension of the output determines its format: mov, mp4, m4v, 3gp or 3g2. The \
      movie is as long as its images: longer audio is cut, shorter audio is followed by silence. Without --duration \
      and --each, the images share the duration of the audio equally, or last five seconds each without audio. The \
      default size is that of the first image, rounded down to even numbers where the codec requires it. A still \
      image is encoded once, for about two seconds, and its samples are repeated. The output is written completely \
      or not at all.

        metatool slideshow *.jpg -o holiday.mp4 --each 4
        metatool slideshow *.jpg --sound song.m4a -o holiday.mov title=Holiday
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The movie: .mov, .mp4, .m4v, .3gp or .3g2.", valueName: "path"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "The duration of the movie, shared equally by the images.", valueName: "time"))
  var duration: String?

  @Option(help: ArgumentHelp("The duration of each image.", valueName: "time"))
  var each: String?

  @Option(
    help: ArgumentHelp("Frames per second: 25, 29.97, 30000/1001.", valueName: "n"))
  var fps = "30"

  @Option(help: ArgumentHelp("The size of the movie.", valueName: "WxH"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "How images of another shape are fitted: contain, cover or stretch.", valueName: "fit"),
    completion: .list(ImageFit.allCases.map(\.rawValue)))
  var fit = "contain"

  @Option(
    help: ArgumentHelp(
      "The background colour: #rgb, #rrggbb or a basic CSS name.",
      valueName: "color"))
  var background = "black"

  @Option(
    help: ArgumentHelp("Use the first audio track of this file.", valueName: "file"),
    completion: .file())
  var sound: String?

  @Option(
    help: ArgumentHelp(
      "The video settings: codec=h264,bitrate=5M,quality=0.8,keyframes=2s,profile=main,speed=fast.",
      valueName: "settings"))
  var video: String?

  @Option(
    help: ArgumentHelp(
      "The audio settings: codec=aac,bitrate=128k,rate=44100,channels=2.",
      valueName: "settings"))
  var audio: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether to repeat the samples of a still image instead of encoding every frame.")
  var `repeat` = true

  @Flag(inversion: .prefixedNo, help: "Whether to make a chapter for each image.")
  var chapters = true

  @Option(
    help: ArgumentHelp(
      "A file with chapter titles, one per line; the default is the names of the images.",
      valueName: "file"), completion: .file())
  var titles: String?

  @Flag(help: "Replace an existing output.")
  var force = false

  @Option(help: ByteSize.help)
  var memory: ByteSize?

  @Flag(help: .literal)
  var literal = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print no result.")
  var quiet = false

  @Flag(help: "Show no progress line.")
  var noProgress = false

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(
    help: ArgumentHelp(
      "The images, and metadata of the form FIELD=VALUE.", valueName: "image edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String]

  /// The output, because a slideshow fails as a whole.
  var helperFiles: [InputPath] { [InputPath(text: output)] }

  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    let first = arguments.first { !$0.contains("=") }.map { InputPath(text: $0).path }
    let needs = try? options().needs(with: first, processors: ProcessorCount.online)
    return HelperNeeds(memory: memory?.bytes ?? needs?.memory)
  }

  func validate() throws {
    guard duration == nil || each == nil else {
      throw ValidationError("--duration and --each cannot be combined.")
    }
    guard audio == nil || sound != nil else {
      throw ValidationError("--audio requires --sound.")
    }
    guard output != "-" else {
      throw ValidationError("A movie cannot be written to standard output; specify a file with -o.")
    }
    _ = try options()
  }

  func run(in environment: Environment) throws {
    let parsed = try environment.editArguments(arguments, literal)
    guard !parsed.paths.isEmpty else { throw ValidationError("Specify at least one image.") }
    var job = SlideshowJob(images: parsed.paths, output: InputPath(text: output))
    job.slideshow = try options()
    job.slideshow.edits = try environment.edits(parsed, for: InputPath(text: output))
    job.sound = sound.map { InputPath(text: $0) }
    if let titles { job.titles = try read(titles, for: parsed.paths.count, environment) }
    job.printsJSON = json
    job.isQuiet = quiet
    job.showsProgress = !quiet && !noProgress
    try environment.orEnd { try job.run(in: environment) }
  }

  /// Returns the slideshow for the options, without images and audio.
  private func options() throws -> Slideshow {
    var slideshow = Slideshow([])
    slideshow.timing = try timing()
    slideshow.frameDuration = try EncodingWords.frameDuration(fps)
    if let size { (slideshow.width, slideshow.height) = try MediaOptions.size(size) }
    guard let fit = ImageFit(rawValue: fit) else {
      throw ValidationError("--fit must be contain, cover or stretch.")
    }
    guard let color = DrawingColor(css: background), color.alpha == 255 else {
      throw ValidationError("\(background) is not a colour; use #rgb, #rrggbb or a name.")
    }
    (slideshow.fit, slideshow.background) = (fit, color)
    if let video {
      slideshow.videoSettings = try EncodingWords.video(video, usualVideo)
    }
    if let audio { slideshow.audioSettings = try EncodingWords.audio(audio, usualAudio) }
    slideshow.repeatsGroups = `repeat`
    slideshow.hasChapters = chapters
    slideshow.force = force
    return slideshow
  }

  /// The settings that `--video` changes.
  private var usualVideo: VideoOutputSettings { VideoOutputSettings(codec: .h264) }

  /// The settings that `--audio` changes.
  private var usualAudio: AudioOutputSettings { AudioOutputSettings(.aac) }

  /// Returns the time for which images are shown: in total, for each image, or the duration of the
  /// audio.
  private func timing() throws -> Slideshow.Timing {
    if let duration { return .total(try time(duration, "--duration")) }
    if let each { return .each(try time(each, "--each")) }
    return sound == nil ? .usual : .sound
  }

  /// Parses a duration, which must not be zero.
  private func time(_ text: String, _ option: String) throws -> MediaTime {
    let time = try MediaOptions.time(text)
    guard time > .zero else { throw ValidationError("\(option) must be greater than zero.") }
    return time
  }

  /// Reads the titles of chapters from a file, one line for each image.
  private func read(
    _ file: String, for count: Int, _ environment: Environment
  ) throws -> [String] {
    let bytes = try environment.readAll(InputPath(text: file))
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError("\(file) is not UTF-8.")
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    var lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }.map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count == count else {
      throw ValidationError("\(file) has \(lines.count) titles for \(count) images.")
    }
    return lines
  }
}
