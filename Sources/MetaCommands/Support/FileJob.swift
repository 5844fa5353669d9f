internal import MetaCore

/// Does something to files one after the other, and says what came of each.
struct FileJob: Sendable {
  var inputs: Inputs
  var isQuiet = false
  var printsJSON = false

  /// What came of one file.
  struct Result {
    /// For people.
    let text: String
    /// For programs, beside the path.
    let members: [(name: StaticString, value: MetadataValue)]
  }

  func run(_ body: (InputPath) throws(MetaError) -> Result) throws(Failure) -> ExitStatus {
    try run(inputs.files(), body)
  }

  /// Does it to these files, whatever the inputs are.
  func run(
    _ files: FileList, _ body: (InputPath) throws(MetaError) -> Result
  ) throws(Failure) -> ExitStatus {
    var failures: [Failure] = []
    var output = Output()
    var json = JSONWriter(.lines(depth: 1))
    json.beginArray()
    for path in files where !Answer.isCancelled {
      let result: Result
      do throws(Failure) {
        guard try isWanted(path) else { continue }
        result = try orFailure { () throws(MetaError) in try body(path) }
      } catch {
        let failure = error
        json.element()
        failures.append(failure)
        Messages.write(failure, at: path)
        json.failure(failure, at: path)
        continue
      }
      json.element()
      if !printsJSON, !isQuiet { try output.write("\(path.display): \(result.text)\n") }
      FileJob.write(result, path, to: &json)
    }
    json.endArray()
    if printsJSON { try output.write(json.bytes + [0x0A]) }
    try output.flush()
    return ExitStatus(of: failures, inputs: inputs, files: files)
  }

  /// Whether a file is what is asked for; it is read only where something is.
  private func isWanted(_ path: InputPath) throws(Failure) -> Bool {
    guard inputs.condition != nil else { return true }
    return try Sieve(inputs.condition).result(of: path, by: FileReader())?.get() != nil
  }

  private static func write(_ result: Result, _ path: InputPath, to json: inout JSONWriter) {
    json.beginObject()
    json.path(path)
    for member in result.members {
      switch member.value {
      case .integer(let number): json.member(member.name, number)
      case .string(let text): json.member(member.name, text)
      default: break
      }
    }
    json.endObject()
  }
}
