/// The values of `--format` for verbs whose results are not rows of a table, such as `verify`,
/// `tree` and `config`.
enum ReportFormat: String, CaseIterable, Sendable {
  /// Human-readable text, whose format may change.
  case text
  case json

  /// Returns the form of the results: text, or `values` as JSON.
  func form(_ values: ResultSequence) -> ResultSequence { self == .json ? values : .text() }
}

/// The values of `--format` for verbs whose results can be rows of a table: `get` and `check`.
enum RowFormat: String, CaseIterable, Sendable {
  case text, json, ndjson, csv, tsv
}
