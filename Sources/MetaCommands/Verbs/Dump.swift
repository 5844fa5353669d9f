internal import ArgumentParser

struct Dump: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print the metadata of files as JSON.",
    discussion: """
      "metadata" is the converted view, the same for every format; "items" is every entry as the \
      file has it. Nothing but metadata is read, however large the file.
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(help: "json, ndjson, yaml or text.")
  var format = OutputFormat.json

  @Flag(help: "Carry everything that writing the items back needs.")
  var complete = false

  @Option(
    help: """
      How binary values are shown: size (up to 256 bytes as base64), digest (SHA-256 beside the \
      size) or base64 (all of them whole).
      """)
  var binary = BinaryRendering.size

  @Flag(help: "Read the samples of timed metadata, too: places and measurements of cameras.")
  var timed = false

  @Flag(help: "Scan whole files where their tables give no exact duration.")
  var exact = false

  @OptionGroup var source: SourceOptions

  func run(in environment: Environment) throws {
    try end(job.run(in: environment))
  }

  var job: DumpJob {
    DumpJob(
      inputs: inputs, format: format, isComplete: complete, binary: binary, isExact: exact,
      isTimed: timed, sourceEncoding: source.encoding, jobs: work.jobs,
      showsProgress: work.showsProgress)
  }
}

extension OutputFormat: ExpressibleByArgument {}
extension BinaryRendering: ExpressibleByArgument {}
