internal import MetaCore

/// What became of the names of files.
struct RenameReport {
  private let plan: RenamePlan
  private let isDone: Bool
  private let job: RenameJob

  /// `isDone` is false where nothing was renamed because something could not be.
  init(_ plan: RenamePlan, isDone: Bool, job: RenameJob) {
    self.plan = plan
    self.isDone = isDone
    self.job = job
  }

  /// Prints it as it was asked for.
  func print() throws(Failure) {
    var output = Output()
    if job.printsJSON {
      var json = JSONWriter(.lines(depth: 1))
      write(to: &json)
      try output.write(json.bytes + [0x0A])
    } else if !job.isQuiet, isDone {
      for step in plan.steps where step.failure == nil { try output.write(line(step)) }
    }
    try output.flush()
  }

  private func line(_ step: RenamePlan.Step) -> String {
    let name = step.isMove ? "-> \(step.shown.display)" : "nothing to change"
    return TreeReport.printable("\(step.path.display) \(name)") + "\n"
  }

  /// `docs/schema/rename.schema.json` describes it.
  private func write(to json: inout JSONWriter) {
    json.beginArray()
    for step in plan.steps {
      json.element()
      if let failure = step.failure {
        json.failure(failure, at: step.path)
      } else if !isDone {
        json.failure(Failure(.refused, "notDone", "nothing was renamed"), at: step.path)
      } else {
        write(step, to: &json)
      }
    }
    json.endArray()
  }

  private func write(_ step: RenamePlan.Step, to json: inout JSONWriter) {
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
