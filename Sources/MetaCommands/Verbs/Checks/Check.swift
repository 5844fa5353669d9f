internal import ArgumentParser
internal import MetaCore

/// The verb `check`, which finds problems in a library of media files, such as damage, duplicates
/// and inconsistent albums, and with `--fix`, makes the repairs that are safe.
struct Check: ReadingVerb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Find problems in a library of media files, and repair those that can be repaired safely.",
    discussion: """
      Finds damaged and duplicate files, fields with conflicting values, text in the wrong code page, missing \
      titles, inconsistent fields of an album, gaps in track numbers, and missing, small or different covers. \
      Folders are read recursively. An album consists of the files in one folder with the same album title; folders \
      such as CD1 and "Disc 2" belong to the enclosing folder.

      --fix repairs what is certain: it writes the value that dump shows to every place that has the field, text \
      whose code page is unambiguous, and the spelling of most files where others differ only in case and blanks. It \
      never removes files, pictures or fields; undo --last restores the previous state. Exits with 1 when something \
      is found or remains.

        metatool check Music
        metatool check Music --skip coverMissing,genreUnequal --format csv
        metatool check Music --only mojibake,conflictingValues --fix --dry-run
      """)

  /// Computed only for the options of this verb, because the configurations of all verbs are read
  /// at every startup.
  private static var findings: String {
    FindingKind.allCases.map { "\($0.rawValue): \($0.summary)." }.joined(separator: "\n")
  }

  @Flag(help: "Repair the problems that can be repaired safely.")
  var fix = false

  @Option(
    help: ArgumentHelp(
      "Look only for these findings.", discussion: Check.findings, valueName: "finding,finding"),
    completion: .list(FindingKind.allCases.map(\.rawValue)), transform: Check.kinds)
  var only: Set<FindingKind>?

  @Option(
    help: ArgumentHelp("Skip the checks for these findings.", valueName: "finding,finding"),
    completion: .list(FindingKind.allCases.map(\.rawValue)), transform: Check.kinds)
  var skip: Set<FindingKind>?

  @Option(
    help: ArgumentHelp("The minimum width and height of covers in pixels.", valueName: "n"))
  var minCover = CheckJob.usualCover

  @Flag(
    inversion: .prefixedNo,
    help: "Whether to read all media, to find damage and duplicates.")
  var media = true

  @Option(help: "text, json, ndjson, csv or tsv.")
  var format = RowFormat.text

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(
    help: ArgumentHelp("Folders and files.", valueName: "path"), completion: .file())
  var paths: [String] = []

  func validate() throws {
    guard namesFiles else { throw ValidationError("Specify a folder or a file to check.") }
    guard minCover >= 0 else { throw ValidationError("--min-cover must not be negative.") }
    guard fix || !write.dryRun && write.undo == nil && !write.transaction else {
      throw ValidationError("--dry-run, --undo and --transaction require --fix.")
    }
    guard write.output == nil, write.encoding == nil else {
      throw ValidationError("--output and --source-encoding are options of set.")
    }
  }

  func run(in environment: Environment) throws {
    var inputs = inputs
    inputs.isRecursive = true
    var job = CheckJob(inputs: inputs)
    job.kinds = (only ?? Set(FindingKind.allCases)).subtracting(skip ?? [])
    job.minimumCover = minCover
    job.readsMedia = media
    job.repairs = fix ? try write.settings(in: environment) : nil
    job.format = write.json ? .json : format
    // The `jobs` setting applies only to `dump` and to verbs that edit (docs/config.md).
    job.jobs = work.jobs
    job.isQuiet = work.quiet
    job.showsProgress = work.showsProgress
    try end(environment.orEnd { try job.run(in: environment) })
  }

  /// Parses the value of `--only` and `--skip`.
  private static func kinds(_ list: String) throws -> Set<FindingKind> {
    do throws(Failure) {
      return try FindingKind.kinds(PlainText.read(list, for: "the findings"))
    } catch {
      throw ValidationError(error.message)
    }
  }
}
