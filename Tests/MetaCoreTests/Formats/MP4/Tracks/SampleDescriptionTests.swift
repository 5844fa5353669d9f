import TestSupport
import Testing

@testable import MetaCore

@Suite struct SampleDescriptionTests {
  @Test func tableOfDescriptions() throws {
    let atom = try roundTrip(
      words(0, 2) + atom("mp4a", bytes("000000000000 0001 AABB"))
        + atom("tmcd", bytes("000000000000 0002")), parse: { try SampleDescriptionAtom.parse($0) }
    ) { $0.encode(into: &$1) }
    #expect(atom.entries.map(\.format) == [FourCC("mp4a"), .tmcd])
    #expect(atom.entries.last?.dataReference == 2)
  }

  @Test func uncompressedAudio() throws {
    let description = try roundTrip(
      bytes("0000 0000 00000000 0002 0010 0000 0000 AC440000"),
      parse: { try AudioSampleDescription.parse($0) }
    ) { $0.encode(into: &$1) }
    #expect(description.channels == 2)
    #expect(description.rate == 44100 << 16)
  }

  @Test func audioDescriptionVersionOne() throws {
    let description = try roundTrip(
      bytes("0001 0000 00000000 0002 0010 FFFE 0000 AC440000") + words(1024, 1, 2, 2) + [1, 2],
      parse: { try AudioSampleDescription.parse($0) }
    ) { $0.encode(into: &$1) }
    #expect(description.packets?.samplesPerPacket == 1024)
    #expect(description.extensions.count == 2)
  }

  @Test func audioVersionOneHasNoPacketFieldsInTableVersionOne() throws {
    let fields = bytes("0001 0000 00000000 0002 0010 0000 0000 AC440000") + words(1, 2, 3, 4)
    let description = try AudioSampleDescription.parse(ByteSlice(fields), tableVersion: 1)
    #expect(description.packets == nil)
    #expect(description.extensions.count == 16)
  }

  @Test func audioDescriptionVersionTwo() throws {
    let fields =
      bytes("0002 0000 00000000 0003 0010 FFFE 0000 00010000 00000048 40F7700000000000")
      + words(6, 0x7F00_0000, 24, 12, 18, 1)
    let description = try roundTrip(fields, parse: { try AudioSampleDescription.parse($0) }) {
      $0.encode(into: &$1)
    }
    #expect(description.linear?.rate == 96000)
    let audio = try CodecTests.read("lpcm", .soun, fields).audio
    #expect(audio?.channels == 6)
    #expect(audio?.sampleRate == 96000)
    #expect(audio?.bitsPerSample == 24)
  }

  @Test func codecRecordInsideWave() throws {
    let stream = bytes("00000000 03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1210")
    let wave = atom("wave", atom("frma", Array("mp4a".utf8)), atom("esds", stream))
    #expect(try CodecTests.sound("mp4a", wave).codecString == "mp4a.40.2")
  }

  @Test func narrowBandSpeechHasOneChannel() throws {
    let audio = try CodecTests.sound("samr").audio
    #expect(audio?.channels == 1)
    #expect(audio?.sampleRate == 8000)
  }

  @Test func pictures() throws {
    let fields =
      Array(repeating: UInt8(1), count: 16) + bytes("0140 00F0 00480000 00480000 00000000 0001")
      + Array(repeating: 2, count: 32) + bytes("0018 FFFF 0102")
    let description = try roundTrip(fields, parse: VisualDescription.parse) {
      $0.encode(into: &$1)
    }
    #expect(description.width == 320)
    #expect(description.extensions.count == 2)
  }

  @Test func pixelAspect() throws {
    _ = try roundTrip(words(4, 3), parse: PixelAspectAtom.parse) { $0.encode(into: &$1) }
  }

  @Test func cleanAperture() throws {
    let atom = try roundTrip(
      words(300, 1, 200, 1, 0xFFFF_FFFF, 2, 0, 0), parse: CleanApertureAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.horizontalOffset.value == -0.5)
    #expect(atom.verticalOffset.value == 0)
  }

  @Test(arguments: ["6E636C78 0001 000D 0006 00", "6E636C63 0001 0001 0001", "70726F66 00000010"])
  func color(hex: String) throws {
    _ = try roundTrip(bytes(hex), parse: ColorAtom.parse) { $0.encode(into: &$1) }
  }

  @Test func light() throws {
    _ = try roundTrip(bytes("03E8 0190"), parse: ContentLightAtom.parse) { $0.encode(into: &$1) }
    _ = try roundTrip(
      bytes("2108 1388 0BB8 1F40 8A48 4268 3D13 4042 00989680 00000032"),
      parse: MasteringDisplayAtom.parse
    ) { $0.encode(into: &$1) }
  }

  @Test func bitRates() throws {
    let atom = try roundTrip(words(0, 2000, 1000), parse: BitRateAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.average == 1000)
  }

  @Test func keysOfTimedMetadata() {
    let key = atom(
      "\0\0\0\u{1}", atom("keyd", Array("mdtacom.apple.quicktime.still-image-time".utf8)),
      atom("dtyp", words(0, 65)))
    #expect(
      TimedMetadataKeys.parse(ByteSlice(atom("keys", key)))
        == ["mdta/com.apple.quicktime.still-image-time"])
  }
}
