internal import ArgumentParser
internal import MetaCore

struct Read: DecodingVerb {
  static let configuration = CommandConfiguration(
    abstract: "Decode the sound of a file into samples, or into MD5 sums of them.",
    discussion: """
      Writes uncompressed samples, interleaved, to a file or to standard output. Edit lists, encoder delay and padding are honoured to the \
      sample: what a player would not play is left out. What does not decode is silence and is reported; with --strict it is an error (65).
      """)

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "native (as the decoder delivers it), or s16le, s24le, s32le, f32le, f64le, u8, s16be, ...",
      valueName: "format"))
  var form = "native"

  @Option(help: ArgumentHelp("Convert to this sample rate.", valueName: "hertz"))
  var rate: Int?

  @Option(help: ArgumentHelp("Convert to this number of channels.", valueName: "n"))
  var channels: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file for the samples; - is standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Print the MD5 of all samples.")
  var md5 = false

  @Flag(help: "Print the MD5 of each decoded frame, in the columns of ffmpeg's framemd5.")
  var frameMD5 = false

  @OptionGroup var media: MediaOptions
  @OptionGroup var web: WebOptions

  @Argument(
    help: ArgumentHelp("The file; - is standard input.", valueName: "path"), completion: .file())
  var path: String

  var decodedTracks: [DecodedTrack] {
    let isConverted = rate != nil || channels != nil
    return [
      DecodedTrack(
        input: InputPath(text: path), mediaType: .audio, track: media.track,
        isConverted: isConverted)
    ]
  }

  func validate() throws {
    if md5, frameMD5 { throw ValidationError("--md5 and --frame-md5 exclude each other.") }
    if md5 || frameMD5, output != nil {
      throw ValidationError("With --md5 no samples are written; leave out -o.")
    }
    if let rate, !(1...768_000).contains(rate) {
      throw ValidationError("--rate takes a number from 1 to 768000.")
    }
    if let channels, !(1...64).contains(channels) {
      throw ValidationError("--channels takes a number from 1 to 64.")
    }
  }

  func run(in environment: Environment) throws {
    let input = InputPath(text: path)
    var job = ReadJob(input: input)
    job.track = media.track
    job.settings = try settings()
    job.range = try media.range()
    job.product = md5 ? .digest : frameMD5 ? .digests : .bytes
    job.output = output.map { InputPath(text: $0) }
    job.isStrict = media.strict
    job.force = media.force
    try environment.orEnd(input) { try job.run(in: environment) }
  }

  private func settings() throws -> ReadSettings {
    guard form != "native" else {
      guard rate == nil, channels == nil else {
        throw ValidationError("--rate and --channels need a format: --as s16le.")
      }
      return .decoded
    }
    guard let pcm = PCMFormat(name: form), pcm.isInterleaved else {
      throw ValidationError("\(form) is no format of samples: say native, s16le, s24le or f32le.")
    }
    return .pcm(pcm, sampleRate: rate, channels: channels)
  }
}
