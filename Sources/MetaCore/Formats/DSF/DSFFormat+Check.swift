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
    let header = try DSFHeader.parse(try window.bytes(at: 0, upTo: 92))
    var data = ByteReader(try window.bytes(at: 84, count: 8))
    let found = max(0, min(Int64(clamping: try data.littleU64()) - 12, window.length - 92))
    guard header.channels > 0 else { return }
    report.compareFrames(
      claimed: Int64(clamping: header.sampleCount), found: found / Int64(header.channels) * 8, path,
      at: 80)
  }
}
