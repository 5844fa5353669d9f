internal import MetaCore

/// The output of a verb about each edited file, in addition to the report on the edit or instead of
/// it.
///
/// Only `gain` has such output (``GainReport``), which is the loudness of each file.
protocol EditReporting: Sendable {
  /// The header, which is printed once before the rows of all files.
  var header: [UInt8] { get }

  /// Returns the row for a file, which replaces the text about the edit.
  func row(of report: EditReport) -> [UInt8]

  /// Writes additional members of a file's object.
  func members(of report: EditReport, to json: inout JSONWriter)
}

/// The outcome of an ``EditJob`` for one file, as text for a terminal and as JSON: the changed
/// fields, losses, notes, and how the file was or would be written.
struct EditReport {
  let path: InputPath
  let isDryRun: Bool
  /// The plan of the edit, or nil if the file failed before the plan was made.
  var draft: PlannedEdit?
  /// The result of writing the file; nil for a dry run, and if the file could not be written.
  var result: EditResult?
  /// The number of bytes that a dry run would write with the expected strategy.
  var bytesToWrite: Int64 = 0
  var failure: Failure?
  /// The differences between the media before and after the edit, if requested.
  var differences: [String]?
  /// The changed fields that other readers read differently, if requested.
  private var readers: [String] = []

  init(path: InputPath, isDryRun: Bool) {
    self.path = path
    self.isDryRun = isDryRun
  }

  /// The fields and items that differ between the old and the planned file.
  private var changes: [DocumentDiff.Difference] {
    guard let draft else { return [] }
    return DocumentDiff.differences(
      EditReport.values(draft.document.items, draft), EditReport.values(draft.newItems, draft))
  }

  /// Returns the values of items as text; items of the file itself are listed by field.
  private static func values(
    _ items: [MetadataItem], _ draft: PlannedEdit
  ) -> [DocumentDiff.NamedValue] {
    var items = items
    // Items without a field, and items of tracks, are listed by their identifier.
    let view = MetadataView(items, precedence: draft.document.precedence)
    let fieldValues = view.entries.flatMap { entry in
      ValueText.lines(entry.value).map { (name: entry.field.name, value: $0) }
    }
    items.removeAll { item in
      item.trackID == nil
        && !MetadataView([item], precedence: draft.document.precedence).entries.isEmpty
    }
    return fieldValues
      + items.map { item in
        let track = item.trackID.map { "track \($0) " } ?? ""
        return (track + item.identifier.rawValue, ValueText.line(item.value))
      }
  }

  /// Whether the file was changed, or would be changed.
  var changesFile: Bool { strategy != "none" }

  /// How the file was or would be written: `in-place`, `insert`, `clone`, `rewrite`, or `none`.
  private var strategy: String {
    if let result { return result.strategy?.rawValue ?? "none" }
    guard let draft, draft.changesFile else { return "none" }
    return draft.strategy.rawValue
  }

  /// The number of bytes that were written, or, in a dry run, that would be written.
  private var bytesWritten: Int64 { result?.bytesWritten ?? bytesToWrite }

  /// The private data that was removed and kept, if removal was requested.
  private var privacy: PrivateData.Report? {
    draft.flatMap { $0.resolved.edit.clearsPrivate ? $0.privacy : nil }
  }

  /// Notes about planning and writing, and the fields that other readers read differently.
  private var remarks: [String] {
    guard let draft else { return [] }
    let notes = draft.notes.map(\.sentence)
    return notes + (result?.notes ?? []) + readers
  }

  /// Collects the changed fields that other readers read differently.
  ///
  /// The edit is already complete, so failing readers do not make it fail.
  mutating func askReaders(about edited: InputPath, in environment: Environment) {
    do throws(Failure) {
      let changed = changedFields
      readers = try ReaderReport.remarks(on: edited, in: environment)
        .filter { changed.contains($0.field) }.map(\.text)
    } catch {
      readers = ["the comparison with other readers failed: \(error.message)"]
    }
  }

  /// The names of the changed fields, including artwork.
  private var changedFields: Set<String> {
    func pictures(_ items: [MetadataItem]?) -> [MetadataValue]? {
      items?.filter { $0.isKey(of: .artwork) }.map(\.value)
    }
    let fields = Set(changes.map(\.name))
    let areSame = pictures(draft?.document.items) == pictures(draft?.newItems)
    return areSame ? fields : fields.union([Field.artwork.name])
  }

  // MARK: Text

  /// The report as text: the changes in a dry run, private data, losses, notes, and how the file
  /// was or would be written.
  var text: String {
    var lines: [String] = []
    if isDryRun {
      for change in changes {
        lines += change.left.map { "- \(change.name): \($0)" }
        lines += change.right.map { "+ \(change.name): \($0)" }
      }
    }
    lines += privacy?.lines ?? []
    lines += lossesAndRemarks
    let bytes = strategy == "none" ? "nothing to change" : "\(strategy), \(bytesWritten) bytes"
    let ending =
      isDryRun && strategy != "none" ? " would be written" : strategy == "none" ? "" : " written"
    lines.append("\(path.display): \(bytes)\(ending)")
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// Lines about losses and notes.
  var lossesAndRemarks: [String] {
    (draft?.resolved.losses ?? []).map { "lost: \($0.description)" }
      + remarks.map { "note: \($0)" }
  }

  // MARK: JSON

  /// Writes the report as an object, with additional members supplied by a verb;
  /// `docs/schema/edit.schema.json` describes the format.
  func write(to json: inout JSONWriter, with reporting: (any EditReporting)? = nil) {
    if let failure { return json.failure(failure, at: path) }
    json.beginObject()
    json.path(path)
    if isDryRun { json.member("dryRun", true) }
    json.member("strategy", strategy)
    json.member("bytesWritten", bytesWritten)
    json.member("canUndo", result?.canUndo)
    json.array("changes", changes) { json, change in
      json.beginObject()
      json.member("name", change.name)
      json.array("old", change.left) { $0.string($1) }
      json.array("new", change.right) { $0.string($1) }
      json.endObject()
    }
    json.array("losses", draft?.resolved.losses ?? []) { json, loss in
      json.beginObject()
      json.member("field", loss.field?.name)
      json.member("keySpace", loss.keySpace.rawValue)
      json.member("reason", loss.reason.rawValue)
      json.member("message", loss.description)
      json.endObject()
    }
    privacy?.write(to: &json)
    json.array("notes", remarks) { $0.string($1) }
    reporting?.members(of: self, to: &json)
    if isDryRun, let draft { plan(draft.plan.rewrite, to: &json) }
    json.endObject()
  }

  /// Writes the plan of a dry run: for each part of the new file, its offset, and whether it
  /// consists of old bytes, new bytes or zeros.
  private func plan(_ plan: RewritePlan, to json: inout JSONWriter) {
    json.array("plan", plan.places) { json, place in
      json.beginObject()
      json.member("at", place.offset)
      switch place.segment {
      case .keep(let range):
        json.member("keep", range.lowerBound)
        json.member("bytes", place.segment.count)
      case .write: json.member("write", place.segment.count)
      case .fill: json.member("fill", place.segment.count)
      }
      json.endObject()
    }
  }
}
