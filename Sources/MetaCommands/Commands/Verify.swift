internal import ArgumentParser
internal import MetaCore

struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the structure of a file, and compare its media with those of another.",
    discussion: """
      Reads every sample of every track. Ends with 65 when the file is damaged, and with 1 when the \
      media are not those of --against: other bytes, other times, or other tracks. What they say \
      about metadata is not compared; that is what diff does.
      """)

  @Option(help: ArgumentHelp("The file whose media these should be.", valueName: "other"))
  var against: String?

  @Option(help: "text or json.")
  var format = Tree.Format.text

  @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "path"))
  var path: String

  func run() throws {
    let report = try verify(InputPath(text: path))
    let other = try against.map { try verify(InputPath(text: $0)) }
    let differences = other.map { report.digest.differences(from: $0.digest) }
    var output = Output()
    switch format {
    case .text: try output.write(report.text(differences: differences))
    case .json: try output.write(report.json(differences: differences))
    }
    try output.flush()
    if !report.problems.isEmpty { throw ExitCode(ExitStatus.dataError.rawValue) }
    if differences?.isEmpty == false { throw ExitCode(ExitStatus.partly.rawValue) }
  }

  private func verify(_ path: InputPath) throws -> VerifyReport {
    let reading = try readOne(path)
    return try orEnd(path) {
      do throws(ParseError) {
        return try VerifyReport(path: path, reading)
      } catch {
        throw Failure(error)
      }
    }
  }
}
