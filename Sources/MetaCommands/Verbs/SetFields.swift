internal import ArgumentParser
internal import MetaCore

/// The verb `set`, which edits fields, items and track headers of files with arguments such as
/// `title=Blue`, and reads fields from file names.
struct SetFields: SelectingVerb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Edit the metadata of files.",
    discussion: """
      FIELD=VALUE sets a field, FIELD+=VALUE adds a value, FIELD-=VALUE removes a value, FIELD= removes the field; \
      FIELD=@FILE reads the value from a file. A field is changed everywhere the file stores it. Samples and \
      all other items stay byte-for-byte identical.

      Values may contain fields of the same file: albumArtist={artist}, title={title:titlecase}, \
      artwork=@{folder}/cover.jpg; {{ is a brace. track=# numbers the files in the given order. title/old/new/ \
      replaces text. "metatool help expressions" describes all of it.

      --from-name '{albumArtist}/{album}/{track} {title}' reads fields from the last components of each path, \
      without the extension. {_} skips text, [brackets] are optional, earlier fields match as little as possible. \
      Edits on the same command line are applied afterwards.

      --source-encoding repairs mojibake. Alone, as in "metatool set FILE --source-encoding cp1251", it decodes all \
      text of a file that is declared as Latin-1 in that encoding, and writes it as Unicode; with edits, it does so \
      before them. --source-encoding auto guesses the encoding from all such text of a file, reports it, and changes \
      nothing if the guess is uncertain.

      --id3 2.3, alone or with edits, converts ID3 tags to that version. Ratings are 0 to 100, a fraction \
      (rating=3/5) or stars (rating='3.5 stars').

        metatool set song.mp3 title=Blue artist=Ada artist+=Bo track=3/9
        metatool set -r Album albumArtist={artist} title={title:titlecase} --dry-run
        metatool set song.flac artwork=@cover.jpg genre=
        metatool set -r Old --source-encoding auto --dry-run
      """)

  @Option(
    help: ArgumentHelp(
      "Edit language, name, enabled, rotation and items of one track.", valueName: "n"))
  var track: UInt32?

  @Option(
    help: ArgumentHelp(
      "Set fields from the name of each file: '{artist} - {title}'; see rename.",
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
    let jobAndEdits = try job(in: environment)
    var job = jobAndEdits.job
    let (edits, fromName) = (jobAndEdits.edits, fromName)
    if fromName == nil, let edits = edits.fixed {
      return try end(job.run(in: environment) { (_) throws(MetaError) in edits })
    }
    var numbers: FileNumbers?
    // The numbers depend on all files, which are therefore searched for once, before the first
    // edit.
    if edits.needsNumber {
      let files = try environment.orEnd { try job.inputs.find(in: environment) }
      numbers = FileNumbers(files, where: job.inputs.condition, in: environment)
    }
    try end(
      job.run(
        in: environment,
        each: { [numbers, encoding = job.write.sourceEncoding] path in
          { (input) throws(MetaError) in
            // The text is redecoded before these edits.
            let document = encoding.map { input.document.reread(as: $0) } ?? input.document
            var file = ConditionInput(path, document, needsFields: true)
            file.number = numbers?[path]
            return try edits.edits(
              for: file, insertionPoints: input.insertionPoints,
              after: try fromName?.edits(for: path) ?? [])
          }
        }))
  }

  /// Returns the job and the edits for the arguments.
  func job(
    in environment: Environment
  ) throws -> (job: EditJob, edits: FileEdits) {
    let parsed = try environment.editArguments(arguments, literal, track: track)
    for remark in parsed.remarks where !work.quiet { environment.warn(remark) }
    guard !parsed.fileEdits.all.isEmpty || write.changesForm || fromName != nil else {
      throw ValidationError(
        "Specify an edit: FIELD=VALUE, as in “metatool set FILE title=Blue”.")
    }
    return (try job(parsed.paths, write, in: environment), parsed.fileEdits)
  }
}
