internal import ArgumentParser
internal import MetaCore

struct Verify: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check files for damage, and compare their media with those of another.",
    discussion: """
      Checks everything that the format lets be checked without decoding: checksums of frames, pages and blocks, tables against the file, frames to the \
      end; and says what was checked and what cannot be known. --decode decodes the media, too. Ends with 65 when the file is damaged, and with 1 when the \
      media are not those of --against: other bytes, other times, or other tracks. What they say \
      about metadata is not compared; that is what diff does. Of several files each is checked; the code is \
      then 1 when one of them is not sound or not the same.

        metatool verify -r Music --quiet
        metatool verify edited.mp4 --against original.mp4
        metatool verify film.mkv --decode
      """)

  @Option(
    help: ArgumentHelp("The file whose media these should be.", valueName: "other"),
    completion: .file())
  var against: String?

  @Flag(help: "Decode all sound and pictures, by metatool-foreign, and say what fails.")
  var decode = false

  @Flag(help: "Say which fields TagLib and libavformat give otherwise; see readers.")
  var readers = false

  @Option(help: "text or json.")
  var format = ReportFormat.text

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let other = try against.map { try digest(of: InputPath(text: $0), in: environment) }
    try end(
      VerifyJob(
        inputs: inputs, other: other, decodes: decode, asksReaders: readers, isQuiet: work.quiet,
        format: format
      ).run(in: environment))
  }

  private func digest(
    of path: InputPath, in environment: Environment
  ) throws -> MediaDigest {
    let reading = try environment.read(path)
    return try environment.orEnd(path) { () throws(Failure) in
      do throws(ParseError) {
        return try MediaDigest(of: environment.stoppable(reading.source))
      } catch {
        throw Failure(error)
      }
    }
  }
}
