internal import MetaCore

/// The output of `gain` for each file: a readable row, a row of a table, or the member `gain` of
/// the JSON object of the edit.
struct GainReport: EditReporting {
  let measurer: GainMeasurer
  let settings: GainSettings
  /// The table format, or nil for human-readable rows.
  let table: TableFormat?

  /// A column of loudness values in dB, LUFS or LU: its name in tables, its title and width in
  /// readable rows, and its value for a file.
  private struct Column {
    let name: String
    let title: String
    let width: Int
    let value: @Sendable (GainOutcome) -> Double?
  }

  private var columns: [Column] {
    let track = columns(
      titles: ["LUFS", "track dB"], names: ["loudness", "range", "peak", "trackGain"]
    ) {
      $0.track
    }
    guard settings.albums != .none else { return track }
    let names = ["albumLoudness", "albumRange", "albumPeak", "albumGain"]
    return track + columns(titles: ["album LUFS", "album dB"], names: names) { $0.album }
  }

  /// Returns the columns of a track or of its album.
  private func columns(
    titles: [String], names: [String],
    of figures: @escaping @Sendable (GainOutcome) -> LoudnessFigures?
  ) -> [Column] {
    let reference = settings.reference
    return [
      Column(name: names[0], title: titles[0], width: titles[0].count + 3) { outcome in
        figures(outcome)?.loudness
      },
      Column(name: names[1], title: "LU", width: 7) { outcome in figures(outcome)?.range },
      Column(name: names[2], title: settings.peaks == .sample ? "dBFS" : "dBTP", width: 7) {
        outcome in
        figures(outcome)?.peak.flatMap(decibels)
      },
      Column(name: names[3], title: titles[1], width: 10) { outcome in
        figures(outcome)?.gain(to: reference)
      },
    ]
  }

  var header: [UInt8] {
    if let table {
      return table.row((["path", "result"] + columns.map(\.name)).map { Array($0.utf8) })
    }
    guard settings.action != .remove else { return [] }
    let titles = columns.map { $0.title.padded(before: $0.width) }.joined()
    return Array("\(titles)  file\n".utf8)
  }

  func row(of report: EditReport) -> [UInt8] {
    let outcome = measurer.outcome(of: report.path) ?? GainOutcome()
    let values = columns.map { column in
      column.value(outcome).map { NumberText.fixed($0, digits: 2) }
    }
    if let table {
      let cells = [FileNameEncoding.bytes(of: report.path.text), Array(result(of: report).utf8)]
      return table.row(cells + values.map { Array(($0 ?? "").utf8) })
    }
    var lines = notes(of: report).map { "note: \($0)" } + report.lossesAndRemarks
    if settings.action == .remove {
      lines.append("\(report.path.display): \(result(of: report))")
    } else {
      let cells = zip(values, columns).map { ($0 ?? "-").padded(before: $1.width) }
      lines.append("\(cells.joined())  \(report.path.display)")
    }
    return Array(lines.map { TerminalText.printable($0) + "\n" }.joined().utf8)
  }

  /// Returns the notes of a readable row: decoding errors, a missing album gain, or the reason why
  /// the file was not measured.
  private func notes(of report: EditReport) -> [String] {
    let outcome = measurer.outcome(of: report.path)
    var notes = outcome?.notes ?? []
    if settings.action == .write, let outcome, outcome.track == nil {
      notes.append("\(report.path.display) already has a gain; use --redo to measure it again")
    }
    return notes
  }

  /// Returns the action taken for the file.
  private func result(of report: EditReport) -> String {
    let outcome = measurer.outcome(of: report.path)
    switch settings.action {
    case .measure: return "measured"
    case .write where outcome != nil && outcome?.track == nil: return "kept"
    case .write, .remove: break
    }
    guard report.changesFile else { return "unchanged" }
    let done = settings.action == .remove ? "removed" : "written"
    return report.isDryRun ? "to be \(done)" : done
  }

  func members(of report: EditReport, to json: inout JSONWriter) {
    guard settings.action != .remove else { return }
    json.object("gain") { json in
      let outcome = measurer.outcome(of: report.path) ?? GainOutcome()
      json.member("result", result(of: report))
      write(outcome.track, to: &json)
      if let album = outcome.album {
        json.object("album") { write(album, to: &$0) }
      }
      json.array("notes", outcome.notes) { $0.string($1) }
    }
  }

  /// Writes loudness, range, peak and gain, rounded to the precision of the tags.
  private func write(_ figures: LoudnessFigures?, to json: inout JSONWriter) {
    json.member("loudness", figures?.loudness.map { $0.rounded(toParts: 100) })
    json.member("range", figures?.range.map { $0.rounded(toParts: 100) })
    json.member("peak", figures?.peak.map { $0.rounded(toParts: 1_000_000) })
    json.member("gain", figures?.gain(to: settings.reference).map { $0.rounded(toParts: 100) })
  }

}

/// Returns the peak relative to full scale in dB, or nil for silence.
private func decibels(_ peak: Double) -> Double? {
  let level = MeasuredLoudness.decibels(ofPeak: peak)
  return level.isFinite ? level : nil
}
