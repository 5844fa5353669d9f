internal import MetaCore

/// What an export came to.
struct ExportReport {
  let input: InputPath
  let output: InputPath
  let isDryRun: Bool
  var draft: ExportDraft?
  var result: EditResult?

  init(input: InputPath, output: InputPath, isDryRun: Bool) {
    self.input = input
    self.output = output
    self.isDryRun = isDryRun
  }

  private var size: Int64 { result?.bytesWritten ?? draft?.plan.newSize ?? 0 }

  private var losses: [String] {
    (draft?.losses.map(\.message) ?? []) + (draft?.metadataLosses.map(\.description) ?? [])
  }

  private var notes: [String] {
    (draft?.notes.map(\.description) ?? []) + (result?.notes ?? [])
  }

  /// For people: what is lost, and what was written.
  var text: String {
    var lines = losses.map { "lost: \($0)" } + notes.map { "note: \($0)" }
    lines.append("\(output.display): \(size) bytes \(isDryRun ? "would be written" : "written")")
    return lines.map { TreeReport.printable($0) + "\n" }.joined()
  }

  /// The same as an object; `docs/schema/export.schema.json` describes it.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.path(input)
    json.member("output", output.display)
    if isDryRun { json.member("dryRun", true) }
    json.member("fileType", draft?.fileType.rawValue)
    json.member("strategy", "remux")
    json.member("bytesWritten", size)
    json.array("losses", losses) { $0.string($1) }
    json.array("notes", notes) { $0.string($1) }
    json.endObject()
  }
}
