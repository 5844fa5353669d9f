internal import ArgumentParser
internal import MetaCore

/// The verb `read`, which decodes one track of a file to samples or frames, or reads its samples as
/// stored, and writes them or prints their MD5 digests.
struct Read: DecodingVerb {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Decode audio or video to samples, or print their MD5.",
    discussion: """
      Writes uncompressed samples of the first audio track, or of the first video track of a file without audio, to \
      a file or to standard output. Edit lists, encoder delay and padding are applied sample-accurately: what a player \
      does not play is left out. Audio that fails to decode becomes silence, video is left out, and both are \
      reported; with --strict they are an error (65).

        metatool read song.mp3 --as s16le -o song.raw
        metatool read film.mp4 --media video --md5
      """)

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "native (the format of the decoder) or stored (undecoded); s16le, s24le, f32le, u8, s16be, ... for audio; bgra, rgba, 420v, nv12, yuv420p, ... for video.",
      valueName: "format"))
  var form = "native"

  @Option(help: ArgumentHelp("Convert to this sample rate.", valueName: "hertz"))
  var rate: Int?

  @Option(help: ArgumentHelp("Convert to this number of channels.", valueName: "n"))
  var channels: Int?

  @Option(
    name: .customLong("media"),
    help: ArgumentHelp("Use the first track of this kind: audio or video.", valueName: "kind"))
  var kind: String?

  @Option(help: ArgumentHelp("Scale video to this size.", valueName: "WxH"))
  var size: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The output; - is standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Print the MD5 of all samples.")
  var md5 = false

  @Flag(help: "Print the MD5 of each decoded frame in the format of framemd5 of ffmpeg.")
  var frameMD5 = false

  @OptionGroup(title: "Web addresses") var web: WebOptions

  @OptionGroup var media: MediaOptions

  @Argument(help: .input, completion: .file()) var path: String

  var decodedTracks: [DecodedTrack] {
    let isConverted = rate != nil || channels != nil
    // Invalid options are reported when the verb runs.
    guard let (kind, settings) = try? settings() else { return [] }
    return [
      DecodedTrack(
        input: InputPath(text: path),
        output: ReadJob.output(kind, track: media.track, settings: settings),
        isConverted: isConverted)
    ]
  }

  func validate() throws {
    if md5, frameMD5 { throw ValidationError("--md5 and --frame-md5 cannot be combined.") }
    if md5 || frameMD5, output != nil {
      throw ValidationError("--md5 and --frame-md5 write no samples and take no -o.")
    }
    if let kind, kind != "audio", kind != "video" {
      throw ValidationError("--media must be audio or video.")
    }
    if let rate, !(1...768_000).contains(rate) {
      throw ValidationError("--rate must be a number from 1 to 768000.")
    }
    if let channels, !(1...64).contains(channels) {
      throw ValidationError("--channels must be a number from 1 to 64.")
    }
  }

  func run(in environment: Environment) throws {
    let input = InputPath(text: path)
    var job = ReadJob(input: input)
    job.track = media.track
    (job.media, job.settings) = try settings()
    job.range = try media.range()
    job.product = md5 ? .digest : frameMD5 ? .digests : .bytes
    job.output = output.map { InputPath(text: $0) }
    job.isStrict = media.strict
    job.force = media.force
    try environment.orEnd(input) { try job.run(in: environment) }
  }

  /// Returns the media type to read, or nil for any type, and the format of decoded samples, or nil
  /// for stored samples.
  private func settings() throws -> (MediaType?, ReadSettings?) {
    guard form != "native", form != "stored" else {
      guard rate == nil, channels == nil, size == nil else {
        throw ValidationError(
          "--rate and --channels require audio (--as s16le), --size requires video (--as bgra).")
      }
      return (kind.map { MediaType(rawValue: $0) }, form == "stored" ? nil : .decoded)
    }
    if let pcm = PCMFormat(name: form), pcm.isInterleaved {
      guard size == nil else { throw ValidationError("--size applies to video; \(form) is audio.") }
      try checkKind(.audio)
      return (.audio, .pcm(pcm, sampleRate: rate, channels: channels))
    }
    guard let pixels = PixelFormat(named: form), pixels.libavName != nil else {
      throw ValidationError(
        "\(form) is not a sample format such as s16le, s24le, f32le, bgra, 420v or yuv420p.")
    }
    guard rate == nil, channels == nil else {
      throw ValidationError("--rate and --channels apply to audio; \(form) is video.")
    }
    try checkKind(.video)
    let size = try size.map { try MediaOptions.size($0) }
    return (.video, .pixels(pixels, width: size?.width, height: size?.height))
  }

  /// Throws if `--media` contradicts the media type of the sample format.
  private func checkKind(_ mediaType: MediaType) throws {
    guard let kind, kind != mediaType.rawValue else { return }
    throw ValidationError("--media is \(kind), but \(form) is \(mediaType.rawValue).")
  }
}
