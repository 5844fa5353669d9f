import Testing

@testable import MetaCore

@Suite("Chapters among Vorbis comments") struct VorbisChaptersTests {
  private func chapters(_ fields: [(String, String)]) -> [Chapter] {
    let items = fields.map { key, value in
      MetadataItem(
        keySpace: .vorbis, key: .text(key), value: .string(value), dataType: .utf8)
    }
    return VorbisChapters.chapters(among: items, limit: 100)
  }

  @Test("Times in all notations")
  func times() {
    for (text, seconds) in [
      ("00:00:00.000", 0), ("01:02:03.500", 3723.5), ("100:00:00", 360_000), ("0:0:1.25", 1.25),
      ("00:00:00.123456789", 0.123456789),
    ] {
      #expect(chapters([("CHAPTER001", text)]).map(\.start.seconds) == [seconds], "\(text)")
    }
    let wrong = [
      "", "1", "00:60:00.000", "00:00:60", "-1:00:00", "a:b:c", "00:00:00.", "1:2:3.4.5",
    ]
    for text in wrong {
      #expect(chapters([("CHAPTER001", text)]).isEmpty, "\(text)")
    }
  }

  @Test("Parts of a chapter are matched by its number, in any order and case")
  func parts() {
    let found = chapters([
      ("chapter002name", "Two"), ("CHAPTER002", "00:00:02.000"), ("CHAPTER001", "00:00:01.000"),
      ("CHAPTER001URL", "https://example.com"), ("CHAPTER003NAME", "nothing"), ("CHAPTERS", "x"),
    ])
    #expect(found.map(\.title) == [nil, "Two"])
    #expect(found.map(\.url) == ["https://example.com", nil])
  }

  @Test("Fields of chapters are read as the same chapters", arguments: [1, 12, 1200])
  func roundTrip(count: Int) throws {
    let wanted = try (0..<count).map { number in
      Chapter(
        start: try #require(MediaTime(value: Int64(number) * 61_234, timescale: 1000)),
        title: number % 3 == 0 ? nil : "Nr. \(number)", source: "CHAPTER")
    }
    let items = try VorbisChapters.fields(wanted).map { field in
      VorbisField.metadataItem(field, at: ItemLocation())
    }
    #expect(VorbisChapters.chapters(among: items, limit: count) == wanted)
  }
}
