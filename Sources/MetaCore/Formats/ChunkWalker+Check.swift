extension IntegrityReport {
  /// Checks that chunks have the sizes that they claim; `visit` sees each of them.
  mutating func checkChunks(
    _ walker: ChunkWalker, _ path: StructurePath,
    _ visit: (Chunk, inout IntegrityReport) throws(ParseError) -> Void
  ) throws(ParseError) {
    var walker = walker
    // What the walk finds, the reading of the headers has found, too.
    var log = DiagnosticLog(limit: 1)
    while let chunk = try walker.next(log: &log) {
      let isCut = log.diagnostics.first?.code == "truncated"
      count(.chunks, 1, failed: isCut ? 1 : 0)
      try visit(chunk, &self)
    }
    if !log.diagnostics.isEmpty, log.diagnostics[0].code != "truncated" {
      count(.chunks, 1, failed: 1)
    }
  }

  /// Compares the number of sample frames that a header claims with what stands there.
  mutating func compareFrames(
    claimed: Int64, found: Int64, _ path: StructurePath, at offset: Int64
  ) {
    guard claimed > found else { return count(.soundSizes) }
    fail(
      .soundSizes, .truncated, path, at: offset,
      "the header claims \(claimed) samples, \(found) are there")
  }
}

extension RIFFFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
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
        format = try? WaveFormat.parse(body)
      case ChunkID.data where !hasData:
        hasData = true
        guard let block = format?.frameSize else { return }
        report.count(.soundSizes)
        if chunk.bodySize % Int64(block) != 0 {
          report.remark(path, at: chunk.offset, "the sound does not end with a whole sample")
        }
      default: break
      }
    }
    if !hasData { report.remark(path, at: nil, "there is no chunk of sound") }
    report.leave(format?.isUncompressed == false ? .codec : .uncompressed)
  }
}

extension AIFFFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var options = ReadOptions()
    options.limits = limits
    let path = StructurePath(["FORM"])
    var common: CommonChunk?
    var sound: Chunk?
    try report.checkChunks(AIFFFormat.walker(window, options: options), path) {
      (chunk, _) throws(ParseError) in
      if chunk.id == ChunkID.comm, common == nil {
        common = try? CommonChunk.parse(
          try window.bytes(at: chunk.bodyOffset, upTo: Int(min(32, chunk.bodySize))))
      }
      if chunk.id == ChunkID.soundData, sound == nil { sound = chunk }
    }
    report.leave(common?.bitRate == nil ? .codec : .uncompressed)
    guard let common, let sound, common.bitRate != nil else { return }
    let size = common.channels * ((common.bitsPerSample + 7) / 8)
    guard size > 0 else { return }
    // Eight bytes stand in front of the samples.
    report.compareFrames(
      claimed: Int64(common.frameCount), found: max(0, sound.bodySize - 8) / Int64(size), path,
      at: sound.offset)
  }
}

extension DSDIFFFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    try report.checkChunks(DSDIFFFormat.walker(window, limits: limits), StructurePath(["FRM8"])) {
      (_, _) throws(ParseError) in
    }
    report.leave(.uncompressed)
  }
}

extension DSFFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let path = StructurePath(["DSD "])
    report.leave(.uncompressed)
    var size = ByteReader(try window.bytes(at: 12, count: 8))
    let claimed = try size.littleU64()
    if claimed > UInt64(window.length) {
      report.fail(
        .chunks, .truncated, path, at: 12,
        "the file says that it has \(claimed) bytes, it has \(window.length)")
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

extension TrackerFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) { report.leave(.tracker) }
}

extension ID3Format {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) { report.leave(.onlyTags) }
}

extension WaveFormat {
  /// How many bytes a sample of all channels has, of sound that is not compressed.
  fileprivate var frameSize: Int? {
    let size = blockSize > 0 ? blockSize : channels * ((bitsPerSample + 7) / 8)
    return isUncompressed && size > 0 ? size : nil
  }
}
