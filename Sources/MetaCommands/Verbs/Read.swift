internal import ArgumentParser
internal import MetaCore

struct Read: WebVerb, DecodingVerb {
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
    try environment.orEnd(InputPath(text: path)) { try attempt(in: environment) }
  }

  func attempt(in environment: Environment) throws {
    var job = ReadJob(input: InputPath(text: path))
    job.track = media.track
    job.settings = try settings()
    job.range = try media.range()
    job.product = md5 ? .digest : frameMD5 ? .digests : .bytes
    job.output = output.map { InputPath(text: $0) }
    job.isStrict = media.strict
    job.force = media.force
    try job.run(in: environment)
  }

  /// What samples are decoded to; nil for samples as the file stores them.
  private func settings() throws -> ReadSettings? {
    guard form != "native", form != "stored" else {
      guard rate == nil, channels == nil else {
        throw ValidationError("--rate and --channels need a format: --as s16le.")
      }
      return form == "stored" ? nil : .decoded
    }
    guard let pcm = PCMFormat(name: form), pcm.isInterleaved else {
      throw ValidationError(
        "\(form) is no format of samples: say native, stored, s16le, s24le or f32le.")
    }
    return .pcm(pcm, sampleRate: rate, channels: channels)
  }
}
