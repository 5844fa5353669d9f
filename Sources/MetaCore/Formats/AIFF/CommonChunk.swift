/// The `COMM` chunk of an AIFF or AIFF-C file, which describes its audio (Apple "Audio Interchange
/// File Format" 1.3 and AIFF-C draft, "Common Chunk").
///
/// Offset and size of each field in bytes:
///
///      0  2  channels     2  4  sample frames     6  2  bits per sample     8 10  sample rate, 80-bit float
///     18  4  compression type (AIFF-C)           22  …  its name: length and text (AIFF-C)
struct CommonChunk: Sendable, Hashable {
  var channels: Int
  var frameCount: UInt32
  var bitsPerSample: Int
  var sampleRate: Double
  /// The compression type: `NONE` for uncompressed samples, as in every plain AIFF file.
  var compression = FourCC("N", "O", "N", "E")

  static func parse(_ body: ByteSlice) throws(ParseError) -> CommonChunk {
    var reader = ByteReader(body)
    var chunk = CommonChunk(
      channels: Int(try reader.u16()), frameCount: try reader.u32(),
      bitsPerSample: Int(try reader.u16()),
      sampleRate: ExtendedFloat.decode(
        signAndExponent: try reader.u16(), significand: try reader.u64()))
    if let compression = try? reader.fourCC() { chunk.compression = compression }
    return chunk
  }

  /// The QuickTime name of the codec, in lower case, because files contain both `ulaw` and `ULAW`;
  /// `lpcm` for `NONE` and `twos`.
  var codec: String {
    let name = compression.description.lowercased()
    return name == "none" || name == "twos" ? "lpcm" : name
  }

  /// The bit rate of uncompressed integer audio (`lpcm` and `sowt`) in bits per second, where each
  /// sample fills whole bytes; nil for other codecs, or when the sample rate is unknown.
  var bitRate: Int64? {
    guard codec == "lpcm" || codec == "sowt" else { return nil }
    return bitRate(sampleSize: (bitsPerSample + 7) / 8 * 8)
  }

  /// The bit rate in bits per second, also for A-law and μ-law, whose samples have 8 bits (ITU-T
  /// G.711) regardless of what the chunk declares.
  var declaredBitRate: Int64? {
    codec == "alaw" || codec == "ulaw" ? bitRate(sampleSize: 8) : bitRate
  }

  /// The size, in bytes, of one sample of every channel; nil unless the codec is PCM, floating
  /// point, A-law or μ-law.
  var frameSize: Int? {
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

  private func bitRate(sampleSize: Int) -> Int64? {
    guard let timescale else { return nil }
    let frameSize = Int64(channels) * Int64(sampleSize)
    let (rate, isTooLarge) = frameSize.multipliedReportingOverflow(by: Int64(timescale))
    return isTooLarge ? nil : rate
  }

  /// The sample rate, rounded to an integer; nil when it is zero or does not fit in 32 bits.
  var timescale: UInt32? {
    guard let rate = UInt32(exactly: sampleRate.rounded()), rate > 0 else { return nil }
    return rate
  }
}

/// Converts between `Double` and the 80-bit floating-point numbers of the 68881 (IEEE 754
/// "extended"), in which AIFF stores the sample rate.
enum ExtendedFloat {
  static func decode(signAndExponent: UInt16, significand: UInt64) -> Double {
    let exponent = Int(signAndExponent & 0x7FFF)
    guard significand != 0, exponent != 0x7FFF else { return 0 }
    let magnitude = Double(
      sign: .plus, exponent: exponent - 16383 - 63, significand: Double(significand))
    return signAndExponent & 0x8000 != 0 ? -magnitude : magnitude
  }

  /// Encodes a non-negative number in ten bytes.
  static func encode(_ number: Double) -> [UInt8] {
    var writer = ByteWriter(reserving: 10)
    guard number > 0, number.isFinite else { return [UInt8](repeating: 0, count: 10) }
    writer.u16(UInt16(clamping: Int(number.exponent) + 16383))
    writer.u64(1 << 63 | number.significandBitPattern << 11)
    return writer.bytes
  }
}
