import TestSupport
import Testing

@testable import MetaCore

/// Facts about audio tracks: bit rate mode, gapless information, encoders, channels.
@Suite("Facts of tracks") struct TrackFactTests {
  private func track(_ bytes: [UInt8]) throws -> TrackDescription {
    try #require(try AudioBuilder.document(bytes).tracks.first)
  }

  // MARK: Channels

  @Test(
    "The first frame gives the channels of MPEG audio, and of AC-3 without a record",
    arguments: [
      ("6B", "FFFB90C4", 44100.0, 1, "mono"), ("69", "FFF384C0", 24000, 1, "mono"),
      ("6B", "FFFB9004", 44100, 2, "stereo"), ("6B", "00000000", 48000, 2, "stereo"),
      ("A5", "0B77 0000 1E40 EBFC", 48000, 6, "5.1(side)"),
      ("A5", "0B77", 48000, 2, "stereo"), ("DD", "FFFB90C4", 48000, 2, "stereo"),
    ])
  func channelsOfFirstFrames(
    type: String, frame: String, rate: Double, channels: Int, layout: String
  ) throws {
    let record = "00000000 03 14 0001 00 04 0D \(type) 15 000000 00000000 00000000"
    let fields = bytes("000000000000 0001 0000 0000 00000000 0002 0010 0000 0000 BB80 0000")
    var movie = TestMovie(samples: [TestMovie.Sample(bytes: bytes(frame))], handler: "soun")
    movie.entry = atom("mp4a", fields, atom("esds", bytes(record)))
    let track = try #require(try Inspector.inspect(DataSource(movie.bytes)).tracks.first)
    #expect(track.audio?.channels == channels)
    #expect(track.audio?.sampleRate == rate)
    #expect(track.channelLayout == layout)
  }

  @Test("The first frame is not read if the samples are in another file")
  func firstFrameInAnotherFileIsNotRead() throws {
    let record = "00000000 03 14 0001 00 04 0D 6B 15 000000 00000000 00000000"
    let fields = bytes("000000000000 0001 0000 0000 00000000 0002 0010 0000 0000 BB80 0000")
    var movie = TestMovie(samples: [TestMovie.Sample(bytes: bytes("FFFB90C4"))], handler: "soun")
    movie.entry = atom("mp4a", fields, atom("esds", bytes(record)))
    #expect(try Inspector.inspect(DataSource(movie.bytes)).tracks.first?.audio?.channels == 1)
    movie.reference = fullAtom("url ", Array("other.mp4\0".utf8))
    #expect(try Inspector.inspect(DataSource(movie.bytes)).tracks.first?.audio?.channels == 2)
  }

  // MARK: Bit rate mode

  @Test("The bit rate mode of MP3 is from its header, else from the frames read")
  func modeOfMP3() throws {
    let frames = AudioBuilder.mp3(frames: 3)
    let xing = AudioBuilder.xing(frames: 3, bytes: 1251)
    #expect(try track(xing + frames).bitRateMode == .variable)
    #expect(
      try track(AudioBuilder.xing("Info", frames: 3, bytes: 1251) + frames).bitRateMode
        == .variable, "the method of LAME's tag has priority over the name of the header")
    var average = xing
    average[36 + 16 + 9] = 0x02
    #expect(try track(average + frames).bitRateMode == .average)
    #expect(try track(frames).bitRateMode == .constant)
    #expect(
      try track(frames + AudioBuilder.mp3Frame(rateIndex: 5)).bitRateMode == .variable)
    #expect(try track(frames).codecString == "mp3")
  }

  @Test(
    "ADTS without buffer fullness has a variable rate; otherwise the mode is unknown")
  func modeOfADTS() throws {
    var stream = AudioBuilder.adts(frames: 2, size: 20)
    #expect(try track(stream).bitRateMode == .variable)
    stream[6] = 0
    #expect(try track(stream).bitRateMode == nil)
  }

  @Test("MP4 has a constant rate if AC-3 declares it; equal declared rates are not sufficient")
  func modeOfMP4() throws {
    let record = "00000000 03 19 0001 00 04 11 40 15 000000 0001F400 0001F400 05 02 1190"
    #expect(try CodecTests.sound("mp4a", atom("esds", bytes(record))).bitRateMode == nil)
    #expect(
      try CodecTests.sound("ac-3", atom("dac3", bytes("10 3D E0"))).bitRateMode == .constant)
  }

  @Test("The frame sizes of FLAC, the limits of Vorbis and the flag of Speex give the mode")
  func modeOfXiph() throws {
    var flac = try Repository.bytes(of: "plain.flac")
    #expect(try track(flac).bitRateMode == .variable)
    flac.replaceSubrange(12..<15, with: [0, 0, 0])
    #expect(try track(flac).bitRateMode == nil, "the encoder did not know the smallest frame")
    var packet = [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2, 0x44, 0xAC, 0, 0]
    let usual: [UInt8] = [0, 0xF4, 1, 0]
    let none: [UInt8] = [0, 0, 0, 0]
    func mode(_ rates: [UInt8]) throws -> BitRateMode? {
      try OggCodec.parse(ByteSlice(packet + rates + [0xB8, 1]), id: 1).track.bitRateMode
    }
    #expect(try mode(none + usual + none) == nil)
    #expect(try mode(usual + usual + usual) == .constant)
    #expect(try mode([0, 0xFF, 1, 0] + usual + none) == .variable)
    #expect(try mode([0xFF, 0xFF, 0xFF, 0xFF] + usual + none) == nil, "-1 is no limit")
    packet = Array("Speex   ".utf8) + AudioBuilder.zeros(28) + [0x40, 0x1F, 0, 0]
    packet += AudioBuilder.zeros(8) + [1, 0, 0, 0, 0x40, 0x1F, 0, 0, 160, 0, 0, 0]
    for (flag, expected) in [(UInt8(0), BitRateMode.constant), (1, .variable)] {
      let whole = packet + [flag, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
      #expect(try OggCodec.parse(ByteSlice(whole), id: 1).track.bitRateMode == expected)
    }
  }

  // MARK: Durations

  /// An Ogg file as captured from a stream that has been running: its media pages have later
  /// positions and this serial number.
  private func captured(
    _ sample: String, after delay: UInt64, serial: UInt32 = 0
  ) throws -> [[UInt8]] {
    let window = SourceWindow(DataSource(try Repository.bytes(of: sample)))
    var pages: [[UInt8]] = []
    var position: Int64 = 0
    while var page = try OggPage.parse(at: position, in: window) {
      let content = try window.bytes(at: page.contentOffset, count: page.contentSize)
      position = page.range.upperBound
      if page.position > 0, page.position != OggPage.noPosition { page.position += delay }
      page.stream = serial
      var writer = ByteWriter()
      page.encode(content.bytes, into: &writer)
      pages.append(writer.bytes)
    }
    return pages
  }

  @Test(
    "The duration of an Ogg capture is counted from its first page; Speex then has all 40 samples of its delay",
    arguments: [
      ("plain.ogg", 22_050, 0), ("song.opus", 48_000, 0), ("voice.spx", 8000, 40),
      ("flac.oga", 22_050, 0),
    ])
  func durationOfCapture(sample: String, rate: UInt32, added: Int64) throws {
    let usual = try #require(try AudioBuilder.document(Repository.bytes(of: sample)).duration)
    let file = try captured(sample, after: 3600 * UInt64(rate)).flatMap { $0 }
    let document = try AudioBuilder.document(file)
    let expected = usual + (try #require(MediaTime(value: added, timescale: rate)))
    #expect(document.duration == expected)
    #expect(document.tracks.map(\.duration) == [expected])
  }

  @Test("An Ogg file lasts from the first start of its streams to their last end")
  func durationOfStreamsWithDifferentStarts() throws {
    let vorbis = try captured("plain.ogg", after: 22_050)
    let opus = try captured("song.opus", after: 96_000, serial: 1)
    let headers = [vorbis[0], opus[0], vorbis[1], opus[1]]
    let file = headers + vorbis.dropFirst(2) + opus.dropFirst(2)
    let document = try AudioBuilder.document(file.flatMap { $0 })
    #expect(document.tracks.map(\.duration?.seconds) == [1, 1])
    #expect(document.duration?.seconds == 2)
  }

  // MARK: Gapless information

  @Test("Gapless information of iTunes is read exactly")
  func gaplessText() throws {
    let gapless = GaplessInfo(before: 2112, following: 458, count: 4_141_558)
    #expect(GaplessInfo(itunesText: gapless.itunesText) == gapless)
    let text = gapless.itunesText
    for length in 0..<text.count {
      let cut = GaplessInfo(itunesText: String(text.prefix(length)))
      #expect(length < 44 ? cut == nil : cut == gapless)
    }
  }

  @Test(
    "Invalid gapless texts are ignored",
    arguments: [
      "", " ", "00000000", " 00000000 -0000840 000001CA 00000000003F31F6",
      " 00000000 +0000840 000001CA 00000000003F31F6",
      " 00000000 00000840 000001CA FFFFFFFFFFFFFFFF",
      " 00000000 0000084\u{0661} 000001CA 00000000003F31F6", " 00000000 00000840 000001CA 3F31F6",
      " 00000000 FFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF 00000000003F31F6",
      String(repeating: " 0", count: 100_000),
    ])
  func hostileGaplessText(text: String) {
    #expect(GaplessInfo(itunesText: text) == nil)
  }

  @Test("Delay and padding of MP3 are from the LAME tag, else from the iTunes comment")
  func gaplessMP3() throws {
    let text = Array(" 00000000 00000210 00000A2C 000000000046E1C4".utf8)
    let body = [0] + Array("eng".utf8) + Array("iTunSMPB".utf8) + [0] + text
    let frame = Array("COMM".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let frames = AudioBuilder.mp3(frames: 3)
    let audio = try track(tag + frames).audio
    #expect(audio?.encoderDelay == 0x210 && audio?.encoderPadding == 0xA2C)
    let both = try track(tag + AudioBuilder.xing(frames: 3, bytes: 1251) + frames).audio
    #expect(both?.encoderDelay == 576 && both?.encoderPadding == 1000)
    #expect(try track(frames).audio?.encoderDelay == nil)
  }

  @Test("Delay and padding of MP4 are from iTunes unless an edit list excludes them")
  func gaplessMP4() throws {
    var file = try Repository.bytes(of: "song-itunes.m4a")
    #expect(try track(file).audio?.encoderDelay == nil, "the edit list leaves them out already")
    let list = try #require(file.firstRange(of: Array("elst".utf8)))
    file.replaceSubrange(list, with: Array("free".utf8))
    let audio = try track(file).audio
    #expect(audio?.encoderDelay == 0x400 && audio?.encoderPadding == 0x1D6)
  }

  // MARK: Encoders

  /// As in mediainfo and exiftool, except for Speex, where they report only its version; ffprobe
  /// does not show it.
  private static let vendor = "metatool samples"

  @Test(
    "The vendor of the comments is the encoder of the track",
    arguments: ["plain.ogg", "song.opus", "voice.spx", "blocks.flac", "flac.oga"])
  func vendors(sample: String) throws {
    #expect(try track(Repository.bytes(of: sample)).audio?.encoder == TrackFactTests.vendor)
  }

  @Test(
    "The vendor is read without the comments, and without an additional read",
    arguments: ["plain.ogg", "song.opus", "voice.spx", "blocks.flac", "flac.oga"])
  func vendorOfTracks(sample: String) throws {
    var options = ReadOptions()
    (options.items, options.chapters) = (false, false)
    let source = ReadRecorder(try Repository.bytes(of: sample))
    let document = try Inspector.inspect(source, options: options)
    #expect(document.items == [])
    #expect(document.tracks.first?.audio?.encoder == TrackFactTests.vendor)
    options.tracks = false
    let other = ReadRecorder(try Repository.bytes(of: sample))
    #expect(try Inspector.inspect(other, options: options).tracks == [])
    #expect(source.reads == other.reads)
  }

  @Test("Ogg video has the vendor from the comments of each stream")
  func vendorsOfFilm() throws {
    let tracks = try AudioBuilder.document(Repository.bytes(of: "film.ogv")).tracks
    #expect(tracks.map { $0.video?.encoder ?? $0.audio?.encoder } == ["ffmpeg", "ffmpeg"])
  }

  // MARK: Timecodes

  @Test(
    "The first frame of a drop-frame timecode has the displayed number",
    arguments: [
      (30, 1799, "00:00:59;29"), (30, 1800, "00:01:00;02"), (30, 107_892, "01:00:00;00"),
      (60, 3599, "00:00:59;59"), (60, 3600, "00:01:00;04"), (60, 215_784, "01:00:00;00"),
    ] as [(UInt8, UInt32, String)])
  func droppedFrames(rate: UInt8, frame: UInt32, text: String) throws {
    let description = TimecodeDescription(
      flags: 1, timescale: UInt32(rate) * 1000, frameDuration: 1001, framesPerSecond: rate)
    let number = payload { $0.u32(frame) }
    var movie = TestMovie(samples: [TestMovie.Sample(bytes: number)], handler: "tmcd")
    movie.entry = atom("tmcd", [0, 0, 0, 0, 0, 0, 0, 1], payload { description.encode(into: &$0) })
    #expect(try track(movie.bytes).startTimecode == text)
  }

  @Test(
    "The compressor name is text with a length; an invalid length gives no name"
  )
  func compressor() throws {
    var description = VisualDescription(width: 320, height: 240)
    func name(_ field: [UInt8]) -> String? {
      description.compressor = ByteSlice(field + AudioBuilder.zeros(32 - field.count))
      return description.compressorName
    }
    #expect(name([10] + Array("AVC Coding".utf8)) == "AVC Coding")
    #expect(name([31] + Array("Lavc60".utf8)) == "Lavc60", "zeros at the end are no text")
    #expect(name([31] + AudioBuilder.zeros(31)) == nil)
    #expect(name([6] + Array("JPEG  ".utf8)) == "JPEG", "blanks that fill the field are no text")
    #expect(name([32] + Array("AVC Coding".utf8)) == nil)
    #expect(name([0] + Array("AVC Coding".utf8)) == nil)
    #expect(try track(Repository.bytes(of: "episode.m4v")).video?.encoder == "Lavc libx264")
  }

  // MARK: Channels of AAC

  /// A program config element: one pair in front, one pair in the back, one channel of low
  /// frequencies.
  private static let program =
    "0000" + "01" + "0100" + "0001" + "0000" + "0001" + "01" + "000" + "0000" + "000"
    + "10000" + "10000" + "0000"

  private func packed(_ bits: String) -> [UInt8] {
    let padded = bits + String(repeating: "0", count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: padded.count, by: 8).map { start in
      UInt8(String(padded.dropFirst(start).prefix(8)), radix: 2) ?? 0
    }
  }

  @Test("Channels without a configuration number are counted in the program config element")
  func programConfig() throws {
    // LC, 44100 Hz, configuration 0, a frame of 1024 samples, no core coder, no extension.
    let plain = packed("00010" + "0100" + "0000" + "000" + TrackFactTests.program)
    #expect(try AudioSpecificConfig.parse(ByteSlice(plain)).channels == 5)
    // SBR: the rate of the output and the object type of the core come first.
    let doubled = packed(
      "00101" + "0111" + "0000" + "0100" + "00010" + "000" + TrackFactTests.program)
    let config = try AudioSpecificConfig.parse(ByteSlice(doubled))
    #expect(config.channels == 5 && config.sampleRate == 44100)
    for length in 0..<plain.count {
      let cut = try? AudioSpecificConfig.parse(ByteSlice(Array(plain.prefix(length))))
      #expect(cut?.channels == nil)
    }
    var stream = AudioBuilder.adts(frames: 2, size: 30)
    for start in [0, 30] { stream[start + 3] &= 0x3F }
    #expect(try track(stream).audio?.channels == nil, "the first element is none that describes")
    let element = packed("101" + TrackFactTests.program)
    stream.replaceSubrange(7..<7 + element.count, with: element)
    #expect(try track(stream).audio?.channels == 5)
  }
}
