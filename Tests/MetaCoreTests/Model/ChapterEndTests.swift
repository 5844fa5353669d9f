import MetaCore
import Testing

@Suite struct ChapterEndTests {
  private func chapter(_ start: Int64, _ end: Int64? = nil, _ language: LanguageTag? = nil) throws
    -> Chapter
  {
    Chapter(
      start: try #require(MediaTime(value: start, timescale: 1)),
      end: end.flatMap { MediaTime(value: $0, timescale: 1) }, title: nil, language: language,
      source: "test")
  }

  private func ends(_ chapters: [Chapter], _ duration: Int64?) -> [Double?] {
    let duration = duration.flatMap { MediaTime(value: $0, timescale: 1) }
    return chapters.ends(fileDuration: duration).map { $0?.seconds }
  }

  @Test func explicitEndIsUsed() throws {
    #expect(ends([try chapter(0, 3), try chapter(5, 6)], 10) == [3, 6])
  }

  @Test func otherChaptersEndAtTheNextOrTheEndOfTheFile() throws {
    #expect(ends([try chapter(0), try chapter(5)], 10) == [5, 10])
    #expect(ends([try chapter(0), try chapter(5)], nil) == [5, nil])
  }

  @Test func noChapterEndsBeforeItsStart() throws {
    #expect(ends([try chapter(12)], 10) == [nil])
  }

  @Test func nextChapterHasTheSameLanguage() throws {
    let german = LanguageTag(rawValue: "de")
    let chapters = [
      try chapter(0, nil, .english), try chapter(0, nil, german), try chapter(5, nil, .english),
      try chapter(6, nil, german),
    ]
    #expect(ends(chapters, 10) == [5, 6, 10, 10])
  }
}
