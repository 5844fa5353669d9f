import MetaCore
import Testing

@testable import MetaCommands

/// The words of options for encoded media.
@Suite struct EncodingWordsTests {
  @Test(arguments: [
    ("25", 1, 25), ("29.97", 1001, 30000), ("23.976", 1001, 24000), ("23.98", 1001, 24000),
    ("59.94", 1001, 60000), ("30000/1001", 1001, 30000), ("1/5", 5, 1), ("12.5", 1000, 12500),
    ("1.003", 1000, 1003), ("0.004", 1000, 4), ("1000", 1, 1000), ("0.001", 1000, 1),
  ])
  func frameRates(text: String, value: Int64, timescale: UInt32) throws {
    let duration = try EncodingWords.frameDuration(text)
    #expect(duration.value == value && duration.timescale == timescale)
  }

  @Test(arguments: [
    "", "0", "-1", "1001", "0.0001", "x", "1e3", "nan", "inf", "1/", "/1", "1/2/3", "1/0", "0/1",
    "1/-1", "99999999999", "4294967295/1", "1/99999999999999999999", "25 ",
  ])
  func wrongFrameRates(text: String) {
    #expect(throws: (any Error).self) { try EncodingWords.frameDuration(text) }
  }

  @Test func settingsOverrideDefaults() throws {
    let usual = VideoOutputSettings(codec: .h264)
    #expect(try EncodingWords.video(nil, usual) == usual)
    let video = try EncodingWords.video("bitrate=2M", usual)
    #expect(video.codec == .h264 && video.averageBitRate == 2_000_000)
    let audio = try EncodingWords.audio("codec=flac", AudioOutputSettings(.aac))
    #expect(audio.format == .flac)
    #expect(throws: (any Error).self) { try EncodingWords.video("bitrat=2M", usual) }
    #expect(throws: (any Error).self) {
      try EncodingWords.audio("codec=mp5", AudioOutputSettings(.aac))
    }
  }

  @Test func sizesOfMemory() {
    #expect(ByteSize(argument: "64M")?.bytes == 64 << 20)
    #expect(ByteSize(argument: "4g")?.bytes == 4 << 30)
    for wrong in ["", "M", "63M", "4", "-4G", "4T", "99999999G"] {
      #expect(ByteSize(argument: wrong)?.bytes == nil)
    }
  }
}
