/// Reads the uncompressed audio of an AIFF file in pieces; the frame size of other audio is
/// unknown.
extension AIFFFormat: PacketFormat {
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)? {
    var options = ReadOptions()
    options.limits = limits
    var walker = AIFFFormat.walker(window, options: options)
    var log = DiagnosticLog()
    var common: CommonChunk?
    var soundData: Chunk?
    while let chunk = try walker.next(log: &log) {
      if chunk.id == ChunkID.comm, common == nil {
        common = try CommonChunk.parse(
          try window.bytes(at: chunk.bodyOffset, upTo: Int(min(22, chunk.bodySize))))
      }
      if chunk.id == ChunkID.soundData, soundData == nil { soundData = chunk }
    }
    guard let frameSize = common?.frameSize, let soundData,
      let samples = try AIFFFormat.samples(of: soundData, in: window)
    else { return nil }
    return PCMSampleWalk.reader(samples, frameSize: frameSize, of: track, in: window)
  }
}
