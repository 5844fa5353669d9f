extension DSFFormat {
  /// Compares the file size and the number of samples in the header with the actual values.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let path = StructurePath(["DSD "])
    report.addGap(.uncompressed)
    var size = ByteReader(try window.bytes(at: 12, count: 8))
    let claimed = try size.littleU64()
    if claimed > UInt64(window.length) {
      report.fail(
        .chunks, .truncated, path, at: 12,
        "the header declares a file size of \(claimed) bytes, but the file is \(window.length) bytes long"
      )
    } else {
      report.count(.chunks)
    }
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: DSFFormat.headerSize))
    let audio = try header.audio(in: window)
    guard header.channels > 0 else { return }
    let samples = (Int64(audio.count) / Int64(header.channels)).times(8)
    report.compareFrames(
      claimed: Int64(clamping: header.sampleCount), found: samples, path, at: header.dataOffset)
  }
}
