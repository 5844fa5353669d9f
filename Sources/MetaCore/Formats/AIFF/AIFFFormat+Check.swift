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
    report.addGap(common?.bitRate == nil ? .codec : .uncompressed)
    guard let common, let soundData, common.bitRate != nil else { return }
    let size = common.channels * ((common.bitsPerSample + 7) / 8)
    guard size > 0 else { return }
    // The offset and block size fields, eight bytes in total, precede the samples.
    report.compareFrames(
      claimed: Int64(common.frameCount), found: max(0, soundData.bodySize - 8) / Int64(size), path,
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
