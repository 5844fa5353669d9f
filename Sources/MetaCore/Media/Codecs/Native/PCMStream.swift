/// The location and coding of one track of uncompressed audio in a WAV, AIFF, MP4 or QuickTime
/// file, from which ``PCMDecoder`` reads it.
struct PCMStream: Sendable, Hashable {
  /// How the file stores one sample of one channel.
  enum Coding: Sendable, Hashable {
    /// A signed integer of `bytes` bytes.
    case integer(bytes: Int, isBigEndian: Bool)
    /// An unsigned byte, with zero at 128.
    case unsignedByte
    /// A floating-point number of 4 or 8 bytes.
    case float(bytes: Int, isBigEndian: Bool)
    /// One byte, ITU-T G.711 A-law.
    case aLaw
    /// One byte, ITU-T G.711 µ-law.
    case muLaw
  }

  /// Samples that are contiguous in the file: a whole `data` chunk, or one chunk of a movie track.
  struct Extent: Sendable, Hashable {
    /// The offset of the first byte in the file.
    var offset: Int64
    /// The index of the first sample in the track.
    var first: Int64
    /// The number of samples per channel.
    var count: Int64
  }

  var coding: Coding
  var channels: Int
  var sampleRate: Int
  /// FFmpeg's name for the channel layout; nil if the file does not specify one.
  var channelLayout: String?
  /// The sample data, in order.
  var extents: [Extent]
  /// The maximum number of samples per channel in a buffer.
  var framesPerBuffer: Int
  /// The offset at which a truncated file ends; nil if the file contains all the audio that its
  /// headers declare.
  var truncation: Int64?

  /// The number of bytes in one sample of all channels.
  var bytesPerFrame: Int { coding.bytes * channels }

  /// Whether all values are in range.
  var isValid: Bool {
    (1...64).contains(channels) && (1...(1 << 24)).contains(sampleRate) && coding.isKnown
      && framesPerBuffer > 0
  }

  /// The output format: little-endian samples of the same size, except that 24-bit samples become
  /// the upper bits of 32-bit samples, as in libavcodec, A-law and µ-law become 16-bit samples, and
  /// 8-bit samples are unsigned.
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

  /// The buffer size of FFmpeg's WAV and AIFF demuxers.
  static let bufferSize = 4096

  /// Returns the number of samples per channel in a buffer of ``bufferSize``.
  static func framesPerBuffer(_ bytesPerFrame: Int) -> Int {
    max(1, bufferSize / max(1, bytesPerFrame))
  }
}

extension PCMStream.Coding {
  /// The number of bytes per sample.
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

  /// Converts samples from the file to ``PCMStream/format``.
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

  /// Reverses the bytes of each value.
  private static func swapped(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: bytes.count)
    for start in stride(from: 0, to: bytes.count - width + 1, by: width) {
      for byteIndex in 0..<width {
        result[start + byteIndex] = bytes[start + width - 1 - byteIndex]
      }
    }
    return result
  }

  /// Widens 24-bit integers to the upper bits of 32-bit ones.
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

  /// Expands one-byte codes to 16-bit samples using a table.
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

/// The tables that expand the codes of ITU-T G.711 to 16-bit samples: 13 bits of A-law and 14 of
/// µ-law, left-aligned.
private enum G711 {
  /// Sign, three exponent bits, four mantissa bits; every second bit is inverted (G.711, table 1).
  static let aLaw: [Int16] = (0..<256).map { byte in
    let code = byte ^ 0x55
    let (exponent, mantissa) = (code >> 4 & 7, code & 15)
    let magnitude = exponent == 0 ? (2 * mantissa + 1) << 3 : (2 * mantissa + 33) << (exponent + 2)
    return Int16(code & 0x80 != 0 ? magnitude : -magnitude)
  }

  /// Like A-law, but with all bits inverted and an offset of 33 (G.711, table 2).
  static let muLaw: [Int16] = (0..<256).map { byte in
    let code = byte ^ 0xFF
    let (exponent, mantissa) = (code >> 4 & 7, code & 15)
    let magnitude = ((2 * mantissa + 33) << exponent - 33) * 4
    return Int16(code & 0x80 != 0 ? -magnitude : magnitude)
  }
}
