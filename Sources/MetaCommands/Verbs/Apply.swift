internal import ArgumentParser
internal import MetaCore
internal import Synchronization

/// The verb `apply`, which writes the changes in edited dumps (JSON) or tables (CSV, TSV) into the
/// files that they name.
struct Apply: WebVerb {
  /// The formats in which changes are given, as values of `--format`.
  enum Format: String, OptionWord {
    case json, csv, tsv
  }

  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply edited dumps and tables to files.",
    discussion: """
      CHANGES.json is the output of dump: an array, one object, or one object per line. Where an entry of \
      "metadata", "artwork" or "chapters" differs from what its "items" convert to, it was edited and is written. \
      From a complete dump (dump --complete), everything else is restored from "items"; with any other dump it stays \
      as it is. An object with only "path" and some fields in "metadata" changes just those fields; null removes a \
      field. All changes are checked before anything is written.

      A table (.csv, .tsv) is the output of dump --format csv, or any table with a column "path". A cell that \
      differs from what a dump of the file would show is written; an empty cell removes the field unless \
      --ignore-empty is given. Several values are separated by "; ". Cells are separated by commas, semicolons or \
      tabs, in UTF-8 or UTF-16. A file that occurs twice or does not exist, or a column that is not a field, is \
      refused before anything is written.

        metatool dump -r Music > tags.json
        metatool apply tags.json --dry-run
        metatool apply tags.csv
      """)

  @Option(
    help: "The format of the changes: json, csv or tsv; by default, the extension determines it.")
  var format: Format?

  @Flag(help: "Leave fields with empty cells in a table unchanged.")
  var ignoreEmpty = false

  @Option(
    help: ArgumentHelp(
      "The folder against which relative paths are resolved.", valueName: "folder"),
    completion: .directory)
  var root: String?

  @OptionGroup(title: "Writing") var write: WriteOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(
    help: ArgumentHelp("Files with changes; - is standard input.", valueName: "changes"),
    completion: .file())
  var files: [String]

  func run(in environment: Environment) throws {
    let areTables = Set(files.map { isTable(InputPath(text: $0)) })
    guard areTables.count == 1 else {
      throw ValidationError("Tables and dumps cannot be applied by the same command.")
    }
    if areTables.contains(true) { return try runTables(in: environment) }
    guard !ignoreEmpty else { throw ValidationError("--ignore-empty requires a table.") }
    try runDumps(in: environment)
  }

  /// Returns whether a file with changes is a table, according to `--format` or its extension.
  private func isTable(_ file: InputPath) -> Bool {
    if let format { return format != .json }
    let name = file.text.lowercased()
    return name.hasSuffix(".csv") || name.hasSuffix(".tsv")
  }

  /// Reads all tables, then edits the files in their rows; nothing is written if one of these files
  /// is missing.
  private func runTables(in environment: Environment) throws {
    var tables = TableChanges(
      root: root.map { InputPath(text: $0) }, ignoresEmpty: ignoreEmpty)
    for file in files {
      try environment.orEnd { try tables.read(InputPath(text: file), in: environment) }
    }
    for (path, failure) in tables.missing { environment.fail(failure, at: path) }
    guard tables.missing.isEmpty else {
      if tables.paths.count > 1 {
        environment.warn("nothing was written, because files are missing")
      }
      throw ExitCode(ExitStatus.noInput.rawValue)
    }
    let job = EditJob(
      inputs: FileSelection(paths: tables.paths, arePathsLiteral: true),
      write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment),
      isQuiet: work.quiet, showsProgress: work.showsProgress)
    let changes = tables
    try end(
      job.run(
        in: environment,
        each: { path in { (input) throws(MetaError) in try changes.edits(for: path, input) } }))
  }

  /// Reads all dumps, then edits the files that their objects name.
  private func runDumps(in environment: Environment) throws {
    var read = DumpPatchReader(root: root.map { InputPath(text: $0) })
    for file in files {
      try environment.orEnd { try read.read(InputPath(text: file), in: environment) }
    }
    let isQuiet = work.quiet
    for path in read.unread where !isQuiet {
      environment.warn("\(path): could not be read when it was dumped; skipped")
    }
    let job = EditJob(
      inputs: FileSelection(paths: read.paths, arePathsLiteral: true),
      write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment),
      isQuiet: isQuiet,
      showsProgress: work.showsProgress)
    let changes = read.changes
    let reported = OnceLog()
    try end(
      job.run(
        in: environment,
        each: { path in
          { (input) throws(MetaError) in
            guard let change = changes[path] else {
              throw MetaError(.refused, reason: "there are no changes for this file")
            }
            var resolution = PatchResolution(change, input)
            let edits = try resolution.edits()
            for note in resolution.notes where !isQuiet {
              reported.write("\(path.display): \(note)", to: environment.sink)
            }
            return edits
          }
        }))
  }
}

/// Prints each note about a dump once, because a transaction resolves its edits twice.
private final class OnceLog: Sendable {
  private let reported = Mutex<Set<String>>([])

  func write(_ note: String, to sink: any ResultSink) {
    if reported.withLock({ $0.insert(note).inserted }) { sink.warn(note) }
  }
}
