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
    guard let frameSize = common?.frameSize, let soundData, soundData.bodySize >= 8 else {
      return nil
    }
    // u32 bytes before the first frame, u32 block size (AIFF 1.3, "Sound Data Chunk").
    var reader = ByteReader(try window.bytes(at: soundData.bodyOffset, count: 8))
    let start = min(soundData.bodyOffset + 8 + Int64(try reader.u32()), soundData.bodyEnd)
    return PCMSampleWalk.reader(
      start..<soundData.bodyEnd, frameSize: frameSize, of: track, in: window)
  }
}

extension CommonChunk {
  /// The size, in bytes, of one sample of every channel; nil unless the codec is PCM, floating
  /// point, A-law or μ-law.
  fileprivate var frameSize: Int? {
    let width: Int
    switch codec {
    case "lpcm", "sowt", "raw ": width = (bitsPerSample + 7) / 8
    case "ulaw", "alaw": width = 1
    case "in24": width = 3
    case "in32", "fl32": width = 4
    case "fl64": width = 8
    default: return nil
    }
    return channels * width
  }
}
