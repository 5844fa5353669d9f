/// The header of True Audio (`TTA1`; "TTA lossless audio format").
///
///      0  4  "TTA1"    4  2  format: 1 plain, 2 encrypted    6  2  channels    8  2  bits per sample
///     10  4  sample rate                                    14  4  samples of a channel
///
/// TTA2, which no program ever wrote for people, has another header; of it only the tags are known.
enum TrueAudio {
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> SoundProperties? {
    let head = try window.bytes(at: stream.lowerBound, upTo: 22, in: stream)
    guard head.starts(with: "TTA1".utf8) else { return nil }
    var reader = ByteReader(head)
    try reader.skip(6)
    let channels = try reader.littleU16()
    let bits = try reader.littleU16()
    let rate = try reader.littleU32()
    return SoundProperties(
      codec: "tta", sampleRate: rate, channels: Int(channels), bitsPerSample: Int(bits),
      sampleCount: Int64(try reader.littleU32()))
  }
}
