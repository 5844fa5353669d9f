/// Uncompressed sound in a file: where it is, and how its samples are stored.
struct PCMStream: Sendable, Hashable {
  /// How one sample of one channel is stored.
  enum Coding: Sendable, Hashable {
    /// A signed integer with this number of bytes.
    case integer(bytes: Int, isBigEndian: Bool)
    /// One byte, whose zero is 128.
    case unsignedByte
    /// A floating-point number of 4 or 8 bytes.
    case float(bytes: Int, isBigEndian: Bool)
    /// One byte by the A-law of ITU-T G.711.
    case aLaw
    /// One byte by the µ-law of ITU-T G.711.
    case muLaw
  }

  /// Samples of all channels that follow each other in the file.
  struct Extent: Sendable, Hashable {
    /// Where they begin in the file.
    var offset: Int64
    /// The number of the first one in the track.
    var first: Int64
    /// How many there are of each channel.
    var count: Int64
  }

  var coding: Coding
  var channels: Int
  var sampleRate: Int
  /// The name that FFmpeg has for the layout of the channels; nil where the file does not say it.
  var channelLayout: String?
  /// Where the samples are, in their order.
  var extents: [Extent]
  /// The samples of each channel that one buffer has at most.
  var framesPerBuffer: Int
  /// Where the file ends although its headers have more sound; nil where it is complete.
  var truncation: Int64?

  /// How many bytes one sample of all channels has.
  var bytesPerFrame: Int { coding.bytes * channels }

  /// Whether its numbers are possible.
  var isValid: Bool {
    (1...64).contains(channels) && (1...(1 << 24)).contains(sampleRate) && coding.isKnown
      && framesPerBuffer > 0
  }

  /// What is delivered: numbers of the same size, the low byte first; 24 bits are the upper ones of
  /// 32, as in libavcodec.
  var format: AudioFormat {
    let pcm: PCMFormat =
      switch coding {
      case .unsignedByte, .integer(bytes: 1, isBigEndian: _): PCMFormat(bits: 8, isSigned: false)
      case .integer(bytes: 2, isBigEndian: _), .aLaw, .muLaw: .int16
      case .integer: .int32
      case .float(let bytes, _): PCMFormat(bits: bytes * 8, isFloat: true)
      }
    return AudioFormat(
      pcm: pcm, sampleRate: sampleRate, channels: channels, channelLayout: channelLayout)
  }

  /// The size of the buffers of FFmpeg's demuxers for WAV and AIFF.
  static let bufferSize = 4096

  /// How many samples of each channel a buffer of ``bufferSize`` has.
  static func framesPerBuffer(_ bytesPerFrame: Int) -> Int {
    max(1, bufferSize / max(1, bytesPerFrame))
  }
}

extension PCMStream.Coding {
  /// How many bytes a sample has.
  var bytes: Int {
    switch self {
    case .integer(let bytes, _), .float(let bytes, _): bytes
    case .unsignedByte, .aLaw, .muLaw: 1
    }
  }

  fileprivate var isKnown: Bool {
    switch self {
    case .integer(let bytes, _): (1...4).contains(bytes)
    case .float(let bytes, _): bytes == 4 || bytes == 8
    case .unsignedByte, .aLaw, .muLaw: true
    }
  }

  /// The samples of the file as ``PCMStream/format`` has them.
  func decoded(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .unsignedByte, .integer(bytes: 2, isBigEndian: false),
      .integer(bytes: 4, isBigEndian: false), .float(_, isBigEndian: false):
      return bytes
    case .integer(bytes: 1, _): return bytes.map { $0 ^ 0x80 }
    case .integer(bytes: 3, let isBigEndian):
      return PCMStream.Coding.widened(bytes, isBigEndian)
    case .integer(let width, _), .float(let width, _):
      return PCMStream.Coding.swapped(bytes, width)
    case .aLaw: return PCMStream.Coding.expanded(bytes, G711.aLaw)
    case .muLaw: return PCMStream.Coding.expanded(bytes, G711.muLaw)
    }
  }

  private static func swapped(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: bytes.count)
    for start in stride(from: 0, to: bytes.count - width + 1, by: width) {
      for place in 0..<width { result[start + place] = bytes[start + width - 1 - place] }
    }
    return result
  }

  private static func widened(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
    let count = bytes.count / 3
    var result = [UInt8](repeating: 0, count: count * 4)
    for index in 0..<count {
      let (from, to) = (index * 3, index * 4)
      result[to + 1] = bytes[from + (isBigEndian ? 2 : 0)]
      result[to + 2] = bytes[from + 1]
      result[to + 3] = bytes[from + (isBigEndian ? 0 : 2)]
    }
    return result
  }

  private static func expanded(_ bytes: [UInt8], _ table: [Int16]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: bytes.count * 2)
    for (index, byte) in bytes.enumerated() {
      let value = UInt16(bitPattern: table[Int(byte)])
      result[index * 2] = UInt8(truncatingIfNeeded: value)
      result[index * 2 + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
    return result
  }
}

/// The samples of 16 bits that bytes of ITU-T G.711 are: 13 bits of A-law and 14 of µ-law, moved to
/// the upper ones.
private enum G711 {
  /// Sign, three bits of exponent, four of mantissa; every second bit is inverted (G.711, table 1).
  static let aLaw: [Int16] = (0..<256).map { byte in
    let code = byte ^ 0x55
    let (exponent, mantissa) = (code >> 4 & 7, code & 15)
    let magnitude = exponent == 0 ? (2 * mantissa + 1) << 3 : (2 * mantissa + 33) << (exponent + 2)
    return Int16(code & 0x80 != 0 ? magnitude : -magnitude)
  }

  /// The same with all bits inverted and an offset of 33 (G.711, table 2).
  static let muLaw: [Int16] = (0..<256).map { byte in
    let code = byte ^ 0xFF
    let (exponent, mantissa) = (code >> 4 & 7, code & 15)
    let magnitude = ((2 * mantissa + 33) << exponent - 33) * 4
    return Int16(code & 0x80 != 0 ? -magnitude : magnitude)
  }
}
