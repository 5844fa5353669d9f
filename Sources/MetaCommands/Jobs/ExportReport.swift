internal import MetaCore

/// The result of an export or transcode of one file, or of its dry run, as text for a terminal and
/// as JSON: the output, its size, removed private data, losses and notes.
struct ExportReport {
  private let input: InputPath
  private let output: InputPath
  private let isDryRun: Bool
  private let fileType: FileType
  /// The size in bytes, or nil if it is not known before writing.
  private let size: Int64?
  private let losses: [String]
  private let notes: [String]
  private let privacy: PrivateData.Report?

  /// Creates the report about a native export, or, without a result, about a dry run.
  init(
    _ input: InputPath, _ output: InputPath, _ draft: ExportDraft, _ result: EditResult?
  ) {
    self.input = input
    self.output = output
    isDryRun = result == nil
    fileType = draft.fileType
    size = result?.bytesWritten ?? draft.plan.newSize
    losses = draft.losses.map(\.message) + draft.metadataLosses.map(\.description)
    notes = draft.notes.map(\.sentence) + (result?.notes ?? [])
    privacy = draft.privacy
  }

  /// Creates the report about an export by a ``ForeignBackend``.
  init(_ job: ExportJob, _ export: ForeignExport) {
    input = job.input
    output = job.output
    isDryRun = job.isDryRun
    fileType = export.fileType
    size = export.bytesWritten
    losses = export.losses.map(\.message) + export.metadataLosses.map(\.description)
    notes = export.notes.map(\.message)
    privacy = export.privacy
  }

  /// Creates the report about a dry run of a transcode.
  init(_ input: InputPath, _ output: InputPath, _ preview: TranscodePreview) {
    self.input = input
    self.output = output
    isDryRun = true
    fileType = preview.fileType
    size = nil
    losses = preview.losses.map(\.message) + preview.metadataLosses.map(\.description)
    notes = preview.notes.map(\.message)
    privacy = preview.privacy
  }

  /// The report as text: private data, losses, notes, and the output.
  var text: String {
    ExportReport.text(comments + [written ?? "\(output.display): would be written"])
  }

  /// The last line of the text; nil if the size is unknown.
  var written: String? {
    size.map { size in
      "\(output.display): \(size) bytes \(isDryRun ? "would be written" : "written")"
    }
  }

  /// The lines about private data, losses and notes.
  var comments: [String] {
    (privacy?.lines ?? []) + losses.map { "lost: \($0)" } + notes.map { "note: \($0)" }
  }

  /// Formats lines for a terminal.
  static func text(_ lines: [String]) -> String {
    lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// Writes the report as an object; `docs/schema/export.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    writeMembers(to: &json, strategy: "remux", unknownSize: 0)
    json.endObject()
  }

  /// Writes the members of the object about an export; `strategy` is the way in which the file was
  /// written, and `unknownSize` the number for a size that is not known, or nil to omit it.
  func writeMembers(to json: inout JSONWriter, strategy: String, unknownSize: Int64? = nil) {
    json.path(input)
    json.member("output", output.display)
    if isDryRun { json.member("dryRun", true) }
    json.member("fileType", fileType.rawValue)
    json.member("strategy", strategy)
    json.member("bytesWritten", size ?? unknownSize)
    json.array("losses", losses) { $0.string($1) }
    privacy?.write(to: &json)
    json.array("notes", notes) { $0.string($1) }
  }
}
