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
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Flag(help: "Take back all that the last command did.")
  var last = false

  @Flag(help: "Bring write-protected files back, too.")
  var force = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func validate() throws {
    guard !last || selection.condition == nil else {
      throw ValidationError("--last takes back the whole command; name files to choose among them.")
    }
    guard last != (!paths.isEmpty || selection.filesFrom != nil) else {
      throw ValidationError("Name the files, or give --last.")
    }
  }

  func run(in environment: Environment) throws {
    guard let store = StateFolder.standard?.undo else {
      throw Failure(.ioError, "io", "there is no HOME to keep undo in")
    }
    let paths = paths.map { InputPath(text: $0) }
    try end(
      last
        ? undoLast(store, environment)
        : run(paths, environment) { (path) throws(MetaError) in
          try store.undo(path, options: options)
        })
  }

  private var options: EditOptions {
    var options = EditOptions()
    options.force = force
    return options
  }

  /// Takes back the last command, whether it edited files or renamed them.
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
    return try run(batch.paths.map { InputPath($0) }, environment) { (path) throws(MetaError) in
      try store.undo(path, in: batch, options: options)
    }
  }

  /// Gives files their old names; says of each what came of it.
  private func undo(
    _ renaming: FileRenaming, _ environment: Environment
  ) throws -> ExitStatus {
    let gone: [MetaError]
    do throws(MetaError) {
      gone = try renaming.undo()
    } catch {
      _ = try report(
        renaming.wishes, failures: [error], others: "no name was brought back", environment)
      return Failure(error).status
    }
    return try report(renaming.wishes, failures: gone, others: nil, environment)
  }

  /// Reports of each file that it has its old name again, or why not; `others` is the reason for those that did not fail themselves.
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
      return FileRunner.Outcome(text: "again \(name)", members: [("renamedTo", .string(name))])
    }
  }

  private func run(
    _ paths: [InputPath], _ environment: Environment,
    _ undo: (FilePath) throws(MetaError) -> EditResult
  ) throws -> ExitStatus {
    let runner = FileRunner(inputs: selection.inputs(paths), environment: environment)
    return try runner.run(
      isQuiet: work.quiet, printsJSON: json
    ) { (path) throws(MetaError) in
      InterruptedWork.report(try Recovery.recover(path.path), of: path, environment.warn)
      let result = try undo(path.path)
      return FileRunner.Outcome(
        text: "as before, \(result.bytesWritten) bytes written",
        members: [("bytesWritten", .integer(result.bytesWritten))])
    }
  }
}

struct Recover: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish or roll back an edit that was cut off.",
    discussion: """
      Every verb does this by itself for the files that it is given; afterwards the file is the old one \
      or the new one, and nothing is left beside it.
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

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
