/// Reads the uncompressed audio of a WAV file in pieces; the frame sizes of other audio are
/// unknown.
extension RIFFFormat: PacketFormat {
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)? {
    var options = ReadOptions()
    options.limits = limits
    var log = DiagnosticLog()
    var walker = try RIFFFormat.walker(window, options: options, log: &log)
    var format: WaveFormat?
    while let chunk = try walker.next(log: &log) {
      if chunk.id == ChunkID.fmt, format == nil {
        format = try WaveFormat.parse(
          try window.bytes(at: chunk.bodyOffset, upTo: Int(min(40, chunk.bodySize))),
          walker.form.order)
      }
      guard chunk.id == ChunkID.data else { continue }
      guard let frameSize = format?.frameSize else { return nil }
      return PCMSampleWalk.reader(
        chunk.bodyOffset..<chunk.bodyEnd, frameSize: frameSize, of: track, in: window)
    }
    return nil
  }
}
