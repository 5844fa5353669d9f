/// The header of one ADTS frame of AAC (ISO/IEC 13818-7 §6.2, 14496-3 §1.A.2.2).
///
/// Parsed only. Each letter is one bit; the checksum, if D is zero, follows the seven bytes.
///
///     AAAAAAAA AAAABCCD EEFFFFGH HHIJKLMM MMMMMMMM MMMOOOOO OOOOOOPP
///     A sync  B 1 MPEG-2, 0 MPEG-4  C layer, zero  D no CRC  E object type - 1  F sample rate  G private  H channels
///     I-L original, home, copyright  M frame length including the header  O buffer fullness  P blocks - 1
struct ADTSHeader: Sendable, Hashable {
  /// The size, in bytes, of a header without its checksum.
  static let size = 7

  /// The first four bytes.
  let rawValue: UInt32
  /// The size of the frame in bytes, including the header.
  let frameSize: Int
  /// The number of blocks of 1024 samples in the frame.
  let blockCount: Int
  /// Whether the bit rate is variable, in which case there is no buffer fullness (14496-3
  /// §1.A.2.2.1, `adts_buffer_fullness`).
  let isVariable: Bool

  /// The sample rates by index (14496-3 table 1.18).
  static let sampleRates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]
  /// The channel counts by channel configuration; configuration 0 means that the stream itself
  /// describes its channels.
  private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]

  /// Parses the header in the seven bytes of `slice` that begin at `index`; nil if they are not a
  /// header.
  init?(_ slice: ByteSlice, at index: Int = 0) {
    guard slice[index] == 0xFF, let second = slice[index + 1], second & 0xF6 == 0xF0,
      let third = slice[index + 2], let fourth = slice[index + 3], let fifth = slice[index + 4],
      let sixth = slice[index + 5], let seventh = slice[index + 6]
    else { return nil }
    rawValue = 0xFF00_0000 | UInt32(second) << 16 | UInt32(third) << 8 | UInt32(fourth)
    frameSize = Int(fourth & 3) << 11 | Int(fifth) << 3 | Int(sixth >> 5)
    blockCount = Int(seventh & 3) + 1
    isVariable = sixth & 0x1F == 0x1F && seventh >> 2 == 0x3F
    guard Int(third >> 2 & 15) < ADTSHeader.sampleRates.count,
      frameSize >= ADTSHeader.size + (second & 1 == 0 ? 2 : 0)
    else { return nil }
  }

  /// The audio object type: 1 main, 2 low complexity, 3 scalable sample rate, 4 long-term
  /// prediction.
  var objectType: Int { Int(rawValue >> 14 & 3) + 1 }

  var sampleRate: Int { ADTSHeader.sampleRates[Int(rawValue >> 10 & 15)] }

  /// The number of channels; nil when the stream itself describes them.
  var channels: Int? {
    let configuration = Int(rawValue >> 6 & 7)
    return configuration == 0 ? nil : ADTSHeader.channelCounts[configuration]
  }

  /// Whether a checksum follows the header.
  var hasChecksum: Bool { rawValue & 0x1_0000 == 0 }

  var sampleCount: Int { blockCount * 1024 }

  /// Whether `next` can be a later frame of the same stream: only lengths and flags change.
  func isContinued(by next: ADTSHeader) -> Bool {
    (rawValue ^ next.rawValue) & 0xFFFE_FDC0 == 0
  }
}
