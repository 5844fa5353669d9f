internal import ArgumentParser
internal import MetaCore

struct Get: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the values of one field, one a line.",
    discussion: """
      FIELD is a name of "metatool fields" (title, artist, track), an alias, or an identifier \
      (itsk/%A9nam, id3/TXXX:MOOD, mdta/com.apple.quicktime.make). Ends with 1 when the file has none.
      """)

  @OptionGroup var web: WebOptions

  @Argument(
    help: ArgumentHelp("The file; - is standard input.", valueName: "path"), completion: .file())
  var path: String

  @Argument(help: "The field.", completion: .list(FieldWords.names), transform: PlainText.read)
  var field: String

  func run() throws {
    let path = InputPath(text: path)
    guard let selector = FieldSelector(field) else {
      throw ValidationError(FieldSelector.complaint(about: field))
    }
    let reading = try readOne(path)
    let values = selector.values(in: reading)
    guard !values.isEmpty else { throw ExitCode(ExitStatus.partly.rawValue) }
    try orEnd(path) {
      var output = Output()
      for value in values { try output.write(value + "\n") }
      try output.flush()
    }
  }
}
