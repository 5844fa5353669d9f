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
}
