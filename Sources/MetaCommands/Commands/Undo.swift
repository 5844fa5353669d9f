internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring back the bytes from before the last edit.",
    discussion: """
      The file is then what it was, byte for byte. A file that something else has changed since is left \
      alone. Edits further back can be taken back one after the other.

      --last takes back the last command: every edit that it made, or every name that it gave. A file that was \
      changed since is left alone and named, and the others are brought back; names come back all or none.
      """)

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Take back all that the last command did.")
  var last = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Argument(help: ArgumentHelp("The files.", valueName: "path"))
  var paths: [String] = []

  func validate() throws {
    guard last != (!paths.isEmpty || selection.filesFrom != nil) else {
      throw ValidationError("Name the files, or give --last.")
    }
  }

  func run() throws {
    guard let store = StateFolder.standard?.undo else {
      throw Failure(.ioError, "io", "there is no HOME to keep undo in")
    }
    let paths = paths.map { InputPath(text: $0) }
    try end(
      last ? undoLast(store) : run(paths) { (path) throws(MetaError) in try store.undo(path) })
  }

  /// Takes back the last command, whether it edited files or renamed them.
  private func undoLast(_ store: UndoStore) throws -> ExitStatus {
    let (batch, renaming) = (store.lastBatch(), FileRenaming.last())
    if let renaming, renaming.time > batch?.time ?? 0 { return try undo(renaming) }
    guard let batch else {
      throw Failure(.refused, "refused", "there is no command to take back")
    }
    return try run(batch.paths.map { InputPath($0) }) { (path) throws(MetaError) in
      try store.undo(path, in: batch)
    }
  }

  /// Gives files their old names: all of them, or none where one cannot have it.
  private func undo(_ renaming: FileRenaming) throws -> ExitStatus {
    try orFailure { () throws(MetaError) in try renaming.undo() }
    let old = Dictionary(renaming.wishes.map { (InputPath($0.old), $0.new) }) { first, _ in first }
    let paths = renaming.wishes.map { InputPath($0.old) }
    let job = FileJob(inputs: Inputs(paths: paths), isQuiet: selection.quiet, printsJSON: json)
    return try job.run { (path) throws(MetaError) in
      let name = old[path].map { InputPath($0).display } ?? ""
      return FileJob.Result(text: "again \(name)", members: [("renamedTo", .string(name))])
    }
  }

  private func run(
    _ paths: [InputPath], _ undo: (FilePath) throws(MetaError) -> EditResult
  ) throws -> ExitStatus {
    let job = FileJob(
      inputs: selection.inputs(paths), isQuiet: selection.quiet, printsJSON: json)
    return try job.run { (path) throws(MetaError) in
      CutOffEdit.report(try Recovery.recover(path.path), of: path, Messages.write)
      let result = try undo(path.path)
      return FileJob.Result(
        text: "as before, \(result.bytesWritten) bytes written",
        members: [("bytesWritten", .integer(result.bytesWritten))])
    }
  }
}

struct Recover: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finish or roll back an edit that was cut off.",
    discussion: """
      Every verb does this by itself for the files that it is given; afterwards the file is the old one \
      or the new one, and nothing is left beside it.
      """)

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Argument(help: ArgumentHelp("The files.", valueName: "path"))
  var paths: [String] = []

  func run() throws {
    let job = FileJob(
      inputs: selection.inputs(paths.map { InputPath(text: $0) }), isQuiet: selection.quiet,
      printsJSON: json)
    try end(
      job.run { (path) throws(MetaError) in
        let outcome = try Recovery.recover(path.path)
        return FileJob.Result(
          text: outcome.sentence, members: [("outcome", .string(outcome.sentence))])
      })
  }
}
