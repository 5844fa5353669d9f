extension AIFFFormat {
  /// Checks that the chunks have their declared sizes, and compares the audio with the number of
  /// sample frames in `COMM`.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var options = ReadOptions()
    options.limits = limits
    let path = StructurePath(["FORM"])
    var common: CommonChunk?
    var soundData: Chunk?
    try report.checkChunks(AIFFFormat.walker(window, options: options), path) {
      (chunk, _) throws(ParseError) in
      if chunk.id == ChunkID.comm, common == nil {
        common = try? CommonChunk.parse(
          try window.bytes(at: chunk.bodyOffset, upTo: Int(min(32, chunk.bodySize))))
      }
      if chunk.id == ChunkID.soundData, soundData == nil { soundData = chunk }
    }
    report.addGap(common?.frameSize == nil ? .codec : .uncompressed)
    guard let common, let soundData, let size = common.frameSize, size > 0 else { return }
    let samples = try AIFFFormat.samples(of: soundData, in: window)
    report.compareFrames(
      claimed: Int64(common.frameCount), found: Int64(samples?.count ?? 0) / Int64(size), path,
      at: soundData.offset)
  }
}

extension AIFFFormat {
  /// Finds the private data in the chunks.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    try ChunkTraces.privateTraces(by: AIFFFormat.walker(window, options: ReadOptions()))
  }
}
