internal import ArgumentParser
internal import MetaCore

struct SetFields: SelectingVerb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Edit the metadata of files.",
    discussion: """
      FIELD=VALUE sets a field, FIELD+=VALUE adds a value, FIELD-=VALUE removes that value, FIELD= \
      removes the field; FIELD=@FILE takes the value from a file. A field is changed in every place \
      of a file that holds it. Samples and every item that is not named stay as they are, byte for byte.

      Values may have fields of the same file: albumArtist={artist}, title={title:titlecase}, \
      artwork=@{folder}/cover.jpg; {{ is a brace. track=# numbers the files in the order given. \
      title/old/new/ replaces text. "metatool help expressions" has all of it.

      --from-name '{albumArtist}/{album}/{track} {title}' reads fields from the last parts of each path, without \
      the extension; {_} passes over text, [brackets] may be missing, earlier fields take as little as they can. \
      Edits that stand beside it come after it.

      --source-encoding repairs texts that show the wrong letters: alone, as in "metatool set FILE \
      --source-encoding cp1251", it reads every text of the file that is called Latin-1 in that encoding \
      and writes it as Unicode; beside edits, it does so before them. --source-encoding auto guesses the encoding \
      from all such text of a file, says which one it is, and changes nothing where that is not clear.

      --id3 2.3, alone or with edits, converts ID3 tags to that version. Ratings are 0 to 100, a share (rating=3/5) \
      or stars (rating='3.5 stars').

        metatool set song.mp3 title=Blue artist=Ada artist+=Bo track=3/9
        metatool set -r Album albumArtist={artist} title={title:titlecase} --dry-run
        metatool set song.flac artwork=@cover.jpg genre=
        metatool set -r Old --source-encoding auto --dry-run
      """)

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

  @Flag(help: .literal)
  var literal = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(
    help: ArgumentHelp("Files, and edits of the form FIELD=VALUE.", valueName: "path or edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String] = []

  func run(in environment: Environment) throws {
    let wanted = try job(in: environment)
    var job = wanted.job
    let (edits, fromName) = (wanted.edits, fromName)
    if fromName == nil, let edits = edits.fixed {
      return try end(job.run(in: environment) { (_) throws(MetaError) in edits })
    }
    var numbers: FileNumbers?
    if edits.wantsNumber {
      let files = try environment.orEnd { try job.inputs.find(in: environment) }
      numbers = FileNumbers(files, where: job.inputs.condition, in: environment)
    }
    try end(
      job.run(
        in: environment,
        each: { [numbers] path in
          { (input) throws(MetaError) in
            var file = ConditionInput(path, input.document, wantsFields: true)
            file.number = numbers?[path]
            return try edits.edits(
              for: file, homes: input.homes, after: try fromName?.edits(for: path) ?? [])
          }
        }))
  }

  /// What is to be done, and to which files.
  func job(
    in environment: Environment
  ) throws -> (job: EditJob, edits: FileEdits) {
    let wanted = try environment.editArguments(arguments, literal, track: track)
    for remark in wanted.remarks where !work.quiet { environment.warn(remark) }
    guard !wanted.wanted.all.isEmpty || write.changesForm || fromName != nil else {
      throw ValidationError(
        "Name what to change: FIELD=VALUE, as in “metatool set FILE title=Blue”.")
    }
    return (try job(wanted.paths, write, in: environment), wanted.wanted)
  }
}
