internal import ArgumentParser
internal import MetaCore

/// A verb of the command line, with its options and arguments.
protocol Verb: ParsableCommand {
  /// Which process does the work.
  static var runsIn: Host { get }

  /// The certificates that `--ca-file` names.
  var caFile: String? { get }

  /// Does the work.
  ///
  /// - Throws: ``Failure``, or `ExitCode` when everything was reported.
  func run(in environment: Environment) throws
}

/// The process in which a verb does its work.
enum Host: Sendable {
  /// The one that was started; the helper only reads files for it.
  case thisProcess
  /// This one, or the helper for formats that MetaCore does not write.
  case byFormat
  /// This one where it has decoders, else the helper, which then does all of it.
  case decodingProcess
}

extension Verb {
  static var runsIn: Host { .thisProcess }
  var caFile: String? { nil }
}

/// A verb that reads addresses, too.
protocol WebVerb: Verb {
  var web: WebOptions { get }
}

extension WebVerb {
  var caFile: String? { web.caFile }
}

/// A verb whose files are chosen by the common options.
///
/// Option groups are siblings: ArgumentParser's checks in debug builds take four times as long for
/// each group in a group.
protocol SelectingVerb: WebVerb {
  var selection: SelectionOptions { get }
  var work: WorkOptions { get }
}

extension SelectingVerb {
  /// The job of a verb that writes.
  func job(
    _ paths: [InputPath], _ write: WriteOptions, in environment: Environment
  ) throws -> EditJob {
    guard !paths.isEmpty || selection.filesFrom != nil else {
      throw ValidationError("Name a file to edit.")
    }
    return EditJob(
      inputs: selection.inputs(paths), write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment),
      isQuiet: work.quiet, showsProgress: work.showsProgress)
  }
}

/// A verb with an argument for its files.
protocol FileVerb: SelectingVerb {
  var paths: [String] { get }
}

extension FileVerb {
  /// Whether files are named, one by one or in a list.
  var namesFiles: Bool { !paths.isEmpty || selection.filesFrom != nil }

  /// The files: those that are named, and those that the options choose.
  var inputs: FileSelection { selection.inputs(paths.map { InputPath(text: $0) }) }

  /// The job of a verb that writes.
  func job(_ write: WriteOptions, in environment: Environment) throws -> EditJob {
    try job(paths.map { InputPath(text: $0) }, write, in: environment)
  }
}

extension ArgumentHelp {
  /// The help of the files that a verb changes, of those that one reads, and of the file that one
  /// reads.
  static var files: ArgumentHelp { ArgumentHelp("The files.", valueName: "path") }
  static var literal: ArgumentHelp {
    "Use the values after this word as they are: braces and # have no meaning in them."
  }
  static var inputs: ArgumentHelp {
    ArgumentHelp("The files; - is standard input.", valueName: "path")
  }
  static var input: ArgumentHelp {
    ArgumentHelp("The file; - is standard input.", valueName: "path")
  }
}

/// A verb that reads files.
protocol ReadingVerb: FileVerb {}

extension ReadingVerb {
  func validate() throws {
    guard namesFiles else { throw ValidationError("Name a file to read.") }
  }
}

/// Ends a command with its exit code; does nothing when all went well.
func end(_ status: ExitStatus) throws {
  if status != .done { throw ExitCode(status.rawValue) }
}

extension Environment {
  /// Reads one file for a command that is about one file; a failure ends the command with the
  /// file's own code.
  func read(_ path: InputPath, encoding: SourceEncoding? = nil) throws -> InspectedFile {
    var options = ReadOptions()
    options.sourceEncoding = encoding
    let reader = FileReader(in: self, options: options)
    return try orEnd(path) { try reader.read(path).get() }
  }

  /// Reads all bytes of a file that is not the one to work on.
  func readAll(_ path: InputPath) throws -> [UInt8] {
    try orEnd(path) { try SourceOpener.readAll(path, in: self) }
  }

  /// Runs `body` for one file; its failure is reported and becomes the exit code.
  func orEnd<Value>(_ path: InputPath? = nil, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as Failure {
      fail(failure, at: path)
      throw ExitCode(failure.status.rawValue)
    }
  }
}
