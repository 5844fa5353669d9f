/// The audio properties of one DSDIFF file, from its `PROP` chunk (§3.2 "Property Chunk"), and for
/// compressed audio (DST) from `FRTE` ("DST Frame Information Chunk").
///
/// The numbers are the offset and the size in bytes, or only the size for the content of a chunk.
///
///     PROP   0  4  "SND ", then chunks    FS    4  sample rate
///                                         CHNL  2  number of channels, then the ID of each
///                                         CMPR  4  compression: "DSD ", "DST "; then its name
///     FRTE   0  4  number of frames       4  2  frames per second
struct DSDIFFProperties: Sendable {
  var sampleRate: UInt32 = 0
  var channels: Int = 0
  var compression = ChunkID.dsd
  /// The size, in bytes, of the audio as stored, uncompressed or compressed.
  var audioSize: Int64 = 0
  /// The number of frames of compressed audio, and the number of frames per second; nil for DSD.
  var frames: (count: UInt32, rate: UInt16)?

  /// Reads the chunks in `PROP`, unless its type is not sound.
  mutating func read(_ chunk: Chunk, in window: SourceWindow, limits: Limits) throws(ParseError) {
    guard try window.bytes(at: chunk.bodyOffset, upTo: 4).starts(with: "SND ".utf8) else { return }
    var walker = ChunkWalker(
      window, from: chunk.bodyOffset + 4, to: chunk.bodyEnd, form: .dsdiff, limits: limits)
    var log = DiagnosticLog(limit: 0)
    while let child = try walker.next(log: &log) {
      var reader = ByteReader(try window.bytes(at: child.bodyOffset, upTo: 4))
      switch child.id {
      case ChunkID.sampleRate: sampleRate = try reader.u32()
      case ChunkID.channels: channels = Int(try reader.u16())
      case ChunkID.compression: compression = try reader.fourCC()
      default: continue
      }
    }
  }

  /// Reads the number and the rate of the frames of compressed audio from the first chunk in its
  /// `DST` chunk.
  mutating func readFrames(_ chunk: Chunk, in window: SourceWindow) throws(ParseError) {
    var reader = ByteReader(try window.bytes(at: chunk.bodyOffset, upTo: 18))
    guard try reader.fourCC() == ChunkID.frameInformation else { return }
    try reader.skip(8)
    frames = (try reader.u32(), try reader.u16())
  }

  var properties: AudioProperties {
    var count: Int64?
    if let frames, frames.rate > 0 {
      count = Int64(clamping: UInt64(frames.count) * UInt64(sampleRate / UInt32(frames.rate)))
    } else if channels > 0, compression == ChunkID.dsd {
      count = (audioSize / Int64(channels)).multipliedReportingOverflow(by: 8).partialValue
    }
    return AudioProperties(
      codec: compression == ChunkID.dst ? "dst" : "dsd", sampleRate: sampleRate,
      channels: channels, bitsPerSample: 1, sampleCount: count)
  }
}

extension ChunkID {
  static let dsd = FourCC("D", "S", "D", " ")
  static let dst = FourCC("D", "S", "T", " ")
  static let properties = FourCC("P", "R", "O", "P")
  static let sampleRate = FourCC("F", "S", " ", " ")
  static let channels = FourCC("C", "H", "N", "L")
  static let compression = FourCC("C", "M", "P", "R")
  static let frameInformation = FourCC("F", "R", "T", "E")
  static let masterInformation = FourCC("D", "I", "I", "N")
}
