import TestSupport
import Testing

@testable import MetaCore

@Suite struct ChapterTests {
  @Test func textAndItsModifiers() throws {
    let sample = try roundTrip(
      bytes("0003") + Array("One".utf8) + atom("encd", words(0x100)), parse: TextSample.parse
    ) { $0.encode(into: &$1) }
    #expect(sample.text == ByteSlice(Array("One".utf8)))
    #expect(sample.url == nil)
  }

  @Test func linkOfAChapter() throws {
    let address = Array("https://example.org".utf8)
    let link = atom("href", bytes("0000 0003"), [UInt8(address.count)], address, [0])
    let sample = try TextSample.parse(ByteSlice(bytes("0003") + Array("One".utf8) + link))
    #expect(sample.url == "https://example.org")
  }

  @Test func textWithExcessiveLength() throws {
    #expect(try TextSample.parse(ByteSlice(bytes("00FF 41"))).text.count == 1)
  }

  @Test func emptySampleIsEmptyText() throws {
    #expect(try TextSample.parse(.empty).text.isEmpty)
  }

  @Test func separateLinkTrackBelongsToTheChapters() throws {
    func chapter(_ second: Int64, _ title: String, _ url: String? = nil) -> Chapter {
      var chapter = Chapter(start: MediaTime(numeric: second, 1), title: title, source: "x")
      chapter.url = url
      return chapter
    }
    let titles = [chapter(0, "A"), chapter(10, "B"), chapter(20, "C")]
    let links = [chapter(0, "see", "u"), chapter(12, "see", "v"), chapter(20, "", "w")]
    let linked = ChapterReader.linked([titles, links])
    #expect(linked.map(\.title) == ["A", "B", "C"])
    #expect(linked.map(\.url) == ["u", "v", "w"])
    #expect(ChapterReader.linked([links, titles]).map(\.url) == ["u", "v", "w"])
    // Titles that have links themselves, and two languages, are chapters.
    #expect(ChapterReader.linked([links]) == links)
    #expect(ChapterReader.linked([links, links]).count == 6)
    #expect(ChapterReader.linked([titles, titles]).count == 6)
  }

  @Test func picturesBelongToTheChapterTheyStartIn() throws {
    let times = try (0...4).map { try #require(MediaTime(value: $0, timescale: 1)) }
    let chapters = [
      Chapter(start: times[2], title: "B", source: "x"),
      Chapter(start: times[0], title: "A", source: "x"),
      Chapter(start: times[3], title: "C", source: "x"),
    ]
    let (one, two) = (DataValue.bytes(ByteSlice([1])), DataValue.bytes(ByteSlice([2])))
    let images = [
      ChapterImage(start: times[0], end: times[2], image: one),
      ChapterImage(start: times[2], end: times[3], image: two),
    ]
    let joined = ChapterReader.joined(chapters, images)
    #expect(joined.map(\.title) == ["A", "B", "C"])
    #expect(joined.map(\.image) == [one, two, nil])
  }

  @Test(
    arguments: [
      (1, 30, 0, "00:00:00;00"), (1, 30, 1799, "00:00:59;29"), (1, 30, 1800, "00:01:00;02"),
      (1, 30, 17981, "00:09:59;29"), (1, 30, 17982, "00:10:00;00"), (1, 30, 107_892, "01:00:00;00"),
      (1, 60, 3600, "00:01:00;04"), (0, 25, 930_762, "10:20:30:12"),
      (0, 30, 108_000, "01:00:00:00"),
      (2, 25, 2_160_000, "00:00:00:00"), (0, 25, 2_160_000, "24:00:00:00"),
      (4, 25, 0xFFFF_FFFF, "-00:00:00:01"), (8, 25, 1250, "50"), (0, 0, 7, "7"),
      (1, 120, 7200, "00:01:00;08"), (1, 24, 1440, "00:01:00:00"), (1, 25, 1500, "00:01:00:00"),
      (1, 1, 100, "00:01:40:00"),
    ] as [(UInt32, UInt8, UInt32, String)])
  func timecode(flags: UInt32, rate: UInt8, frame: UInt32, text: String) {
    let description = TimecodeDescription(
      flags: flags, timescale: 30000, frameDuration: 1001, framesPerSecond: rate)
    #expect(description.text(of: frame) == text)
  }

  @Test func timecodeDescription() throws {
    let name = atom("name", bytes("0004 0000"), Array("A001".utf8))
    let description = try roundTrip(
      words(0, 1, 30000, 1001) + [30, 0] + name, parse: TimecodeDescription.parse
    ) { $0.encode(into: &$1) }
    #expect(description.reel == "A001")
    #expect(description.dropsFrames)
  }

  // MARK: UTF-16

  /// Text in UTF-16 whose last character contains a zero byte, with and without terminators, and
  /// text in UTF-8.
  private static let endingsInZero = [
    ("FF FE 41 00 62 00", "Ab"), ("FF FE 41 00 00 00", "A"), ("FF FE 41 00 00", "A"),
    ("FE FF 4E 00", "一"), ("FE FF 4E 00 00 00", "一"), ("FE FF 00 41 00 00", "A"),
    ("41 62 00 00", "Ab"),
  ]

  /// A movie whose audio track has one chapter, with this text.
  private func movie(title: [UInt8]) -> [UInt8] {
    let type = atom("ftyp", Array("qt  ".utf8), words(0))
    let sample = payload { TextSample(text: ByteSlice(title)).encode(into: &$0) }
    func track(_ id: UInt32, _ handler: String, _ more: [UInt8], _ tables: [UInt8]) -> [UInt8] {
      let kind = fullAtom("hdlr", words(0), Array(handler.utf8), [UInt8](repeating: 0, count: 13))
      let header = words(0, 0, 0, id, 0, 1000) + [UInt8](repeating: 0, count: 60)
      return atom(
        "trak", atom("tkhd", header), more,
        atom(
          "mdia", atom("mdhd", words(0, 0, 0, 1000, 1000, 0)), kind,
          atom("minf", atom("stbl", tables))))
    }
    let tables =
      fullAtom("stts", words(1, 1, 1000)) + fullAtom("stsc", words(1, 1, 1, 1))
      + fullAtom("stsz", words(0, 1, UInt32(sample.count)))
      + fullAtom("stco", words(1, UInt32(type.count + 8)))
    return type + atom("mdat", sample)
      + atom(
        "moov", track(1, "soun", atom("tref", atom("chap", words(2))), []),
        track(2, "text", [], tables))
  }

  @Test("A title in UTF-16 keeps a last character with a zero byte", arguments: endingsInZero)
  func wideTitle(hex: String, title: String) throws {
    let file = movie(title: bytes(hex))
    let document = try Inspector.inspect(DataSource(file))
    #expect(document.chapters.map(\.title) == [title])
    let tree = try AtomTree(SourceWindow(DataSource(file)))
    let text = try #require(ChapterTracks(document, tree).texts.first)
    let kept = try text.sample(
      of: Chapter(start: .zero, title: title, source: "test"), tree.window)
    #expect(Array(kept.dropFirst(2)) == bytes(hex), "an equal title keeps its bytes")
  }

  @Test("Names of tracks and reels in UTF-16 keep their last character", arguments: endingsInZero)
  func wideNames(hex: String, name: String) throws {
    let text = bytes(hex)
    for udta in [atom("name", text), atom("tnam", bytes("00000000 55C4"), text)] {
      let (movie, _) = try readMovie(atom("moov", atom("trak", atom("udta", udta))))
      #expect(movie.tracks.map(\.name) == [name])
    }
    var timecode = TimecodeDescription(
      flags: 0, timescale: 25, frameDuration: 1, framesPerSecond: 25)
    timecode.extensions = ByteSlice(atom("name", [0, UInt8(text.count), 0, 0], text))
    #expect(timecode.reel == name)
  }
}
