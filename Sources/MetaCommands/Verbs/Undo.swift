internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// The verb `undo`, which restores files to the state before their last edit, undoes the last
/// command, or lists the commands that can be undone.
struct Undo: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last edit to files.",
    discussion: """
      Restores the file byte for byte. A file that another program has changed since the edit is left unchanged. \
      Earlier edits can be undone one after another.

      --last undoes the last command: all of its edits or renames. A file that has been changed since, or is not at its \
      new path, is left unchanged and reported, and the others are restored. When another file has one of the old \
      names, no name is restored.

      --list shows the commands that can be undone, or with files, those that changed these files. The old bytes are \
      in $XDG_STATE_HOME/metatool/undo (by default ~/.local/state/metatool/undo): at most 256 MiB, or the setting \
      undo-limit. The oldest are removed first, all of them after 30 days, and an edit that changed more than a \
      quarter of the limit is not kept. Exports create new files and have no undo; "clear --private" keeps no old \
      bytes either.

        metatool undo song.mp3
        metatool undo --last --dry-run
        metatool undo --list
      """)

  @Flag(help: "Undo all edits or renames of the last command.")
  var last = false

  @Flag(help: "List the commands that can be undone, newest first.")
  var list = false

  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Flag(help: "Restore write-protected files, too.")
  var force = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func validate() throws {
    guard !last || selection.condition == nil else {
      throw ValidationError(
        "--last undoes the whole command; to undo only some files, specify them instead.")
    }
    guard !list || !last && !dryRun && !force else {
      throw ValidationError("--list cannot be combined with --last, --dry-run or --force.")
    }
    guard list || last != namesFiles else {
      throw ValidationError("Specify the files, or use --last; --list shows what can be undone.")
    }
  }

  func run(in environment: Environment) throws {
    guard let store = environment.stateFolder(environment.settingsOrWarning())?.undo else {
      throw Failure(.ioError, "io", "there is no folder for undo data, because HOME is not set")
    }
    if list { return try end(listing(store, environment)) }
    try end(last ? undoLast(store, environment) : undo(inputs, in: nil, store, environment))
  }

  /// Prints the commands that can be undone, or, if files are named, only those that changed
  /// them.
  private func listing(
    _ store: UndoStore, _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    let listing = UndoListing(store: store, printsJSON: json)
    return namesFiles ? try listing.run(inputs, environment) : try listing.run(environment)
  }

  /// The options with which files are restored.
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
      throw Failure(.refused, "refused", "there is no command to undo")
    }
    var inputs = selection.inputs(batch.paths.map { InputPath($0) })
    inputs.arePathsLiteral = true
    return try undo(inputs, in: batch, store, environment)
  }

  /// Restores the old names of files, and reports the result for each file.
  private func undo(
    _ renaming: FileRenaming, _ environment: Environment
  ) throws -> ExitStatus {
    let failures: [MetaError]
    do throws(MetaError) {
      failures = dryRun ? [] : try renaming.undo()
    } catch {
      _ = try report(
        renaming.wishes, failures: [error], others: "no name was restored", environment)
      return Failure(error).status
    }
    return try report(renaming.wishes, failures: failures, others: nil, environment)
  }

  /// Reports for each file that its old name was restored, or the reason why not; `others` is the
  /// reason for files that did not fail themselves.
  private func report(
    _ wishes: [FileRenaming.RenameRequest], failures: [MetaError], others: String?,
    _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    let names = Dictionary(wishes.map { (InputPath($0.old), $0.new) }) { first, _ in first }
    let failures = Dictionary(failures.map { ($0.file ?? "", $0) }) { first, _ in first }
    if let error = failures[""] { environment.fail(Failure(error)) }
    let paths = wishes.map { InputPath($0.old) }
    let runner = FileRunner(
      inputs: FileSelection(paths: paths, arePathsLiteral: true), environment: environment)
    // The paths are not patterns, even if they do not exist.
    return try runner.run(
      FileList(paths), isQuiet: work.quiet, printsJSON: json
    ) { (path) throws(MetaError) in
      if let error = failures[path.path] { throw error }
      if let others { throw MetaError(.refused, file: path.path, reason: others) }
      let name = names[path].map { InputPath($0).display } ?? ""
      return FileRunner.Outcome(
        text: (dryRun ? "would be renamed back to " : "renamed back to ") + name,
        members: [("renamedTo", .string(name))] + (dryRun ? [("dryRun", .boolean(true))] : []))
    }
  }

  /// Undoes the last edit to each file, or the edits to it in a batch.
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
        text: "restored, \(result.bytesWritten) bytes written",
        members: [("bytesWritten", .integer(result.bytesWritten))])
    }
  }

  /// Returns the outcome of a dry run.
  private static func outcome(of edit: UndoableEdit) -> FileRunner.Outcome {
    FileRunner.Outcome(
      text: "would be restored to before the edit of \(edit.date)",
      members: [("dryRun", .boolean(true)), ("edited", .string(edit.date))])
  }
}

/// The verb `recover`, which completes or rolls back interrupted edits to files; other verbs do the
/// same for the files that they open.
struct Recover: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Complete or roll back an interrupted edit.",
    discussion: """
      Every verb does this for its files. Afterwards the file is either the old or the new one, and temporary files \
      are removed.

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
