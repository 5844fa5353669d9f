/// The two forms of reports that are not dumps.
enum ReportFormat: String, CaseIterable, Sendable {
  /// For people; it may change.
  case text
  case json

  /// The form of the results: text, or `values` as JSON.
  func form(_ values: ResultForm) -> ResultForm { self == .json ? values : .text() }
}

/// The forms of what is listed in rows.
enum RowFormat: String, CaseIterable, Sendable {
  case text, json, ndjson, csv, tsv
}
