import Testing

@testable import MetaCore

@Suite struct MPEGAudioFormatTests {
  private func document(
    _ bytes: [UInt8], _ options: ReadOptions = ReadOptions()
  ) throws -> Document {
    try AudioBuilder.document(bytes, options)
  }

  @Test func shortStreamIsCounted() throws {
    let document = try document(AudioBuilder.mp3(frames: 10))
    #expect(document.container.kind == "mp3")
    #expect(document.fileType == "public.mp3")
    #expect(document.duration == MediaTime(value: 11520, timescale: 44100))
    #expect(!document.isDurationEstimated)
    #expect(document.tracks.first?.bitRate == 128_000)
  }

  @Test func longConstantStreamIsEstimated() throws {
    let document = try document(AudioBuilder.mp3(frames: 3000))
    let seconds = try #require(document.duration?.seconds)
    #expect(abs(seconds - 1_251_000 * 8 / 128_000) < 0.001)
    #expect(document.isDurationEstimated)
  }

  @Test func exactDurationCountsAllFrames() throws {
    var options = ReadOptions()
    options.exactDuration = true
    let stream =
      AudioBuilder.mp3(frames: 100) + AudioBuilder.zeros(999) + AudioBuilder.mp3(frames: 100)
    let document = try document(stream, options)
    #expect(document.duration == MediaTime(value: 200 * 1152, timescale: 44100))
    #expect(!document.isDurationEstimated)
  }

  /// A frame may start at any offset after junk, including the end of a search of 64 KiB.
  @Test(arguments: 65525...65545) func framesAfterLongJunkAreCounted(gap: Int) throws {
    var options = ReadOptions()
    options.exactDuration = true
    let stream =
      AudioBuilder.mp3(frames: 10) + AudioBuilder.zeros(gap) + AudioBuilder.mp3(frames: 10)
    let document = try document(stream, options)
    #expect(document.duration == MediaTime(value: 20 * 1152, timescale: 44100))
  }

  @Test func variableStreamIsEstimatedFromItsFrames() throws {
    let pair = AudioBuilder.mp3Frame(rateIndex: 9) + AudioBuilder.mp3Frame(rateIndex: 11)
    let stream = (0..<1200).flatMap { _ in pair }
    let document = try document(stream)
    let seconds = try #require(document.duration?.seconds)
    let exact = 2400 * 1152 / 44100.0
    #expect(abs(seconds - exact) < exact * 0.05)
    #expect(document.isDurationEstimated)
  }

  /// A few frames of such a stream do not represent the rest.
  @Test func variableStreamBelowOneMebibyteIsCounted() throws {
    let loud = AudioBuilder.mp3Frame(rateIndex: 14)
    let quiet = AudioBuilder.mp3Frame(rateIndex: 1)
    let stream =
      (0..<4).flatMap { _ in
        (0..<10).flatMap { _ in loud } + (0..<140).flatMap { _ in quiet }
      } + (0..<800).flatMap { _ in loud }
    let document = try document(stream)
    #expect(stream.count < 1 << 20)
    #expect(document.duration == MediaTime(value: 1400 * 1152, timescale: 44100))
    #expect(!document.isDurationEstimated)
  }

  @Test func xingHeaderGivesTheDuration() throws {
    let stream =
      AudioBuilder.xing(frames: 1000, bytes: 417_000) + AudioBuilder.mp3(frames: 20)
    let document = try document(stream)
    #expect(document.duration == MediaTime(value: 1_152_000, timescale: 44100))
    #expect(!document.isDurationEstimated)
    let audio = try #require(document.tracks.first?.audio)
    #expect(audio.encoder == "LAME3.99r")
    #expect(audio.encoderDelay == 576)
    #expect(audio.encoderPadding == 1000)
    let details = MetadataValue.record(document.container.details)
    #expect(details[part: "header"] == .string("Xing"))
    #expect(details[part: "trackGain"] == .real(-6.5))
    #expect(details[part: "bitRateMode"] == .string("variable"))
    #expect(details[part: "lowPass"] == .integer(20000))
    #expect(details[part: "peak"] == .real(0.5))
  }

  @Test func exactDurationIgnoresTheTable() throws {
    var options = ReadOptions()
    options.exactDuration = true
    let stream = AudioBuilder.xing(frames: 1000, bytes: 1) + AudioBuilder.mp3(frames: 20)
    #expect(try document(stream, options).tracks.first?.duration?.value == 23040)
  }

  @Test func vbriHeaderGivesTheDuration() throws {
    var frame = ByteWriter()
    frame.append([0xFF, 0xFB, 0x90, 0x64] + AudioBuilder.zeros(32))
    frame.append("VBRI".utf8)
    for value in [1, 1105, 75] as [UInt16] { frame.u16(value) }
    frame.u32(4170)
    frame.u32(500)
    let stream =
      frame.bytes + AudioBuilder.zeros(417 - frame.count) + AudioBuilder.mp3(frames: 3)
    let document = try document(stream)
    #expect(document.duration == MediaTime(value: 500 * 1152, timescale: 44100))
    #expect(document.tracks.first?.audio?.encoderDelay == 1105)
  }

  @Test func junkBeforeTheFramesIsSkipped() throws {
    let junk: [UInt8] = [0xFF, 0xFB, 0x90, 0x64, 1, 2, 3, 0xFF, 0xE0]
    let document = try document(junk + AudioBuilder.mp3(frames: 4))
    #expect(document.duration?.value == 4608)
  }

  @Test func freeFormatIsMeasured() throws {
    let frame: [UInt8] = [0xFF, 0xFB, 0x00, 0x64] + AudioBuilder.zeros(496)
    let document = try document((0..<8).flatMap { _ in frame })
    #expect(document.duration?.value == 9216)
    #expect(document.tracks.first?.bitRate == 153_125)
  }

  @Test func tagsOnAllSidesAreFound() throws {
    let ape = APETag.encode([
      APEItem(key: "Title", flags: 0, value: .bytes(ByteSlice(Array("Ape".utf8))))
    ])
    let lyrics = Lyrics3Tag.encode([
      Lyrics3Field(id: "ETT", value: .bytes(ByteSlice(Array("Lyr".utf8))))
    ])
    let bytes =
      AudioBuilder.id3(title: "One") + AudioBuilder.id3(title: "Two")
      + AudioBuilder.mp3(frames: 5) + ape + lyrics + AudioBuilder.id3v1(title: "Old")
    let document = try document(bytes)
    #expect(document.duration?.value == 5760)
    #expect(document.values("id3/TIT2") == ["One", "Two"])
    #expect(document.values("ape/Title") == ["Ape"])
    #expect(document.values("lyrics3/ETT") == ["Lyr"])
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(
      document.container.details.first?.value
        == .list(["ID3v2.4", "ID3v2.4", "APEv2", "Lyrics3v2", "ID3v1"].map { .string($0) }))
    #expect(document.precedence.prefix(3) == [.id3, .ape, .id3v1])
    #expect(document.items.first?.location.container.rawValue == "ID3v2.4")
    #expect(document.items.dropFirst().first?.location.container.rawValue == "ID3v2.4#2")
    let names = try Inspector.structure(of: DataSource(bytes)).map(\.name)
    #expect(names == ["ID3v2.4", "ID3v2.4", "frames", "APEv2", "Lyrics3v2", "ID3v1"])
  }

  @Test func tagAfterTheAudioIsFoundByItsFooter() throws {
    var tag = AudioBuilder.id3(title: "End")
    tag[5] = 0x10
    let footer = Array("3DI".utf8) + tag[3..<10]
    let document = try document(AudioBuilder.mp3(frames: 5) + tag + footer)
    #expect(document.values("id3/TIT2") == ["End"])
    #expect(document.duration?.value == 5760)
  }

  @Test func tagWithoutAudioIsATagWithAFinding() throws {
    let document = try document(AudioBuilder.id3(title: "Alone") + [1, 2, 3])
    #expect(document.container.kind == "id3")
    #expect(document.duration == nil)
    #expect(document.diagnostics.map(\.code.rawValue) == ["malformed"])
  }

  @Test(
    "Reading and cuts remove the delay only after the encoder names that players support",
    arguments: [("LAME3.99r", true), ("Lavc60.31", true), ("Gogo3.13a", false)])
  func removedDelay(encoder: String, isRemoved: Bool) throws {
    var file = AudioBuilder.xing(frames: 10, bytes: 4170) + AudioBuilder.mp3(frames: 10)
    file.replaceSubrange(52..<61, with: encoder.utf8)
    let track = try #require(try document(file).tracks.first)
    #expect(track.audio?.encoder == encoder && track.audio?.encoderDelay == 576)
    let window = SourceWindow(DataSource(file))
    let reader = try MPEGAudioFormat().packets(of: track, in: window, limits: .standard)
    let start = try #require(reader).edits.first?.mediaStart?.value ?? 0
    let stream = try #require(try MPEGStream.find(from: 0, in: window))
    #expect(MPEGPlayedPart(stream, frameCount: 10).samples.lowerBound == start)
    #expect(start == (isRemoved ? 576 + 529 : 0))
  }

  @Test func zerosAreNotAudio() {
    #expect(throws: ParseError(.unknownFormat, at: 0, "")) {
      try document(AudioBuilder.zeros(5000))
    }
  }

  @Test func longMP3TakesFewReads() throws {
    let text = AudioBuilder.id3(title: "Blue").dropFirst(10)
    let picture =
      [0] + Array("image/png".utf8) + [0, 3, 0] + [UInt8](repeating: 7, count: 90_000)
    let frame = Array("APIC".utf8) + synchsafe(picture.count) + [0, 0] + picture
    let tag = Array("ID3".utf8) + [4, 0, 0] + synchsafe(text.count + frame.count) + text + frame
    let stream = AudioBuilder.xing(frames: 1000, bytes: 1) + AudioBuilder.mp3(frames: 500)
    let source = SourceWindowTests.CountingSource(tag + stream)
    let document = try Inspector.inspect(source)
    #expect(document.container.kind == "mp3")
    #expect(document.values("id3/TIT2") == ["Blue"])
    #expect(source.readCount <= 3)
  }

  private func synchsafe(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0 & 0x7F) }
  }
}
