internal import ArgumentParser
internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// The verb `capture`, which records a device, a pipe or a test source as a movie, lists devices,
/// and prints the colour tables of effects.
///
/// The verb records in `metatool-capture` for system devices and filter graphs, otherwise in
/// `metatool-foreign`. `--list` runs in one of them if it is installed, and `--print-filter` in
/// this process.
struct Capture: CodecVerb {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record a device, a pipe or a test source as a movie, with live filters.",
    discussion: """
      Sources are devices (--list), `test`, pipes and files with YUV4MPEG2 or raw video, WAV or raw audio, and \
      standard input (`-`). The movie begins with the first video frame. Frames that a device delivers faster than \
      they can be filtered and encoded are dropped and counted; audio is never dropped. A pipe waits instead.

      Lines of standard input are commands: pause, resume, filter NAME, stop. Ctrl-C also finishes the movie. During \
      recording, all but the last fragment can be played whatever happens; a finished movie has no fragments. \
      Filters are chrome, fade, instant, mono, noir, process, tonal, transfer, and colour tables in .cube files.

        metatool capture --list
        metatool capture --video test -o clip.mov --duration 5
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The movie: .mov, .mp4, .m4v or .m4a.", valueName: "path"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The source of video: a device, test, a path or -.", valueName: "source"),
    completion: .file())
  var video: String?

  @Option(
    help: ArgumentHelp("The source of audio: a device, test, a path or -.", valueName: "source"),
    completion: .file())
  var audio: String?

  @Option(
    help: ArgumentHelp("Apply a colour filter: an effect or a .cube file.", valueName: "filter"),
    completion: .list(FilterNames.all))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Filter video with a libavfilter graph: hflip,eq=contrast=1.2.", valueName: "graph"))
  var filterGraph: String?

  @Option(
    help: ArgumentHelp(
      "Request a size from a camera, and scale down larger video: 1280x720, medium, low; high keeps its size.",
      valueName: "name"),
    completion: .list(CaptureSession.Preset.all.map(\.name)))
  var preset: String?

  @Option(help: ArgumentHelp("Request video of this size.", valueName: "WxH"))
  var size: String?

  @Option(help: ArgumentHelp("Request this frame rate.", valueName: "n"))
  var fps: String?

  @Option(help: ArgumentHelp("The pixel format of raw video: bgra, yuv420p.", valueName: "format"))
  var pixelFormat: String?

  @Option(help: ArgumentHelp("Request this sample rate.", valueName: "n"))
  var rate: Int?

  @Option(help: ArgumentHelp("Request this number of channels.", valueName: "n"))
  var channels: Int?

  @Option(help: ArgumentHelp("The sample format of raw audio: s16le, f32le.", valueName: "format"))
  var sampleFormat: String?

  @Option(
    help: ArgumentHelp("Rotate video clockwise: 90, 180 or 270 degrees.", valueName: "degrees")
  )
  var rotation: Int?

  @Flag(help: "Rotate the frames themselves instead of leaving it to players.")
  var turnPixels = false

  @Option(help: ArgumentHelp("Stop when the movie has this duration.", valueName: "time"))
  var duration: String?

  @Option(help: ArgumentHelp("Stop when the file has this size: 500K, 20M, 4G.", valueName: "size"))
  var maxSize: FileSize?

  @Option(
    help: ArgumentHelp(
      "The duration of a fragment, which is the most that is lost if the program is killed.",
      valueName: "time"))
  var fragmentInterval = "1"

  @Option(
    help: ArgumentHelp(
      "Write the filtered video to a file or pipe as YUV4MPEG2.", valueName: "path"),
    completion: .file())
  var preview: String?

  @Option(
    help: ArgumentHelp(
      "The video settings: codec=h264,bitrate=5M,quality=0.8,keyframes=2s,profile=main,speed=fast.",
      valueName: "settings"))
  var encodeVideo: String?

  @Option(
    help: ArgumentHelp(
      "The audio settings: codec=aac,bitrate=128k,rate=44100,channels=2.", valueName: "settings"))
  var encodeAudio: String?

  @Flag(help: "List the devices.")
  var list = false

  @Option(
    help: ArgumentHelp("Print the colour table of an effect as a .cube file.", valueName: "filter"),
    completion: .list(PhotoEffect.allCases.map(\.rawValue)))
  var printFilter: String?

  @Option(help: ByteSize.help)
  var memory: ByteSize?

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: "Print no result.")
  var quiet = false

  @Flag(help: "Show no progress line.")
  var noProgress = false

  @OptionGroup(title: "Web addresses") var web: WebOptions

  var helperFiles: [InputPath] { [InputPath(text: output ?? "")] }

  var endsInOrder: Bool { true }

  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    if printFilter != nil { return nil }
    let installed = [HelperProgram.capture, .foreign].first(where: environment.helper.isInstalled)
    if list { return installed.map { HelperNeeds(program: $0) } }
    let (width, height) = (try? size.map(MediaOptions.size)) ?? (1920, 1080)
    let video = (try? videoSettings()) ?? VideoOutputSettings(codec: .h264)
    let encoder = video.encoderMemory(width, height, ProcessorCount.online)
    return HelperNeeds(
      memory: memory?.bytes ?? max(2 << 30, 1 << 30 + encoder),
      program: needsLibraries ? .capture : .foreign)
  }

  /// Whether a source is a system device, or the filter is a graph.
  private var needsLibraries: Bool {
    filterGraph != nil || [video, audio].contains { Capture.hasKind($0) }
  }

  /// Returns whether a name begins with a kind of device, as in `v4l2:/dev/video0`.
  private static func hasKind(_ name: String?) -> Bool {
    guard let name, let colon = name.firstIndex(of: ":") else { return false }
    return name[..<colon].allSatisfy { $0.isLetter || $0.isNumber }
  }

  func validate() throws {
    if list || printFilter != nil { return }
    guard let output else { throw ValidationError("Specify the movie file with -o.") }
    guard output != "-" else {
      throw ValidationError("A movie cannot be written to standard output; specify a file with -o.")
    }
    guard video != nil || audio != nil else {
      throw ValidationError("Specify a source with --video or --audio; --list shows the devices.")
    }
    guard video != "-" || audio != "-" else {
      throw ValidationError("Video and audio cannot both come from standard input.")
    }
    guard filter == nil || filterGraph == nil else {
      throw ValidationError("--filter and --filter-graph cannot be combined.")
    }
    guard json == false || preview != "-" else {
      throw ValidationError("--json and --preview - both write to standard output.")
    }
    _ = try (settings(), format(), videoSettings(), pictureRotation(), sessionPreset())
    _ = try EncodingWords.audio(
      encodeAudio, AudioOutputSettings(.aac), option: "--encode-audio")
  }

  func run(in environment: Environment) throws {
    if list { return try printDevices(in: environment) }
    if let printFilter {
      guard let effect = PhotoEffect(named: printFilter) else {
        let names = PhotoEffect.allCases.map(\.rawValue)
        throw ValidationError(
          "Unknown effect “\(printFilter)”\(SpellingSuggestion.hint(for: printFilter, of: names))")
      }
      return try environment.print(.text()) { (results) throws(Failure) in
        try results.text(effect.cube.text)
      }
    }
    try environment.orEnd { try checkStreams(in: environment) }
    var job = CaptureJob(output: InputPath(text: output ?? ""))
    let devices = environment.captureDevices
    job.video = try environment.orEnd { try input(video, .video, devices) }
    job.audio = try environment.orEnd { try input(audio, .audio, devices) }
    let format = try format()
    job.video?.format = format
    job.audio?.format = format
    job.fileType = job.output.path.extension.flatMap { FileType(pathExtension: $0) }
    job.settings = try settings()
    job.preset = try sessionPreset()
    (job.encoding.video, job.encoding.audio) = (encodeVideo, encodeAudio)
    (job.turn, job.turnsPixels) = (try pictureRotation(), turnPixels)
    job.filter = try environment.orEnd { () throws(Failure) in
      try filter.flatMap { (name) throws(Failure) in
        try FilterNames.filter(named: name, in: environment)
      }
    }
    if let filterGraph {
      job.filter = try environment.orEnd { try graph(filterGraph, in: environment) }
    }
    job.preview = preview.map { InputPath(text: $0) }
    // Standard input carries either media or commands.
    job.takesCommands = video != "-" && audio != "-"
    job.printsJSON = json
    job.isQuiet = quiet
    job.showsProgress = !quiet && !noProgress
    try environment.orEnd { try job.run(in: environment) }
  }

  /// Returns the filter for a libavfilter graph.
  private func graph(
    _ text: String, in environment: Environment
  ) throws(Failure) -> any VideoFilter {
    guard let backend = environment.backend as? any CaptureBackend else {
      throw Failure(.unavailable, "backend", "this program does not support filter graphs")
    }
    do throws(MetaError) {
      return try backend.filter(graph: text)
    } catch {
      let isWrong = error.code == .invalidAttributes
      throw Failure(
        isWrong ? .usage : Failure.status(of: error.code), error.code.description, error.reason)
    }
  }

  /// Refuses standard streams that a request does not have.
  private func checkStreams(in environment: Environment) throws(Failure) {
    if video == "-" || audio == "-" { try environment.checkStandardInput() }
    if preview == "-" { try environment.checkStandardOutput() }
  }

  /// Returns the source with the given name: a device, a path, or standard input; nil without a
  /// name and for `none`.
  private func input(
    _ name: String?, _ mediaType: MediaType, _ devices: CaptureDevices
  ) throws(Failure) -> CaptureInput? {
    guard let name, name != FilterNames.none else { return nil }
    if name == "-" { return CaptureInput(pipe: nil, mediaType: mediaType) }
    if !Capture.hasKind(name),
      name.contains("/") || name.hasSuffix(".y4m") || name.hasSuffix(".wav")
    {
      return CaptureInput(pipe: InputPath(text: name).path, mediaType: mediaType)
    }
    return CaptureInput(
      device: try orFailure { () throws(MetaError) in
        try devices.device(named: name, for: mediaType)
      })
  }

  /// Prints the devices of this machine, for `--list`.
  private func printDevices(in environment: Environment) throws {
    let devices = [MediaType.video, .audio].flatMap { environment.captureDevices.devices(for: $0) }
    try environment.print(json ? .values(depth: 2) : .text()) { (results) throws(Failure) in
      if json {
        try results.value { json in
          json.beginObject()
          json.array("devices", devices) { json, device in
            json.beginObject()
            json.member("id", device.uniqueID)
            json.member("name", device.localizedName)
            json.member("mediaType", device.mediaType.rawValue)
            json.endObject()
          }
          json.endObject()
        }
      } else {
        try results.text(
          ExportReport.text(
            devices.map { "\($0.mediaType.rawValue)  \($0.uniqueID)  \($0.localizedName)" }))
      }
    }
  }

  // MARK: Options

  /// Returns the format that is requested from a device, or the format of raw data from a pipe.
  private func format() throws -> CaptureFormat {
    var format = CaptureFormat()
    if let size { (format.width, format.height) = try MediaOptions.size(size) }
    format.frameDuration = try fps.map(EncodingWords.frameDuration)
    (format.sampleRate, format.channels) = (rate, channels)
    if let pixelFormat {
      guard let parsed = PixelFormat(named: pixelFormat) else {
        throw ValidationError("\(pixelFormat) is not a pixel format such as bgra, yuv420p or 420v.")
      }
      format.pixelFormat = parsed
    }
    if let sampleFormat {
      guard let parsed = PCMFormat(name: sampleFormat) else {
        throw ValidationError(
          "\(sampleFormat) is not a sample format such as s16le, s24le or f32le.")
      }
      format.pcm = parsed
    }
    return format
  }

  /// Returns the settings for the video encoder.
  private func videoSettings() throws -> VideoOutputSettings {
    try EncodingWords.video(
      encodeVideo, CaptureMovieFileOutput.usualVideo, option: "--encode-video")
  }

  /// Returns the limits and the fragment interval of the movie.
  private func settings() throws -> CaptureMovieFileOutput.Settings {
    var settings = CaptureMovieFileOutput.Settings()
    settings.maxRecordedDuration = try duration.map(MediaOptions.time)
    settings.maxRecordedFileSize = maxSize.map { Int64(clamping: $0.bytes) }
    settings.movieFragmentInterval = try MediaOptions.time(fragmentInterval)
    guard settings.movieFragmentInterval > .zero else {
      throw ValidationError("--fragment-interval must be greater than zero.")
    }
    return settings
  }

  /// Returns the size and quality that `--preset` names.
  private func sessionPreset() throws -> CaptureSession.Preset {
    guard let preset else { return .inputPriority }
    guard let parsed = CaptureSession.Preset(named: preset) else {
      let hint = SpellingSuggestion.hint(for: preset, of: CaptureSession.Preset.all.map(\.name))
      throw ValidationError("Unknown preset “\(preset)”\(hint)")
    }
    return parsed
  }

  /// Returns the rotation of frames.
  private func pictureRotation() throws -> PictureTurn {
    let degrees = rotation ?? 0
    guard [0, 90, 180, 270].contains(degrees) else {
      throw ValidationError("--rotation must be 0, 90, 180 or 270.")
    }
    return PictureTurn(degrees: degrees)
  }
}
