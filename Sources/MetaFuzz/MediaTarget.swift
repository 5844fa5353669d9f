internal import MetaCore

extension FuzzTarget {
  /// Runs everything that `verify` does without decoding: visits all samples and runs all checks
  /// (`META_FUZZ_TARGET=media`).
  static func checkMedia(_ bytes: [UInt8]) {
    let source = DataSource(bytes)
    var total: Int64 = 0
    try? Inspector.visitMedia(of: source) { (sample) throws(ParseError) in
      total = total.addingReportingOverflow(Int64(sample.range.count)).partialValue
    }
    guard let report = try? Inspector.integrity(of: source) else { return }
    for result in report.results { precondition(result.failed <= result.checked) }
    precondition(report.findings.count <= Limits.standard.diagnostics + 1)
  }
}
