extension IntegrityReport {
  /// Checks that the chunks have their declared sizes; calls `visit` for each chunk.
  mutating func checkChunks(
    _ walker: ChunkWalker, _ path: StructurePath,
    _ visit: (Chunk, inout IntegrityReport) throws(ParseError) -> Void
  ) throws(ParseError) {
    var walker = walker
    // Reading the headers reports the same problems, so here they are only counted.
    var log = DiagnosticLog(limit: 1)
    while let chunk = try walker.next(log: &log) {
      let isCut = log.diagnostics.first?.code == .truncated
      count(.chunks, 1, failed: isCut ? 1 : 0)
      try visit(chunk, &self)
    }
    if !log.diagnostics.isEmpty, log.diagnostics[0].code != .truncated {
      count(.chunks, 1, failed: 1)
    }
  }

  /// Checks that a header does not declare more sample frames than are present.
  mutating func compareFrames(
    claimed: Int64, found: Int64, _ path: StructurePath, at offset: Int64
  ) {
    guard claimed > found else { return count(.soundSizes) }
    fail(
      .soundSizes, .truncated, path, at: offset,
      "the header declares \(claimed) samples, but only \(found) are present")
  }
}
