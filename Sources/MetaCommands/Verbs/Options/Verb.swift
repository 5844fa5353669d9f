internal import ArgumentParser
internal import MetaCore

/// A verb of the command line, with its options and arguments, which the argument parser fills in,
/// and its implementation.
///
/// Its output, settings and access to helpers come from the ``Environment``, so that it works in a
/// terminal and for `serve`. Each verb specifies its `commandName`, because deriving the name from
/// the type slows down startup.
protocol Verb: ParsableCommand {
  /// The process that does the work.
  static var runsIn: VerbProcess { get }

  /// The path that `--ca-file` names, if any.
  var caFile: String? { get }

  /// Runs the verb.
  ///
  /// - Throws: ``Failure``, `ValidationError` for an invalid command line, or `ExitCode` if all
  ///   errors were reported.
  func run(in environment: Environment) throws
}

/// The process in which a verb does its work: `metatool`, or the helper.
enum VerbProcess: Sendable {
  /// This process, which uses the helper only for parts of its work, such as reading a file or
  /// measuring its loudness.
  case thisProcess
  /// This process, or the helper for formats that MetaCore does not write.
  case byFormat
  /// This process if it has what the verb requires, such as decoders, otherwise the helper, which
  /// runs the whole command.
  case decodingProcess
}

extension Verb {
  static var runsIn: VerbProcess { .thisProcess }
  var caFile: String? { nil }
}

/// A verb with the options for web access; most of these verbs accept web addresses as inputs.
protocol WebVerb: Verb {
  var web: WebOptions { get }
}

extension WebVerb {
  var caFile: String? { web.caFile }
}

/// A verb whose files are selected by the common options; its arguments may include more than
/// files, such as edits.
///
/// Option groups are siblings, because the checks of ArgumentParser in debug builds take four times
/// as long for each nested group.
protocol SelectingVerb: WebVerb {
  var selection: SelectionOptions { get }
  var work: WorkOptions { get }
}

extension SelectingVerb {
  /// Returns the job for a verb that writes.
  func job(
    _ paths: [InputPath], _ write: WriteOptions, in environment: Environment
  ) throws -> EditJob {
    guard !paths.isEmpty || selection.filesFrom != nil else {
      throw ValidationError("Specify a file to edit.")
    }
    return EditJob(
      inputs: selection.inputs(paths), write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment),
      isQuiet: work.quiet, showsProgress: work.showsProgress)
  }
}

/// A verb whose argument `paths` contains the files on which it works.
protocol FileVerb: SelectingVerb {
  var paths: [String] { get }
}

extension FileVerb {
  /// Whether files are named, as arguments or in a list.
  var namesFiles: Bool { !paths.isEmpty || selection.filesFrom != nil }

  /// The named files and the files that the options select.
  var inputs: FileSelection { selection.inputs(paths.map { InputPath(text: $0) }) }

  /// Returns the job for a verb that writes.
  func job(_ write: WriteOptions, in environment: Environment) throws -> EditJob {
    try job(paths.map { InputPath(text: $0) }, write, in: environment)
  }
}

extension ArgumentHelp {
  /// The help for files that a verb changes.
  static var files: ArgumentHelp { ArgumentHelp("The files.", valueName: "path") }
  static var literal: ArgumentHelp {
    "Use the values after this option literally, without expanding braces and #."
  }
  static var inputs: ArgumentHelp {
    ArgumentHelp("The files; - is standard input.", valueName: "path")
  }
  static var input: ArgumentHelp {
    ArgumentHelp("The file; - is standard input.", valueName: "path")
  }
}

/// A verb that reads files, at least one of which must be named; `check` also repairs them.
protocol ReadingVerb: FileVerb {}

extension ReadingVerb {
  func validate() throws {
    guard namesFiles else { throw ValidationError("Specify a file to read.") }
  }
}

/// Ends a command with its exit code, unless it succeeded.
func end(_ status: ExitStatus) throws {
  if status != .done { throw ExitCode(status.rawValue) }
}

extension Environment {
  /// Reads a file without which the command cannot continue; a failure is reported and ends the
  /// command with its exit code.
  func read(_ path: InputPath, encoding: SourceEncoding? = nil) throws -> InspectedFile {
    var options = ReadOptions()
    options.sourceEncoding = encoding
    let reader = FileReader(in: self, options: options)
    return try orEnd(path) { try reader.read(path).get() }
  }

  /// Reads all bytes of an auxiliary file; a failure is reported and ends the command with its exit
  /// code.
  func readAll(_ path: InputPath) throws -> [UInt8] {
    try orEnd(path) { try SourceOpener.readAll(path, in: self) }
  }

  /// Runs `body` for one file or, without a path, for the whole command; a failure is reported and
  /// ends the command with its exit code.
  func orEnd<Value>(_ path: InputPath? = nil, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as Failure {
      fail(failure, at: path)
      throw ExitCode(failure.status.rawValue)
    }
  }
}
