import Testing

@testable import MetaCore

@Suite("AC-3 and E-AC-3 with tags") struct DolbyAudioTests {
  /// A frame of AC-3: 48 kHz, 32 kbit/s, left and right.
  private static let plain: [UInt8] =
    [0x0B, 0x77, 0, 0, 0x00, 8 << 3, 0b0100_0000, 0] + AudioBuilder.zeros(120)

  /// A frame of E-AC-3 of 64 bytes: 48 kHz, 6 blocks, 3/2 channels with low frequencies; of this
  /// type and number of the substream.
  private static func enhanced(type: UInt8 = 0, stream: UInt8 = 0) -> [UInt8] {
    [0x0B, 0x77, type << 6 | stream << 3, 31, 0b0011_1111, 16 << 3, 0, 0] + AudioBuilder.zeros(56)
  }

  private static func frames(_ frame: [UInt8], _ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in frame }
  }

  private let tag = AudioBuilder.id3(title: "Blue")

  @Test("AC-3 after an ID3 tag is described, not mistaken for MP3")
  func plain() throws {
    let document = try AudioBuilder.document(tag + DolbyAudioTests.frames(DolbyAudioTests.plain, 5))
    #expect(document.container.kind == "ac3" && document.fileType == "public.ac3-audio")
    #expect(document.values("id3/TIT2") == ["Blue"])
    let track = try #require(document.tracks.first)
    #expect(track.codec == "ac3" && track.codecString == "ac-3")
    #expect(track.bitRate == 32_000 && track.bitRateMode == .constant)
    #expect(track.duration == MediaTime(value: 5 * 1536, timescale: 48_000))
    #expect(track.audio?.channels == 2 && track.channelLayout == "stereo")
  }

  @Test(
    "E-AC-3 counts the frames of the first stream, and reports no channels if other streams add some"
  )
  func enhanced() throws {
    let first = DolbyAudioTests.enhanced()
    var track = try AudioBuilder.document(tag + DolbyAudioTests.frames(first, 4)).tracks.first
    #expect(track?.codec == "eac3" && track?.duration?.value == 4 * 1536)
    #expect(track?.audio?.channels == 6 && track?.channelLayout == "5.1(side)")
    #expect(track?.bitRateMode == nil)
    let pair = first + DolbyAudioTests.enhanced(type: 1)
    track = try AudioBuilder.document(tag + DolbyAudioTests.frames(pair, 4)).tracks.first
    #expect(track?.duration?.value == 4 * 1536 && track?.audio?.channels == nil)
  }

  @Test("A stream without tags is not supported, but one with a tag at its end is")
  func bare() throws {
    let frames = DolbyAudioTests.frames(DolbyAudioTests.plain, 3)
    #expect(throws: ParseError.self) { try AudioBuilder.document(frames) }
    let document = try AudioBuilder.document(frames + AudioBuilder.id3v1(title: "Old"))
    #expect(document.container.kind == "ac3" && document.values("id3v1/title") == ["Old"])
    #expect(document.duration == MediaTime(value: 3 * 1536, timescale: 48_000))
  }

  @Test("An APE tag at the start counts as one")
  func tagOfAPE() throws {
    let item = "\u{3}\0\0\0\0\0\0\0Title\0Old"
    var ape = ByteWriter()
    for flags in [0xA000_0000, 0x8000_0000] as [UInt32] {
      if flags == 0x8000_0000 { ape.append(item.utf8) }
      ape.append("APETAGEX".utf8)
      for number in [2000, UInt32(item.utf8.count + 32), 1, flags] { ape.littleU32(number) }
      ape.append(AudioBuilder.zeros(8))
    }
    let document = try AudioBuilder.document(
      ape.bytes + DolbyAudioTests.frames(DolbyAudioTests.plain, 3))
    #expect(document.container.kind == "ac3" && document.values("ape/Title") == ["Old"])
  }

  @Test("An edit changes the tag and keeps the frames")
  func edits() throws {
    let old = tag + DolbyAudioTests.frames(DolbyAudioTests.plain, 3)
    for shape in [
      LayoutConstraints(movement: .free), LayoutConstraints(movement: .free, padding: 0),
    ] {
      let new = try #require(
        try EditHarness.edited(old, shape, .set(.field(.artist), [.string("New")])))
      try EditHarness.check(new, against: old, "ac3")
      #expect(try AudioBuilder.document(new).values("id3/TPE1") == ["New"])
      #expect(new.suffix(3 * 128) == old.suffix(3 * 128))
    }
  }

  /// The frame of AC-3 with valid checksums; the first one covers 80 bytes, and zeros follow.
  private static var checked: [UInt8] {
    var frame = plain
    let sum = CyclicChecksum.polynomial8005.of(frame[2..<78])
    frame.replaceSubrange(78..<80, with: [UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)])
    return frame
  }

  /// The eighth frame is at 896; the whole file has 100 frames.
  @Test(
    "The check continues with the next frame after damage",
    arguments: [
      (1000..<1000, [0x55], 2, 101), (974..<975, [], 1, 100), (897..<898, [], 1, 100),
      (896..<896, [UInt8](repeating: 0x0B, count: 9000), 1, 101),
      (896..<1024, [UInt8](repeating: 0, count: 128), 1, 100), (12_799..<12_800, [], 1, 100),
    ] as [(Range<Int>, [UInt8], Int64, Int64)])
  func checkAfterDamage(
    damaged: Range<Int>, bytes: [UInt8], failed: Int64, checked: Int64
  ) throws {
    var frames = DolbyAudioTests.frames(DolbyAudioTests.checked, 100)
    #expect(try Inspector.integrity(of: DataSource(tag + frames)).findings.isEmpty)
    frames.replaceSubrange(damaged, with: bytes)
    let report = try Inspector.integrity(of: DataSource(tag + frames))
    let result = try #require(report.results.first { $0.check == .dolbyFrames })
    #expect(result.failed == failed && result.checked == checked, "\(report.findings)")
  }

  @Test("Every prefix and every damaged byte gives a document or an error")
  func damage() {
    for frame in [DolbyAudioTests.plain, DolbyAudioTests.enhanced()] {
      let file = tag + DolbyAudioTests.frames(frame, 2)
      for index in file.indices {
        _ = try? AudioBuilder.document(Array(file.prefix(index)))
        var damaged = file
        damaged[index] = 0xFF
        _ = try? AudioBuilder.document(damaged)
        damaged[index] = 0
        _ = try? AudioBuilder.document(damaged)
      }
    }
  }
}
