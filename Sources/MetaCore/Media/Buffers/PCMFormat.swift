/// How uncompressed audio samples are stored: their width, number type and byte order, and whether
/// channels are interleaved.
public struct PCMFormat: Sendable, Hashable, Codable {
  /// The number of bits per sample: 8, 16, 24, 32 or 64.
  public var bits: Int
  /// Whether samples are floating-point numbers.
  public var isFloat: Bool
  /// Whether integers are signed; 8-bit WAV is unsigned.
  public var isSigned: Bool
  /// Whether the most significant byte comes first.
  public var isBigEndian: Bool
  /// Whether the samples of all channels alternate in one plane; otherwise each channel has its
  /// own.
  public var isInterleaved: Bool

  /// Creates a format; the default is 16-bit little-endian interleaved integers.
  public init(
    bits: Int = 16, isFloat: Bool = false, isSigned: Bool = true, isBigEndian: Bool = false,
    isInterleaved: Bool = true
  ) {
    self.bits = bits
    self.isFloat = isFloat
    self.isSigned = isSigned
    self.isBigEndian = isBigEndian
    self.isInterleaved = isInterleaved
  }

  /// 16-bit integers, interleaved.
  public static let int16 = PCMFormat()
  /// 24-bit integers in three bytes, interleaved.
  public static let int24 = PCMFormat(bits: 24)
  /// 32-bit integers, interleaved.
  public static let int32 = PCMFormat(bits: 32)
  /// 32-bit floating point, interleaved.
  public static let float32 = PCMFormat(bits: 32, isFloat: true)
  /// 32-bit floating point, one plane per channel.
  public static let planarFloat32 = PCMFormat(bits: 32, isFloat: true, isInterleaved: false)

  /// The number of bytes in one sample of one channel.
  public var bytesPerSample: Int { bits / 8 }

  /// Whether the combination of properties is valid.
  public var isValid: Bool {
    isFloat ? bits == 32 || bits == 64 : [8, 16, 24, 32].contains(bits)
  }

  /// Creates a format from FFmpeg's name, such as `s16le`, `f32be` or `u8`; nil for an unknown
  /// name.
  ///
  /// A trailing `p` means one plane per channel.
  public init?(name: String) {
    var name = Substring(name)
    let isInterleaved = name.last != "p"
    if !isInterleaved { name.removeLast() }
    let isBigEndian = name.hasSuffix("be")
    let hasOrder = isBigEndian || name.hasSuffix("le")
    if hasOrder { name.removeLast(2) }
    // A single byte has no byte order.
    guard hasOrder != (name.dropFirst() == "8") else { return nil }
    guard let kind = name.popFirst(), "sfu".contains(kind), let bits = Int(name) else { return nil }
    self.init(
      bits: bits, isFloat: kind == "f", isSigned: kind != "u", isBigEndian: isBigEndian,
      isInterleaved: isInterleaved)
    guard isValid else { return nil }
  }

  /// FFmpeg's name, such as `s16le`.
  public var name: String {
    let order = bits == 8 ? "" : isBigEndian ? "be" : "le"
    return (isFloat ? "f" : isSigned ? "s" : "u") + "\(bits)\(order)" + (isInterleaved ? "" : "p")
  }
}

/// The format of uncompressed audio: the storage format, the sample rate and the channels.
public struct AudioFormat: Sendable, Hashable {
  /// The storage format of a sample.
  public var pcm: PCMFormat
  /// The number of samples per second in each channel.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// FFmpeg's name for the channel layout, such as `stereo` or `5.1(side)`; nil if unknown.
  public var channelLayout: String?

  /// Creates a format.
  public init(pcm: PCMFormat, sampleRate: Int, channels: Int, channelLayout: String? = nil) {
    self.pcm = pcm
    self.sampleRate = sampleRate
    self.channels = channels
    self.channelLayout = channelLayout
  }

  /// The number of bytes in one sample of all channels.
  public var bytesPerFrame: Int { pcm.bytesPerSample * channels }
}
