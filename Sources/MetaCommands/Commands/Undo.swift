internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring back the bytes from before the last edit.",
    discussion: """
      The file is then what it was, byte for byte. A file that something else has changed since is left \
      alone. Edits further back can be taken back one after the other.
      """)

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Take back all edits of the last command.")
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
    let wanted = last ? store.lastBatch().map { InputPath($0) } : paths.map { InputPath(text: $0) }
    guard !last || !wanted.isEmpty else {
      throw Failure(.refused, "refused", "there is no command to take back")
    }
    let job = FileJob(
      inputs: selection.inputs(wanted), isQuiet: selection.quiet, printsJSON: json)
    try end(
      job.run { (path) throws(MetaError) in
        CutOffEdit.report(try Recovery.recover(path.path), of: path, Messages.write)
        let result = try store.undo(path.path)
        return FileJob.Result(
          text: "as before, \(result.bytesWritten) bytes written",
          members: [("bytesWritten", .integer(result.bytesWritten))])
      })
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
