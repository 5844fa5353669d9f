/// The four-byte header of one MPEG audio frame, in any container (ISO/IEC 11172-3 §2.4.1.3,
/// 13818-3, and "MPEG 2.5").
///
/// Each letter is one bit.
///
///     AAAAAAAA AAABBCCD EEEEFFGH IIJJKLMM
///     A sync  B version  C layer  D no CRC  E bit rate  F sample rate  G padding  H private
///     I channel mode  J mode extension  K copyright  L original  M emphasis
struct MPEGFrameHeader: Sendable, Hashable {
  /// The version of the standard; the raw value is the code in the header.
  enum Version: UInt32 {
    case mpeg25 = 0
    case mpeg2 = 2
    case mpeg1 = 3

    var name: String {
      switch self {
      case .mpeg25: "2.5"
      case .mpeg2: "2"
      case .mpeg1: "1"
      }
    }
  }

  /// The size of a header in bytes.
  static let size = 4

  let rawValue: UInt32
  let version: Version
  /// The layer, 1 to 3.
  let layer: Int
  /// Bits per second; zero in free format, where it follows from the distance between frames.
  let bitRate: Int
  /// Samples per second.
  let sampleRate: Int

  /// Creates a header; nil if the four bytes cannot begin a frame.
  init?(rawValue: UInt32) {
    guard rawValue >= 0xFFE0_0000, let version = Version(rawValue: rawValue >> 19 & 3) else {
      return nil
    }
    let layer = 4 - Int(rawValue >> 17 & 3)
    let rateIndex = Int(rawValue >> 12 & 15)
    let sampleIndex = Int(rawValue >> 10 & 3)
    guard layer < 4, rateIndex < 15, sampleIndex < 3 else { return nil }
    self.rawValue = rawValue
    self.version = version
    self.layer = layer
    bitRate = 1000 * MPEGFrameHeader.kilobits(version, layer: layer, index: rateIndex)
    let base = sampleIndex == 0 ? 44100 : sampleIndex == 1 ? 48000 : 32000
    sampleRate = version == .mpeg1 ? base : version == .mpeg2 ? base / 2 : base / 4
  }

  /// Parses the header in the four bytes of `slice` that begin at `index`; nil if they are not a
  /// header.
  init?(_ slice: ByteSlice, at index: Int = 0) {
    guard slice[index] == 0xFF, let second = slice[index + 1], second >= 0xE0,
      let third = slice[index + 2], let fourth = slice[index + 3]
    else { return nil }
    self.init(rawValue: 0xFF00_0000 | UInt32(second) << 16 | UInt32(third) << 8 | UInt32(fourth))
  }

  /// The bit rate table, 15 rates per line: MPEG-1 layers I to III, MPEG-2 layer I, MPEG-2 layers
  /// II and III.
  private static let rates: [Int] = [
    0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
    0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
    0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
  ]

  private static func kilobits(_ version: Version, layer: Int, index: Int) -> Int {
    let column = version == .mpeg1 ? layer - 1 : layer == 1 ? 3 : 4
    return rates[column * 15 + index]
  }

  var isPadded: Bool { rawValue & 0x200 != 0 }

  /// The channel mode: 0 stereo, 1 joint stereo, 2 two channels, 3 one channel.
  var channelMode: Int { Int(rawValue >> 6 & 3) }

  var channels: Int { channelMode == 3 ? 1 : 2 }

  var channelModeName: String {
    switch channelMode {
    case 0: "stereo"
    case 1: "jointStereo"
    case 2: "dualChannel"
    default: "mono"
    }
  }

  var samplesPerFrame: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .mpeg1 ? 1152 : 576
    }
  }

  /// The size of the frame in bytes, including the header; nil in free format.
  var frameSize: Int? {
    guard bitRate > 0 else { return nil }
    let padding = isPadded ? 1 : 0
    if layer == 1 { return (12 * bitRate / sampleRate + padding) * 4 }
    return samplesPerFrame / 8 * bitRate / sampleRate + padding
  }

  /// The size, in bytes, of the side information after the header of a layer III frame.
  var sideInformationSize: Int {
    if version == .mpeg1 { return channels == 1 ? 17 : 32 }
    return channels == 1 ? 9 : 17
  }

  /// Whether `next` can be a later frame of the same stream: version, layer, sample rate and the
  /// use of free format never change.
  func isContinued(by next: MPEGFrameHeader) -> Bool {
    (rawValue ^ next.rawValue) & 0xFFFE_0C00 == 0 && (bitRate == 0) == (next.bitRate == 0)
  }

  /// The name of the codec: `mp3`, `mp2` or `mp1`.
  var codec: String { layer == 3 ? "mp3" : layer == 2 ? "mp2" : "mp1" }
}
