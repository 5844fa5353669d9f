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
}

extension Verb {
  static var runsIn: Host { .thisProcess }
  var caFile: String? { nil }
}

/// A verb whose files are chosen by the common options.
protocol SelectingVerb: Verb {
  var selection: SelectionOptions { get }
}

extension SelectingVerb {
  var caFile: String? { selection.work.web.caFile }
}

/// A verb whose arguments are all files.
protocol FileVerb: Verb {
  var input: InputOptions { get }
}

extension FileVerb {
  var caFile: String? { input.selection.work.web.caFile }
}

/// Ends a command with its exit code; does nothing when all went well.
func end(_ status: ExitStatus) throws {
  if status != .done { throw ExitCode(status.rawValue) }
}

extension Environment {
  /// Reads one file for a command that is about one file; a failure ends the command with the file's own code.
  func read(_ path: InputPath, encoding: TextEncoding? = nil) throws -> InspectedFile {
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
