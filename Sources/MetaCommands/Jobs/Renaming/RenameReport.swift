internal import MetaCore

/// The output of `rename`, as text and JSON: the old and the new path of each file, or the reason
/// why it was not renamed.
struct RenameReport {
  private let plan: RenamePlan
  private let job: RenameJob

  init(_ plan: RenamePlan, job: RenameJob) {
    self.plan = plan
    self.job = job
  }

  /// Prints the report; `isDone` is false if nothing was renamed because of a failure.
  func print(isDone: Bool, in environment: Environment) throws(Failure) {
    var results = ResultWriter(
      job.printsJSON ? .list(depth: 1) : .text(), to: environment.sink)
    for step in plan.steps {
      if job.printsJSON {
        try results.value { write(step, isDone: isDone, to: &$0) }
      } else if !job.isQuiet, isDone, step.failure == nil {
        try results.text(line(step))
      }
    }
    try results.finish()
    if job.isDryRun, !job.isQuiet, !job.printsJSON {
      let count = plan.steps.count(where: \.isMove)
      environment.warn("dry run: \(count.files) would be renamed")
    }
  }

  /// Returns the line about a file, such as `old.mp3 -> new.mp3`.
  private func line(_ step: RenamePlan.Step) -> String {
    let name = step.isMove ? "-> \(step.shown.display)" : "nothing to change"
    return TerminalText.printable("\(step.path.display) \(name)") + "\n"
  }

  /// Writes one element of the array that `docs/schema/rename.schema.json` describes.
  private func write(_ step: RenamePlan.Step, isDone: Bool, to json: inout JSONWriter) {
    if let failure = step.failure { return json.failure(failure, at: step.path) }
    guard isDone else {
      return json.failure(Failure(.refused, "notDone", "nothing was renamed"), at: step.path)
    }
    json.beginObject()
    json.path(step.path)
    if job.isDryRun { json.member("dryRun", true) }
    json.member("to", step.shown.display)
    if let bytes = step.shown.bytesBeyondText {
      json.key("toBase64")
      json.base64(bytes[...])
    }
    json.member("renamed", step.isMove && !job.isDryRun)
    json.endObject()
  }
}
