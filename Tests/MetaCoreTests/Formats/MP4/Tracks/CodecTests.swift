import TestSupport
import Testing

@testable import MetaCore

/// Codec records and the strings of RFC 6381 that they make.
@Suite struct CodecTests {
  /// A video description of 320 × 240 with these extensions.
  static func pictures(_ format: String, _ extensions: [UInt8]...) throws -> SampleFormat {
    var description = VisualDescription(width: 320, height: 240)
    description.extensions = ByteSlice(extensions.flatMap { $0 })
    return try read(format, .vide, payload { description.encode(into: &$0) })
  }

  /// A sound description of two channels at 44.1 kHz with these extensions.
  static func sound(_ format: String, _ extensions: [UInt8]...) throws -> SampleFormat {
    var description = AudioSampleDescription(channels: 2, bits: 16, rate: 44100 << 16)
    description.extensions = ByteSlice(extensions.flatMap { $0 })
    return try read(format, .soun, payload { description.encode(into: &$0) })
  }

  static func read(
    _ format: String, _ handler: FourCC, _ fields: [UInt8], tableVersion: UInt8 = 0
  ) throws -> SampleFormat {
    let code = try #require(FourCC(format))
    var table = SampleDescriptionAtom([
      SampleDescriptionAtom.Entry(format: code, fields: ByteSlice(fields))
    ])
    table.header.version = tableVersion
    var log = DiagnosticLog()
    let result = try #require(SampleFormat.read(table, handler: handler, log: &log))
    #expect(log.diagnostics.isEmpty)
    return result
  }

  @Test(arguments: [
    ("avc1", "avcC", "01 64 00 1F FF E0 00", "avc1.64001F"),
    ("avc3", "avcC", "01 42 C0 1E FF E0 00", "avc3.42C01E"),
    ("hvc1", "hvcC", "01 01 60000000 B00000000000 5D F000FCFDF8F8", "hvc1.1.6.L93.B0"),
    ("hev1", "hvcC", "01 04 08000000 9E0800000000 3C F000FCFDF8F8", "hev1.4.10.L60.9E.8"),
    ("hvc1", "hvcC", "01 62 20000000 000000000000 99 F000FCFDFAFA", "hvc1.A2.4.H153"),
    ("av01", "av1C", "81 04 0C 00", "av01.0.04M.08"),
    ("av01", "av1C", "81 0D 4C 00", "av01.0.13M.10"),
    ("av01", "av1C", "81 4D E0 00", "av01.2.13H.12"),
    ("vp09", "vpcC", "01000000 00 0A 82 02 02 02 0000", "vp09.00.10.08"),
    ("dvh1", "dvcC", "01 00 0A 35 00000000", "dvh1.05.06"),
    ("vvc1", "vvcC", "00000000 FF 0065 5F 01 02 33 80", "vvc1.1.L51.CQA"),
    (
      "mp4v", "esds",
      "00000000 03 1B 0001 00 04 13 20 11 000000 00000000 00000000 05 05 000001B009", "mp4v.20.9"
    ),
    ("mp4v", "esds", "00000000 03 14 0001 00 04 0D 61 11 000000 00000000 00000000", "mp4v.61"),
    ("jpeg", "free", "", "jpeg"), ("ap4h", "free", "", "ap4h"),
  ])
  func pictureCodec(format: String, type: String, record: String, text: String) throws {
    #expect(try CodecTests.pictures(format, atom(type, bytes(record))).codecString == text)
  }

  @Test(arguments: [
    (
      "mp4a", "esds",
      "00000000 03 19 0001 00 04 11 40 15 000000 00000000 0001F400 05 02 1210", "mp4a.40.2"
    ),
    (
      "mp4a", "esds",
      "00000000 03808080 22 0001 00 04808080 14 40 15 000000 00000000 00000000 05808080 02 1390",
      "mp4a.40.2"
    ),
    ("mp4a", "esds", "00000000 03 14 0001 00 04 0D 6B 15 000000 00000000 00000000", "mp4a.6B"),
    ("mp4a", "esds", "00000000 03 14 0001 00 04 0D 67 15 000000 00000000 00000000", "mp4a.67"),
    ("alac", "free", "", "alac"), ("Opus", "dOps", "00 02 0138 0000BB80 0000 00", "Opus"),
    ("ac-3", "dac3", "10 11 40", "ac-3"), ("raw ", "free", "", "raw%20"),
    ("mhm1", "mhaC", "01 0D 06 0000", "mhm1.0x0D"),
  ])
  func audioCodec(format: String, type: String, record: String, text: String) throws {
    #expect(try CodecTests.sound(format, atom(type, bytes(record))).codecString == text)
  }

  @Test(
    arguments: [
      ("12 10", 2, 44100, 2), ("11 90", 2, 48000, 2), ("13 88", 2, 22050, 1),
      // SBR and PS, said openly.
      ("2B 92 08 00", 5, 44100, 2), ("EB 8A 08 00", 29, 44100, 2),
      // SBR that old decoders ignore.
      ("13 90 56 E5 A0", 2, 44100, 2),
      // An explicit rate.
      ("17 80 17 70 08", 2, 12000, 1),
      // xHE-AAC has a number beyond five bits.
      ("F9 46 40", 42, 48000, 2),
    ] as [(String, UInt32, UInt32, Int)])
  func audioSpecificConfig(hex: String, type: UInt32, rate: UInt32, channels: Int) throws {
    let config = try AudioSpecificConfig.parse(ByteSlice(bytes(hex)))
    #expect(config.objectType == type)
    #expect(config.sampleRate == rate)
    #expect(config.channels == channels)
  }

  @Test(
    "Matroska codecs have the same codec strings as in MP4",
    arguments: [
      ("h264", "01 64 00 1F FF E0 00", "avc1.64001F"),
      ("hevc", "01 01 60000000 B00000000000 5D F000FCFDF8F8", "hvc1.1.6.L93.B0"),
      ("av1", "81 04 0C 00", "av01.0.04M.08"), ("aac", "1210", "mp4a.40.2"),
      ("vorbis", "", "vorbis"), ("opus", "", "opus"), ("mp3", "", "mp3"), ("eac3", "", "ec-3"),
    ])
  func codecElsewhere(codec: String, record: String, text: String) {
    let record = bytes(record)
    #expect(CodecText.string(codec: codec, configuration: ByteSlice(record)) == text)
    for length in 0..<record.count {
      _ = CodecText.string(codec: codec, configuration: ByteSlice(Array(record.prefix(length))))
    }
  }

  @Test(
    "A configuration of another form, or without a registered name, has no string",
    arguments: [
      ("h264", "00 00 00 01 67 64 00 1F"), ("hevc", "00 00 01 40"), ("h264", ""), ("aac", ""),
      ("av1", "0A 0B 00"), ("vp9", ""), ("mpeg2video", "00 00 01 B3"),
    ])
  func noCodecString(codec: String, record: String) {
    #expect(CodecText.string(codec: codec, configuration: ByteSlice(bytes(record))) == nil)
  }

  @Test func streamBitRateIsUsed() throws {
    let record = bytes("00000000 03 19 0001 00 04 11 40 15 000000 00000000 0001F400 05 02 1190")
    let format = try CodecTests.sound("mp4a", atom("esds", record))
    #expect(format.bitRate == 128_000)
    #expect(format.audio?.sampleRate == 48000)
  }

  @Test func losslessCookie() throws {
    let cookie = bytes(
      "00000000 00001000 00 18 28 0A 0E 06 00FF 00000000 00000000 0000BB80")
    let audio = try CodecTests.sound("alac", atom("alac", cookie)).audio
    #expect(audio?.bitsPerSample == 24)
    #expect(audio?.channels == 6)
    #expect(audio?.sampleRate == 48000)
  }

  @Test(arguments: [
    ("dmlp", "0017804F 186A 00000000", 48000.0, 8), ("dmlp", "90078000 186A 00000000", 88200, 6),
    ("dmlp", "30000000 0000 00000000", 44100, 2),
    ("ddts", "00017700 00000000 00000000 18 01234567 004F 00", 96000, 8),
    ("ddts", "0000BB80 00000000 00000000 18 01234567 0403 00", 48000, 5),
    ("ddts", "0000BB80 00000000 00000000 18 01234567 0000 00", 48000, 2),
    ("ddts", "0000BB80 00000000 00000000 18", 48000, 2),
  ])
  func channelsOfDTSAndTrueHD(type: String, record: String, rate: Double, channels: Int) throws {
    // The sample entry of two channels at 44.1 kHz counts where the record says nothing.
    let audio = try CodecTests.sound("mlpa", atom(type, bytes(record))).audio
    #expect(audio?.sampleRate == rate)
    #expect(audio?.channels == channels)
  }

  @Test func flacStreamInformation() throws {
    let record =
      bytes(
        "00000000 80000022 1000 1000 000000 000000 1770 0370 00000000")
      + Array(repeating: 0, count: 16)
    let audio = try CodecTests.sound("fLaC", atom("dfLa", record)).audio
    #expect(audio?.sampleRate == 96000)
    #expect(audio?.channels == 2)
    #expect(audio?.bitsPerSample == 24)
    #expect(audio?.decodedMD5 == nil, "all zeros say that the encoder stored none")
  }

  @Test("The MD5 of FLAC is the last 16 bytes of STREAMINFO, not of the record")
  func flacSum() throws {
    let record = bytes(
      "00000000 00000022 1000 1000 000000 000000 1770 0370 00000000"
        + "0F1E2D3C4B5A69788796A5B4C3D2E1F0 84000000")
    let audio = try CodecTests.sound("fLaC", atom("dfLa", record)).audio
    #expect(audio?.decodedMD5 == "0f1e2d3c4b5a69788796a5b4c3d2e1f0")
    let short = try CodecTests.sound("fLaC", atom("dfLa", Array(record.prefix(30)))).audio
    #expect(short?.sampleRate == 96000)
    #expect(short?.decodedMD5 == nil)
  }

  @Test("The Opus pre-skip is the delay of the track")
  func opusPreSkip() throws {
    let record = bytes("00 02 0138 0000BB80 0000 00")
    let audio = try CodecTests.sound("Opus", atom("dOps", record)).audio
    #expect(audio?.encoderDelay == 312)
    #expect(audio?.channels == 2)
    #expect(audio?.sampleRate == 48000)
  }

  @Test func dolbyAudio() throws {
    let plain = try DolbyAudioConfiguration.parseAC3(ByteSlice(bytes("10 3D E0")))
    #expect(plain.sampleRate == 48000)
    #expect(plain.channels == 6)
    #expect(plain.bitRate == 448_000)
    let enhanced = try DolbyAudioConfiguration.parseEnhanced(ByteSlice(bytes("0C00 20 0F 02 02")))
    #expect(enhanced.channels == 8)
    #expect(enhanced.bitRate == 384_000)
  }

  @Test func bitDepths() throws {
    let hevc = bytes("01 02 20000000 000000000000 99 F000FCFDFAFA")
    #expect(try CodecTests.pictures("hvc1", atom("hvcC", hevc)).video?.bitDepth == 10)
    // High 10 and CAVLC 4:4:4 Intra.
    for profile in ["6E", "2C"] {
      let avc = bytes("01 \(profile) 00 1F FF E1 0001 67 01 0001 68 FD FA FA")
      #expect(try CodecTests.pictures("avc1", atom("avcC", avc)).video?.bitDepth == 10)
    }
  }

  @Test func pictureExtensions() throws {
    let video = try #require(
      try CodecTests.pictures(
        "hvc1", atom("pasp", words(4, 3)),
        atom("clap", words(300, 1, 200, 1, 0xFFFF_FFFF, 2, 0, 1)),
        atom("colr", bytes("6E636C78 0009 0010 0009 80")),
        atom("mdcv", bytes("2108 1388 0BB8 1F40 8A48 4268 3D13 4042 00989680 00000032")),
        atom("clli", bytes("03E8 0190"))
      ).video)
    #expect(video.pixelAspect == [4, 3])
    #expect(video.cleanAperture == [300, 200, -0.5, 0])
    #expect(video.color?.primaries == 9)
    #expect(video.color?.transfer == 16)
    #expect(video.color?.isFullRange == true)
    #expect(video.contentLight == [1000, 400])
    #expect(video.hdrFormat == "hdr10")
    #expect(
      video.masteringDisplay.first { $0.name == "maxLuminance" }?.value == .real(1000))
  }

  @Test func dolbyVisionOverAPlainStreamKeepsItsCodec() throws {
    let hevc = bytes("01 02 20000000 000000000000 99 F000FCFDFAFA")
    let format = try CodecTests.pictures(
      "hvc1", atom("hvcC", hevc), atom("dvvC", bytes("01 00 10 25 40 000000")))
    #expect(format.codecString == "hvc1.2.4.L153")
    #expect(format.video?.hdrFormat == "dolbyVision")
    #expect(format.video?.dolbyVision.first { $0.name == "profile" }?.value == .integer(8))
  }

  @Test func originalFormatOfEncryptedTrackIsRead() throws {
    let protection = atom(
      "sinf", atom("frma", Array("avc1".utf8)),
      fullAtom("schm", Array("cbcs".utf8), words(0x10000)))
    let record = atom("avcC", bytes("01 64 00 1F FF E0 00"))
    let format = try CodecTests.pictures("encv", record, protection)
    #expect(format.codec == FourCC("avc1"))
    #expect(format.codecString == "avc1.64001F")
    #expect(format.encryptionScheme == FourCC("cbcs"))
  }

  @Test func encryptedAudioFormatIsRead() throws {
    let protection = atom("sinf", atom("frma", Array("mp4a".utf8)))
    let stream = bytes("00000000 03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1210")
    let format = try CodecTests.sound("drms", atom("esds", stream), protection)
    #expect(format.codecString == "mp4a.40.2")
    #expect(format.encryptionScheme == FourCC("drms"))
  }

  @Test func brokenExtensionIsAFindingOnly() throws {
    var description = VisualDescription(width: 320, height: 240)
    description.extensions = ByteSlice(atom("avcC", [1]) + atom("pasp", words(1, 1)))
    let entry = SampleDescriptionAtom.Entry(
      format: try #require(FourCC("avc1")),
      fields: ByteSlice(payload { description.encode(into: &$0) }))
    var log = DiagnosticLog()
    let format = SampleFormat.read(SampleDescriptionAtom([entry]), handler: .vide, log: &log)
    #expect(format?.video?.pixelAspect == [1, 1])
    #expect(log.diagnostics.first?.path.description == "moov/trak/mdia/minf/stbl/stsd/avc1/avcC")
  }
}
