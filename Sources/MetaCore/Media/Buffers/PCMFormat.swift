/// How a sample of uncompressed sound is stored.
public struct PCMFormat: Sendable, Hashable, Codable {
  /// Bits of one sample: 8, 16, 24, 32 or 64.
  public var bits: Int
  /// Whether it is a floating-point number.
  public var isFloat: Bool
  /// Whether it is a number with a sign; 8 bits of WAV have none.
  public var isSigned: Bool
  /// Whether the high byte comes first.
  public var isBigEndian: Bool
  /// Whether the samples of all channels that belong together are together; else each channel has
  /// bytes of its own.
  public var isInterleaved: Bool

  /// Makes a format: 16 bits, the low byte first, interleaved, unless something else is said.
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

  /// Integers of 16 bits, interleaved.
  public static let int16 = PCMFormat()
  /// Integers of 24 bits in three bytes, interleaved.
  public static let int24 = PCMFormat(bits: 24)
  /// Integers of 32 bits, interleaved.
  public static let int32 = PCMFormat(bits: 32)
  /// Floating-point numbers of 32 bits, interleaved.
  public static let float32 = PCMFormat(bits: 32, isFloat: true)
  /// Floating-point numbers of 32 bits, each channel in bytes of its own.
  public static let planarFloat32 = PCMFormat(bits: 32, isFloat: true, isInterleaved: false)

  /// How many bytes one sample of one channel has.
  public var bytesPerSample: Int { bits / 8 }

  /// Whether there are samples like that.
  public var isValid: Bool {
    isFloat ? bits == 32 || bits == 64 : [8, 16, 24, 32].contains(bits)
  }

  /// The format by FFmpeg's name: `s16le`, `f32be`, `u8`; nil for one that is not known.
  ///
  /// A `p` at the end stands for separate channels.
  public init?(name: String) {
    var name = Substring(name)
    let isInterleaved = name.last != "p"
    if !isInterleaved { name.removeLast() }
    let isBigEndian = name.hasSuffix("be")
    let hasOrder = isBigEndian || name.hasSuffix("le")
    if hasOrder { name.removeLast(2) }
    // One byte has no order.
    guard hasOrder != (name.dropFirst() == "8") else { return nil }
    guard let kind = name.popFirst(), "sfu".contains(kind), let bits = Int(name) else { return nil }
    self.init(
      bits: bits, isFloat: kind == "f", isSigned: kind != "u", isBigEndian: isBigEndian,
      isInterleaved: isInterleaved)
    guard isValid else { return nil }
  }

  /// FFmpeg's name: `s16le`.
  public var name: String {
    let order = bits == 8 ? "" : isBigEndian ? "be" : "le"
    return (isFloat ? "f" : isSigned ? "s" : "u") + "\(bits)\(order)" + (isInterleaved ? "" : "p")
  }
}

/// What uncompressed sound is like.
public struct AudioFormat: Sendable, Hashable {
  /// How a sample is stored.
  public var pcm: PCMFormat
  /// Samples per second and channel.
  public var sampleRate: Int
  /// How many channels.
  public var channels: Int
  /// Which speaker each channel is for: `stereo`, `5.1(side)` as FFmpeg names layouts; nil when it
  /// is not known.
  public var channelLayout: String?

  /// Makes a format.
  public init(pcm: PCMFormat, sampleRate: Int, channels: Int, channelLayout: String? = nil) {
    self.pcm = pcm
    self.sampleRate = sampleRate
    self.channels = channels
    self.channelLayout = channelLayout
  }

  /// How many bytes one sample of all channels has.
  public var bytesPerFrame: Int { pcm.bytesPerSample * channels }
}
