/// WAVEFORMATEX: the description of an audio stream in the `fmt ` chunk of WAV and in the stream
/// properties of ASF (Microsoft WAVEFORMATEX and WAVEFORMATEXTENSIBLE, mmreg.h).
///
/// It is only parsed.
///
/// Offset and size of each field in bytes:
///
///      0  2  format tag        2  2  channels       4  4  sample rate      8  4  bytes per second
///     12  2  block size       14  2  bits per sample
///     16  2  size of the rest 18  2  valid bits    20  4  speakers        24 16  format tag as a GUID
struct WaveFormat: Sendable, Hashable {
  /// The format tag; for an extensible format, the tag in its GUID.
  var tag: UInt16
  var channels: Int
  var sampleRate: UInt32
  var bytesPerSecond: UInt32
  var blockSize: Int
  var bitsPerSample: Int
  /// The speakers of the channels, as a bit mask; nil unless the format is extensible.
  var speakers: UInt32?

  /// The byte order of these numbers and of uncompressed samples.
  var order = ByteOrder.little

  /// The tag of WAVEFORMATEXTENSIBLE, in which a GUID contains the actual tag.
  private static let extensible: UInt16 = 0xFFFE

  static func parse(
    _ body: ByteSlice, _ order: ByteOrder = .little
  ) throws(ParseError) -> WaveFormat {
    var reader = ByteReader(body)
    var format = WaveFormat(
      tag: try reader.u16(order), channels: Int(try reader.u16(order)),
      sampleRate: try reader.u32(order), bytesPerSecond: try reader.u32(order),
      blockSize: Int(try reader.u16(order)), bitsPerSample: 0, order: order)
    // The oldest form, WAVEFORMAT, ends here.
    if let bits = try? reader.u16(order) { format.bitsPerSample = Int(bits) }
    guard format.tag == extensible, reader.remaining >= 24 else { return format }
    try reader.skip(2)
    let validBits = Int(try reader.u16(order))
    format.speakers = try reader.u32(order)
    // The first field of a GUID has four bytes.
    format.tag = UInt16(truncatingIfNeeded: try reader.u32(order))
    if validBits > 0, validBits <= format.bitsPerSample { format.bitsPerSample = validBits }
    return format
  }

  /// The codec names for format tags (RFC 2361, mmreg.h); a four-character code if one is in
  /// general use.
  private static let codecs: [UInt16: String] = [
    0x0002: "adpcm", 0x0006: "alaw", 0x0007: "ulaw", 0x0008: "dts", 0x0011: "ima-adpcm",
    0x0014: "g723", 0x0022: "truespeech", 0x0031: "gsm", 0x0040: "g721", 0x0045: "g726",
    0x0050: "mp2", 0x0055: "mp3", 0x0064: "g726", 0x0065: "g722", 0x0092: "ac-3", 0x00FF: "aac",
    0x0160: "wma1", 0x0161: "wma2", 0x0162: "wma3", 0x0163: "wmal", 0x0270: "atrac3",
    0x1600: "aac", 0x1602: "latm", 0x1610: "aac", 0x2000: "ac-3", 0x2001: "dts", 0x674F: "vorbis",
    0xA109: "speex", 0xF1AC: "flac",
  ]

  /// Whether every sample has a fixed size: PCM, floating point, A-law or μ-law.
  var isUncompressed: Bool { tag == 1 || tag == 3 || tag == 6 || tag == 7 }

  var codec: String {
    switch tag {
    case 1: return "lpcm"
    case 3: return bitsPerSample == 64 ? "fl64" : "fl32"
    default: return WaveFormat.codecs[tag] ?? "0x" + String(hexadecimal: tag, width: 4)
    }
  }

  /// Sets the audio properties of a track.
  func describe(_ track: inout TrackDescription) {
    track.codec = codec
    track.timescale = sampleRate > 0 ? sampleRate : nil
    track.bitRate = bytesPerSecond > 0 ? Int64(bytesPerSecond) * 8 : nil
    var audio = AudioDescription()
    audio.sampleRate = Double(sampleRate)
    audio.channels = channels
    audio.bitsPerSample = bitsPerSample > 0 ? bitsPerSample : nil
    track.audio = audio
    track.speakers = speakers
  }

  /// The size, in bytes, of one sample of all channels; nil for compressed audio, or when the size
  /// is zero.
  var frameSize: Int? {
    let size = blockSize > 0 ? blockSize : channels * ((bitsPerSample + 7) / 8)
    return isUncompressed && size > 0 ? size : nil
  }

  /// Returns the number of samples per channel in `bytes` bytes of audio, or nil when it is
  /// unknown; for compressed audio, it is estimated from the byte rate.
  func samples(in bytes: Int64) -> Int64? {
    if let frameSize { return bytes / Int64(frameSize) }
    guard bytesPerSecond > 0 else { return nil }
    return Int64(
      exactly: (Double(bytes) / Double(bytesPerSecond) * Double(sampleRate)).rounded())
  }
}
