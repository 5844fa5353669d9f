internal import ArgumentParser
internal import MetaCore

struct Get: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the values of one field, one a line.",
    discussion: """
      FIELD is a name of "metatool fields" (title, artist, track), an alias, or an identifier \
      (itsk/%A9nam, id3/TXXX:MOOD, mdta/com.apple.quicktime.make). Ends with 1 when the file has none.
      """)

  @OptionGroup var web: WebOptions

  @Argument(help: .input, completion: .file()) var path: String

  @Argument(help: "The field.", completion: .list(FieldWords.names), transform: PlainText.read)
  var field: String

  func run(in environment: Environment) throws {
    let path = InputPath(text: path)
    guard let selector = FieldSelector(field) else {
      throw ValidationError(FieldSelector.complaint(about: field))
    }
    let reading = try environment.read(path)
    let values = selector.values(in: reading)
    guard !values.isEmpty else { throw ExitCode(ExitStatus.partly.rawValue) }
    try environment.orEnd(path) {
      try environment.print(.text()) { (results) throws(Failure) in
        for value in values { try results.text(value + "\n") }
      }
    }
  }
}

extension FieldSelector {
  /// The values as text, one each.
  func values(in reading: InspectedFile) -> [String] {
    switch word {
    case .field(let field):
      guard let shown = MetadataView(reading.document)[field] else { return [] }
      // Further values of a single field were added by somebody, and are asked for, too.
      let all = field.kind == .text && !field.isList ? reading.document.values(of: field) : []
      return (all.count > 1 ? all : [shown]).flatMap(ValueText.lines)
    case .keys(let keys):
      return reading.document.items.filter(keys.matches).flatMap { ValueText.lines($0.value) }
    }
  }
}
