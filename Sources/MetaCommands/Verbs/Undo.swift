internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

struct Undo: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Bring back the bytes from before the last edit.",
    discussion: """
      The file is then what it was, byte for byte. A file that something else has changed since is left \
      alone. Edits further back can be taken back one after the other.

      --last takes back the last command: every edit that it made, or every name that it gave. A file that was \
      changed since, or is not where it was renamed to, is left alone and named, and the others are brought back; \
      where another file has an old name, no name comes back.

      --list shows the commands that can be undone; with files, only those that changed these. The old bytes are in \
      $XDG_STATE_HOME/metatool/undo (~/.local/state without that): at most 256 MiB or what the setting undo-limit \
      says, the oldest go first, none longer than 30 days, and none of an edit that changed more than a quarter of \
      that. Exports make new files and have no undo; "clear --private" keeps none either.

        metatool undo song.mp3
        metatool undo --last --dry-run
        metatool undo --list
      """)

  @Flag(help: "Take back all that the last command did.")
  var last = false

  @Flag(help: "List the commands that can be undone, the newest first.")
  var list = false

  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Flag(help: "Bring write-protected files back, too.")
  var force = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func validate() throws {
    guard !last || selection.condition == nil else {
      throw ValidationError("--last takes back the whole command; name files to choose among them.")
    }
    guard !list || !last && !dryRun && !force else {
      throw ValidationError("--list changes nothing; leave --last, --dry-run and --force out.")
    }
    guard list || last != namesFiles else {
      throw ValidationError("Name the files, or give --last; --list shows what can be undone.")
    }
  }

  func run(in environment: Environment) throws {
    guard let store = environment.stateFolder(environment.settingsOrWarning())?.undo else {
      throw Failure(.ioError, "io", "there is no HOME to keep undo in")
    }
    if list { return try end(listing(store, environment)) }
    try end(last ? undoLast(store, environment) : undo(inputs, in: nil, store, environment))
  }

  private func listing(
    _ store: UndoStore, _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    let listing = UndoListing(store: store, printsJSON: json)
    return namesFiles ? try listing.run(inputs, environment) : try listing.run(environment)
  }

  private var options: EditOptions {
    var options = EditOptions()
    options.force = force
    return options
  }

  /// Undoes the last command, whether it edited or renamed files.
  private func undoLast(
    _ store: UndoStore, _ environment: Environment
  ) throws -> ExitStatus {
    let (batch, renaming) = (store.lastBatch(), FileRenaming.last())
    if let renaming, renaming.time > batch?.time ?? 0 {
      return try undo(renaming, environment)
    }
    guard let batch else {
      throw Failure(.refused, "refused", "there is no command to take back")
    }
    let inputs = selection.inputs(batch.paths.map { InputPath($0) })
    return try undo(inputs, in: batch, store, environment)
  }

  /// Gives files their old names; says of each what came of it.
  private func undo(
    _ renaming: FileRenaming, _ environment: Environment
  ) throws -> ExitStatus {
    let gone: [MetaError]
    do throws(MetaError) {
      gone = dryRun ? [] : try renaming.undo()
    } catch {
      _ = try report(
        renaming.wishes, failures: [error], others: "no name was brought back", environment)
      return Failure(error).status
    }
    return try report(renaming.wishes, failures: gone, others: nil, environment)
  }

  /// Reports of each file that it has its old name again, or why not; `others` is the reason for
  /// those that did not fail themselves.
  private func report(
    _ wishes: [FileRenaming.Wish], failures: [MetaError], others: String?,
    _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    let names = Dictionary(wishes.map { (InputPath($0.old), $0.new) }) { first, _ in first }
    let failures = Dictionary(failures.map { ($0.file ?? "", $0) }) { first, _ in first }
    if let error = failures[""] { environment.fail(Failure(error)) }
    let paths = wishes.map { InputPath($0.old) }
    let runner = FileRunner(inputs: FileSelection(paths: paths), environment: environment)
    // They may not exist any more, and are not patterns all the same.
    return try runner.run(
      FileList(paths), isQuiet: work.quiet, printsJSON: json
    ) { (path) throws(MetaError) in
      if let error = failures[path.path] { throw error }
      if let others { throw MetaError(.refused, file: path.path, reason: others) }
      let name = names[path].map { InputPath($0).display } ?? ""
      return FileRunner.Outcome(
        text: (dryRun ? "would be again " : "again ") + name,
        members: [("renamedTo", .string(name))] + (dryRun ? [("dryRun", .boolean(true))] : []))
    }
  }

  /// Takes the last edit of each file back, or what a batch did to it.
  private func undo(
    _ inputs: FileSelection, in batch: UndoStore.Batch?, _ store: UndoStore,
    _ environment: Environment
  ) throws -> ExitStatus {
    let runner = FileRunner(inputs: inputs, environment: environment)
    return try runner.run(isQuiet: work.quiet, printsJSON: json) { (path) throws(MetaError) in
      if dryRun { return Undo.outcome(of: try store.preview(path.path, in: batch)) }
      InterruptedWork.report(try Recovery.recover(path.path), of: path, environment.warn)
      let result =
        if let batch {
          try store.undo(path.path, in: batch, options: options)
        } else {
          try store.undo(path.path, options: options)
        }
      return FileRunner.Outcome(
        text: "as before, \(result.bytesWritten) bytes written",
        members: [("bytesWritten", .integer(result.bytesWritten))])
    }
  }

  /// What a dry run says of a file.
  private static func outcome(of edit: KeptEdit) -> FileRunner.Outcome {
    FileRunner.Outcome(
      text: "would be as before the edit of \(edit.date)",
      members: [("dryRun", .boolean(true)), ("edited", .string(edit.date))])
  }
}

struct Recover: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish or roll back an edit that was cut off.",
    discussion: """
      Every verb does this by itself for the files that it is given; afterwards the file is the old one \
      or the new one, and nothing is left beside it.

        metatool recover song.mp3
        metatool recover -r Music
      """)

  @Flag(help: "Print the result as JSON.")
  var json = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let runner = FileRunner(
      inputs: inputs, environment: environment)
    try end(
      runner.run(isQuiet: work.quiet, printsJSON: json) { (path) throws(MetaError) in
        let outcome = try Recovery.recover(path.path)
        return FileRunner.Outcome(
          text: outcome.sentence, members: [("outcome", .string(outcome.sentence))])
      })
  }
}
