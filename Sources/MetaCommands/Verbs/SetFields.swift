internal import ArgumentParser
internal import MetaCore

struct SetFields: SelectingVerb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Edit the metadata of files.",
    discussion: """
      FIELD=VALUE sets a field, FIELD+=VALUE adds a value, FIELD-=VALUE removes that value, FIELD= \
      removes the field; FIELD=@FILE takes the value from a file. A field is changed in every place \
      of a file that holds it. Samples and every item that is not named stay as they are, byte for byte.

      --from-name '{albumArtist}/{album}/{track} {title}' reads fields from the last parts of each path, without \
      the extension; {_} passes over text, [brackets] may be missing, earlier fields take as little as they can. \
      Edits that stand beside it come after it.

      --source-encoding repairs texts that show the wrong letters: alone, as in "metatool set FILE \
      --source-encoding cp1251", it reads every text of the file that is called Latin-1 in that encoding \
      and writes it as Unicode; beside edits, it does so before them.
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "Edit one track: language, name, enabled, rotation, and its own items.", valueName: "n"))
  var track: UInt32?

  @Option(
    help: ArgumentHelp(
      "Set the fields that the name of each file holds: '{artist} - {title}'; see rename.",
      valueName: "template"),
    transform: { try NameReader(Template(PlainText.read($0))) })
  var fromName: NameReader?

  @Argument(
    help: ArgumentHelp("Files, and edits of the form FIELD=VALUE.", valueName: "path or edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String] = []

  func run(in environment: Environment) throws {
    let (job, edits) = try job(in: environment)
    guard let fromName else {
      return try end(job.run(in: environment) { (_) throws(MetaError) in edits })
    }
    try end(
      job.run(
        in: environment,
        each: { path in
          { (_) throws(MetaError) in try fromName.edits(for: path) + edits }
        }))
  }

  /// What is to be done, and to which files.
  func job(
    in environment: Environment
  ) throws -> (job: EditJob, edits: [MetadataEdit]) {
    // The parser takes the terminator out; what stood behind it are files.
    let given = environment.words
    let behind = given.firstIndex(of: "--").map { given.count - $0 - 1 } ?? 0
    let wanted = try environment.orEnd {
      try EditArguments(
        arguments.dropLast(behind), behind: arguments.suffix(behind), track: track,
        in: environment)
    }
    guard !wanted.edits.isEmpty || write.encoding != nil || fromName != nil else {
      throw ValidationError("Say what to change: FIELD=VALUE.")
    }
    return (try job(wanted.paths, write), wanted.edits)
  }
}
