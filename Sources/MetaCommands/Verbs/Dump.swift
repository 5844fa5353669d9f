internal import ArgumentParser

/// The verb `dump`, which prints the metadata of files as JSON, YAML or text, or lists files as a
/// table, as lines of a template or as paths; it is the default verb.
struct Dump: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print the metadata of files as JSON.",
    discussion: """
      "metadata" contains the same fields for every format; "items" lists every entry as stored in the file. Only \
      metadata is read, regardless of the size of the file.

      Tables have one row per file: --format csv --columns title,artist,year,duration. The first column is the path; \
      the others are words of --where. Several values are separated by "; ". "metatool apply" writes edited tables \
      back. --template '{artist} - {title}' prints one line per file ("metatool help expressions"), --format paths \
      prints only paths, which -0 terminates with NUL.

        metatool dump song.mp3 --format text
        metatool dump -r Music > music.json
        metatool dump -r Music --format csv --columns title,artist,album > tags.csv
      """)

  /// The values of `--format`: the formats of a dump (``OutputFormat``) and of lists of files.
  enum Format: String, OptionWord {
    case json, ndjson, yaml, text, csv, tsv, paths

    /// Whether files are listed instead of dumped.
    var isList: Bool { [.csv, .tsv, .paths].contains(self) }
  }

  @Argument(help: .inputs, completion: .file()) var paths: [String] = []

  @Option(help: "json, ndjson, yaml, text, csv, tsv or paths.")
  var format: Format?

  @Option(
    help: ArgumentHelp(
      "The columns of a table, separated by commas.", valueName: "field,field"),
    completion: .list(FieldWords.names), transform: PlainText.read)
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "Print one line per file from this template: '{artist} - {title}'.", valueName: "template"),
    transform: Dump.template)
  var template: Template?

  @Flag(help: "Include all data needed to write the items back.")
  var complete = false

  @Option(
    help: """
      How binary values are shown: size (values of up to 256 bytes as base64), digest (size and \
      SHA-256) or base64 (complete values).
      """)
  var binary = BinaryRendering.size

  @Flag(help: "Include timed metadata: positions and sensor readings recorded by cameras.")
  var timed = false

  @Flag(help: "Read all media, and include the SHA-256 of the samples of each track.")
  var mediaDigest = false

  @Flag(help: "Scan whole files where headers give no exact duration.")
  var exact = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @OptionGroup var source: SourceOptions

  /// Parses the value of `--template`.
  private static func template(_ text: String) throws -> Template {
    let template = try Template(PlainText.read(text))
    try template.checkForValues()
    return template
  }

  func validate() throws {
    if paths.isEmpty, selection.filesFrom == nil {
      throw ValidationError("Specify a file to read.")
    }
    guard columns == nil || format == .csv || format == .tsv else {
      throw ValidationError("--columns requires --format csv or tsv.")
    }
    guard template == nil || format == nil else {
      throw ValidationError("--template and --format cannot be combined.")
    }
    guard !isListing || !complete && !timed && !mediaDigest && binary == .size else {
      throw ValidationError(
        "--complete, --timed, --media-digest and --binary require JSON."
      )
    }
  }

  func run(in environment: Environment) throws {
    let settings = environment.settingsOrWarning()
    let job = job(settings)
    let form = format ?? outputFormat(settings)
    guard template != nil || form.isList else { return try end(job.run(in: environment)) }
    let content = try environment.orEnd { try listing(form) }
    var list = ListJob(inputs: inputs, content: content)
    list.options = job.options
    list.jobs = job.jobs
    list.showsProgress = work.showsProgress
    let outcome = try environment.orEnd { try list.run(in: environment) }
    try end(outcome.status)
  }

  /// Whether files are listed instead of dumped.
  private var isListing: Bool { template != nil || format?.isList ?? false }

  /// Whether options require JSON, so that settings do not choose a different format.
  private var isAboutJSON: Bool { complete || timed || mediaDigest || binary != .size }

  /// Returns the format from the settings, unless options require JSON.
  private func outputFormat(_ settings: Settings) -> Format {
    guard !isAboutJSON, let name = settings.text(.format) else { return .json }
    return Format(rawValue: name) ?? .json
  }

  /// Returns the dump format that the settings choose, or nil if they choose a list.
  static func form(_ settings: Settings, isAboutJSON: Bool) -> OutputFormat? {
    guard !isAboutJSON, let name = settings.text(.format) else { return .json }
    return OutputFormat(rawValue: name)
  }

  /// Returns the output about each file in a list: a line of the template, its path, or a row of a
  /// table.
  private func listing(_ form: Format) throws(Failure) -> ListJob.Content {
    if let template { return .template(template) }
    guard form != .paths else { return .paths }
    var tableColumns = TableColumn.standard
    if let columns { tableColumns = try TableColumn.columns(columns) }
    return .table(form == .tsv ? .tsv : .csv, tableColumns)
  }

  /// Returns the job, with the settings for absent options.
  func job(_ settings: Settings = Settings()) -> DumpJob {
    DumpJob(
      inputs: inputs,
      format: format.map { OutputFormat(rawValue: $0.rawValue) ?? .json }
        ?? Dump.form(settings, isAboutJSON: isAboutJSON) ?? .json,
      isComplete: complete, binary: binary, isExact: exact,
      isTimed: timed, hashesMedia: mediaDigest, sourceEncoding: source.encoding,
      jobs: work.jobs ?? settings.jobs,
      showsProgress: work.showsProgress)
  }
}

extension BinaryRendering: OptionWord {}
