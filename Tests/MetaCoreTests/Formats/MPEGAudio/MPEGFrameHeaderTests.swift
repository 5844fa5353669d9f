import Testing

@testable import MetaCore

@Suite struct MPEGFrameHeaderTests {
  /// Header, bit rate, sample rate, size, samples, channels, codec.
  static let rows: [(UInt32, Int, Int, Int?, Int, Int, String)] = [
    (0xFFFB_9064, 128_000, 44100, 417, 1152, 2, "mp3"),
    (0xFFFB_92C4, 128_000, 44100, 418, 1152, 1, "mp3"),
    (0xFFF3_84C4, 64_000, 24000, 192, 576, 1, "mp3"),
    (0xFFE3_18C4, 8_000, 8000, 72, 576, 1, "mp3"),
    (0xFFFD_A404, 192_000, 48000, 576, 1152, 2, "mp2"),
    (0xFFFF_C804, 384_000, 32000, 576, 384, 2, "mp1"),
    (0xFFFB_0064, 0, 44100, nil, 1152, 2, "mp3"),
  ]

  @Test(arguments: rows)
  func headerIsRead(
    value: UInt32, bitRate: Int, sampleRate: Int, size: Int?, samples: Int, channels: Int,
    codec: String
  ) throws {
    let header = try #require(MPEGFrameHeader(rawValue: value))
    #expect(header.bitRate == bitRate)
    #expect(header.sampleRate == sampleRate)
    #expect(header.frameSize == size)
    #expect(header.samplesPerFrame == samples)
    #expect(header.channels == channels)
    #expect(header.codec == codec)
  }

  /// No sync, reserved version, reserved layer, bad bit rate, bad sample rate, all ones.
  @Test(
    arguments: [
      0x7FFB_9064, 0xFFEB_9064, 0xFFF9_9064, 0xFFFB_F064, 0xFFFB_9C64, 0xFFFF_FFFF,
    ] as [UInt32])
  func otherBytesAreNotAHeader(value: UInt32) {
    #expect(MPEGFrameHeader(rawValue: value) == nil)
  }
}
