internal import ArgumentParser
internal import MetaCore

/// Ends a command with its exit code; nothing to do when all went well.
func end(_ status: ExitStatus) throws {
  if status != .done { throw ExitCode(status.rawValue) }
}

/// Reads one file for a command that is about one file; a failure ends the command with the file's own code.
func readOne(_ path: InputPath, encoding: TextEncoding? = nil) throws -> Reading {
  var reader = FileReader()
  reader.options.sourceEncoding = encoding
  return try orEnd(path) { try reader.read(path).get() }
}

/// Runs `body` for one file; its failure is reported on standard error and becomes the exit code.
func orEnd<Value>(_ path: InputPath, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let failure as Failure {
    Messages.write(failure, at: path)
    throw ExitCode(failure.status.rawValue)
  }
}
