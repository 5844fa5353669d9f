extension RIFFFormat {
  /// Checks that the chunks have their declared sizes; audio that does not end with a whole frame
  /// is reported as a remark.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    // Reading the file reports these findings, so they are not kept here.
    var log = DiagnosticLog(limit: 0)
    var options = ReadOptions()
    options.limits = limits
    let path = StructurePath(["RIFF"])
    var format: WaveFormat?
    var hasData = false
    let walker = try RIFFFormat.walker(window, options: options, log: &log)
    try report.checkChunks(walker, path) { (chunk, report) throws(ParseError) in
      switch chunk.id {
      case ChunkID.fmt where format == nil:
        let body = try window.bytes(at: chunk.bodyOffset, upTo: Int(min(40, chunk.bodySize)))
        format = try? WaveFormat.parse(body, walker.form.order)
      case ChunkID.data where !hasData:
        hasData = true
        guard let block = format?.frameSize else { return }
        report.count(.soundSizes)
        if chunk.bodySize % Int64(block) != 0 {
          report.remark(
            path, at: chunk.offset, "the audio does not end with a complete sample frame")
        }
      default: break
      }
    }
    if !hasData { report.remark(path, at: nil, "there is no data chunk") }
    report.addGap(format?.isUncompressed == false ? .codec : .uncompressed)
  }
}

extension RIFFFormat {
  /// Finds the private data in the chunks; if there are several ID3v1 tags at the end, only the
  /// last is inspected.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    var log = DiagnosticLog(limit: 0)
    let walker = try RIFFFormat.walker(window, options: ReadOptions(), log: &log)
    var traces = try ChunkTraces.privateTraces(by: walker)
    if walker.end < window.length - Int64(ID3v1.size) {
      traces.leave(ID3v1.container.rawValue, "a tag before the last one that is not inspected")
    }
    return traces
  }
}
