/// The formats of reports other than dumps.
enum ReportFormat: String, CaseIterable, Sendable {
  /// Human-readable text, whose format may change.
  case text
  case json

  /// Returns the form of the results: text, or `values` as JSON.
  func form(_ values: ResultSequence) -> ResultSequence { self == .json ? values : .text() }
}

/// The formats of lists.
enum RowFormat: String, CaseIterable, Sendable {
  case text, json, ndjson, csv, tsv
}
