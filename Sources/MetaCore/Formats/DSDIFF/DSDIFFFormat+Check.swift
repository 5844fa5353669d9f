extension DSDIFFFormat {
  /// Checks that the chunks have their declared sizes; the audio is not checked.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    try report.checkChunks(DSDIFFFormat.walker(window, limits: limits), StructurePath(["FRM8"])) {
      (_, _) throws(ParseError) in
    }
    report.addGap(.uncompressed)
  }
}
