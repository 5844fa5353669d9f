internal import ArgumentParser
internal import MetaCore

struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the structure of files, and compare their media with those of another.",
    discussion: """
      Reads every sample of every track. Ends with 65 when the file is damaged, and with 1 when the \
      media are not those of --against: other bytes, other times, or other tracks. What they say \
      about metadata is not compared; that is what diff does. Of several files each is checked; the code is \
      then 1 when one of them is not sound or not the same.
      """)

  @Option(help: ArgumentHelp("The file whose media these should be.", valueName: "other"))
  var against: String?

  @Option(help: "text or json.")
  var format = Tree.Format.text

  @OptionGroup var input: InputOptions

  func run() throws {
    let other = try against.map { try digest(of: InputPath(text: $0)) }
    try end(VerifyJob(inputs: input.inputs, other: other, format: format).run())
  }

  private func digest(of path: InputPath) throws -> MediaDigest {
    let reading = try readOne(path)
    return try orEnd(path) { try VerifyReport(checking: path, reading).digest }
  }
}
