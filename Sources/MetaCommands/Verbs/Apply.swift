internal import ArgumentParser
internal import MetaCore
internal import Synchronization

struct Apply: WebVerb {
  /// The forms of changes.
  enum Format: String, OptionWord {
    case json, csv, tsv
  }

  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Write edited dumps and tables back.",
    discussion: """
      CHANGES.json is what dump prints: an array, one object, or an object a line. An entry of \
      "metadata", "artwork" or "chapters" that differs from what the "items" beside it convert to was \
      edited and is written; of a complete dump (dump --complete) everything else is made as "items" \
      have it, of any other it stays as it is. An object with no more than "path" and some fields in \
      "metadata" changes just these; null removes a field. All of it is checked before anything is \
      written.

      A table (.csv, .tsv) is what dump --format csv prints, or any table with a column "path". A cell that \
      differs from what a dump of the file would have is written; an emptied one removes the field, unless \
      --ignore-empty is given. "; " is between several values. Commas, semicolons or tabs between cells, UTF-8 and \
      UTF-16 are read. A file that occurs twice or does not exist, or a column that is no field, is refused before \
      anything is written.

        metatool dump -r Music > tags.json
        metatool apply tags.json --dry-run
        metatool apply tags.csv
      """)

  @Option(help: "The form of the changes: json, csv or tsv; without it the extension says it.")
  var format: Format?

  @Flag(help: "Empty cells of a table leave the field as it is.")
  var ignoreEmpty = false

  @Option(
    help: ArgumentHelp("The folder in which relative paths begin.", valueName: "folder"),
    completion: .directory)
  var root: String?

  @OptionGroup(title: "Writing") var write: WriteOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(
    help: ArgumentHelp("The changes; - is standard input.", valueName: "changes"),
    completion: .file())
  var files: [String]

  func run(in environment: Environment) throws {
    let areTables = Set(files.map { isTable(InputPath(text: $0)) })
    guard areTables.count == 1 else {
      throw ValidationError("Tables and dumps are applied one after the other.")
    }
    if areTables.contains(true) { return try runTables(in: environment) }
    guard !ignoreEmpty else { throw ValidationError("--ignore-empty is about tables.") }
    try runDumps(in: environment)
  }

  private func isTable(_ file: InputPath) -> Bool {
    if let format { return format != .json }
    let name = file.text.lowercased()
    return name.hasSuffix(".csv") || name.hasSuffix(".tsv")
  }

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
      inputs: FileSelection(paths: tables.paths), write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment),
      isQuiet: work.quiet, showsProgress: work.showsProgress)
    let changes = tables
    try end(
      job.run(
        in: environment,
        each: { path in { (input) throws(MetaError) in try changes.edits(for: path, input) } }))
  }

  private func runDumps(in environment: Environment) throws {
    var read = DumpPatchReader(root: root.map { InputPath(text: $0) })
    for file in files {
      try environment.orEnd { try read.read(InputPath(text: file), in: environment) }
    }
    let isQuiet = work.quiet
    for path in read.unread where !isQuiet {
      environment.warn("\(path): could not be read when it was dumped, and is left alone")
    }
    let job = EditJob(
      inputs: FileSelection(paths: read.paths), write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment),
      isQuiet: isQuiet,
      showsProgress: work.showsProgress)
    let changes = read.changes
    let told = OnceLog()
    try end(
      job.run(
        in: environment,
        each: { path in
          { (input) throws(MetaError) in
            guard let change = changes[path.text] else {
              throw MetaError(.refused, reason: "no changes are given")
            }
            var wanted = PatchResolution(change, input)
            let edits = try wanted.edits()
            for note in wanted.notes where !isQuiet {
              told.write("\(path.display): \(note)", to: environment.sink)
            }
            return edits
          }
        }))
  }
}

/// Notes of which each is written once: a transaction makes its edits twice.
private final class OnceLog: Sendable {
  private let told = Mutex<Set<String>>([])

  func write(_ note: String, to sink: any ResultSink) {
    if told.withLock({ $0.insert(note).inserted }) { sink.warn(note) }
  }
}
