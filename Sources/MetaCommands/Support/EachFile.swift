internal import MetaCore

/// Reads files one after the other for a command; a file that fails has its line on standard error, the others go on.
struct EachFile: Sendable {
  var inputs: Inputs
  var options = ReadOptions()

  func run(_ body: (InputPath, Reading) throws(Failure) -> Void) throws(Failure) -> ExitStatus {
    let files = try inputs.files()
    var failures: [Failure] = []
    let reader = FileReader(options: options)
    let sieve = Sieve(inputs.condition)
    for path in files where !Answer.isCancelled {
      do throws(Failure) {
        if let result = sieve.result(of: path, by: reader) { try body(path, try result.get()) }
      } catch {
        failures.append(error)
        Messages.write(error, at: path)
      }
    }
    return ExitStatus(of: failures, inputs: inputs, files: files)
  }
}
