extension FLACFormat {
  /// Checks the checksums and numbers of all frames, and compares their samples with the number in
  /// STREAMINFO.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    // Reading the file reports these findings, so they are not kept here.
    var log = DiagnosticLog(limit: 0)
    let layout = try FLACLayout(window, limits: limits, log: &log)
    let path = StructurePath(["fLaC", "frames"])
    var check = FLACStreamCheck(window.source, layout.frames, path: path)
    try check.run(&report)
    report.addGap(.flacMD5)
    guard let block = layout.blocks.first, block.kind == .streamInfo,
      let info = try? FLACStreamInfo.parse(
        try window.bytes(at: block.contentOffset, upTo: FLACStreamInfo.size)),
      let count = info.sampleCount
    else { return }
    if check.sampleCount == count {
      report.count(.flacLength)
    } else {
      report.fail(
        .flacLength, check.sampleCount < count ? .truncated : .malformed, path,
        at: layout.frames.upperBound, "\(check.sampleCount) of \(count) samples found")
    }
  }
}
