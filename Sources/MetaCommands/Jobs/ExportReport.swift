internal import MetaCore

/// What an export came to.
struct ExportReport {
  private let job: ExportJob
  private let fileType: FileType
  private let size: Int64
  private let losses: [String]
  private let notes: [String]
  private let privacy: PrivateData.Report?

  /// An export of ours; without a result, what it would come to.
  init(_ job: ExportJob, _ draft: ExportDraft, _ result: EditResult?) {
    self.job = job
    fileType = draft.fileType
    size = result?.bytesWritten ?? draft.plan.newSize
    losses = draft.losses.map(\.message) + draft.metadataLosses.map(\.description)
    notes = draft.notes.map(\.description) + (result?.notes ?? [])
    privacy = draft.privacy
  }

  /// An export by a ``ForeignBackend``.
  init(_ job: ExportJob, _ export: ForeignExport) {
    self.job = job
    fileType = export.fileType
    size = export.bytesWritten ?? 0
    losses = export.losses.map(\.message) + export.metadataLosses.map(\.description)
    notes = export.notes.map(\.message)
    privacy = export.privacy
  }

  /// For people: what is lost, and what was written.
  var text: String {
    var lines = (privacy?.lines ?? []) + losses.map { "lost: \($0)" } + notes.map { "note: \($0)" }
    lines.append(
      "\(job.output.display): \(size) bytes \(job.isDryRun ? "would be written" : "written")")
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// The same as an object; `docs/schema/export.schema.json` describes it.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.path(job.input)
    json.member("output", job.output.display)
    if job.isDryRun { json.member("dryRun", true) }
    json.member("fileType", fileType.rawValue)
    json.member("strategy", "remux")
    json.member("bytesWritten", size)
    json.array("losses", losses) { $0.string($1) }
    privacy?.write(to: &json)
    json.array("notes", notes) { $0.string($1) }
    json.endObject()
  }
}
