import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("Chapters of rewritten movies")
struct ChapterEditTests {
  static let samples = MP4RewriterTests.samples.filter {
    !["compressed-moov.mov", "init-segment.mp4"].contains($0)
  }

  private func chapters(
    _ titles: [String], from start: Int64 = 0, language: LanguageTag? = nil
  ) -> [Chapter] {
    titles.enumerated().compactMap { index, title in
      MediaTime(value: start + Int64(index) * 150, timescale: 1000).map {
        Chapter(start: $0, title: title, language: language, source: "test")
      }
    }
  }

  private func edit(_ chapters: [Chapter]) -> DocumentEdit {
    var edit = DocumentEdit()
    edit.chapters = chapters
    return edit
  }

  private func applied(_ edit: DocumentEdit, to old: [UInt8], _ shape: LayoutConstraints) throws
    -> [UInt8]
  {
    let plan = try #require(try EditCheck(old).plan(edit, shape))
    let new = RewritePlanTests.result(of: plan, on: old)
    let inverse = try plan.inverse(of: DataSource(old))
    #expect(RewritePlanTests.result(of: inverse, on: new) == old)
    return new
  }

  /// The samples of every track that has no titles of chapters.
  private func media(_ file: [UInt8]) throws -> [UInt32: [ListedSamples.Sample]] {
    let document = try Inspector.inspect(DataSource(file))
    let titles = document.tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(
      \.trackIDs)
    let texts = document.tracks.filter { titles.contains($0.id) && $0.mediaType != .video }.map(
      \.id)
    return try ListedSamples(DataSource(file)).tracks.filter { !texts.contains($0.key) }
  }

  @Test("Chapters are set in a list and in a track, changed, and cleared", arguments: samples)
  func setChangeClear(name: String) throws {
    let old = try Repository.bytes(of: name)
    let images = try Inspector.inspect(DataSource(old)).tracks.filter { $0.mediaType == .video }
      .count
    for shape in [
      LayoutConstraints(movement: .free), LayoutConstraints(movement: .free, layout: .append),
    ] {
      var file = old
      for (titles, start) in [
        (["One", "Zürich 東京", ""], Int64(0)), (["Late", "Later"], 200), ([], 0),
      ] {
        file = try applied(edit(chapters(titles, from: start)), to: file, shape)
        let document = try Inspector.inspect(DataSource(file))
        #expect(document.chapters.map { $0.title ?? "" } == titles)
        if let first = document.chapters.first {
          #expect(abs(first.start.seconds - Double(start) / 1000) < 0.002)
          #expect(first.source == "chapterTrack")
          #expect(try MovieSourceNames.types(of: DataSource(file)).contains("chpl"))
        }
        #expect(try media(file) == media(old))
        #expect(document.tracks.filter { $0.mediaType == .video }.count == images)
      }
      #expect(!(try MovieSourceNames.types(of: DataSource(file)).contains("chpl")))
    }
  }

  @Test func picturesKeepTheirTimes() throws {
    let old = try Repository.bytes(of: "book-chapters.m4b")
    let check = try EditCheck(old)
    var chapters = check.document.chapters
    chapters[0].title = "Arrival"
    let new = try applied(edit(chapters), to: old, LayoutConstraints(movement: .free))
    let document = try Inspector.inspect(DataSource(new))
    #expect(document.chapters.map(\.title) == ["Arrival", "Brücke", "東京"])
    #expect(document.chapters.allSatisfy { $0.image != nil })
    #expect(document.tracks.map(\.references) == check.document.tracks.map(\.references))
    #expect(
      try check.plan(edit(check.document.chapters), LayoutConstraints(movement: .none))?.isUnchanged
        == true
    )
  }

  @Test func listsKeepTheirVersion() throws {
    let old = try Repository.bytes(of: "nero-chpl-v0.m4b")
    let new = try applied(edit(chapters(["A"])), to: old, LayoutConstraints(movement: .free))
    let place = try #require(new.indices.first { new[$0...].starts(with: "chpl".utf8) })
    #expect(new[place + 4] == 0)
  }

  @Test func languagesKeepTheirTracks() throws {
    let old = try Repository.bytes(of: "episode.m4v")
    let titles =
      chapters(["Start", "Middle"], language: .english)
      + chapters(["Anfang", "Mitte"], language: LanguageTag(rawValue: "de"))
    let new = try applied(edit(titles), to: old, LayoutConstraints(movement: .free))
    let document = try Inspector.inspect(DataSource(new))
    #expect(
      document.chapters.filter { $0.language == .english }.map(\.title) == ["Start", "Middle"])
    #expect(
      document.chapters.filter { $0.language != .english }.map(\.title) == ["Anfang", "Mitte"])
    #expect(document.tracks.count == (try Inspector.inspect(DataSource(old)).tracks.count))
    let one = try applied(
      edit(chapters(["Only"], language: .english)), to: new, LayoutConstraints(movement: .free))
    let left = try Inspector.inspect(DataSource(one))
    #expect(left.chapters.map(\.title) == ["Only"])
    #expect(left.tracks.count == document.tracks.count - 1)
  }

  @Test("Other programs read our output")
  func othersReadThem() throws {
    guard let probe = Program.find("ffprobe") else { return }
    for name in ["plain.m4a", "moov-first.mp4", "old-quicktime.mov", "book-chapters.m4b"] {
      let new = try applied(
        edit(chapters(["One", "Zürich"])), to: Repository.bytes(of: name),
        LayoutConstraints(movement: .free))
      let scratch = try Scratch()
      try Data(new).write(to: scratch.file(name))
      let result = try Program.run(
        probe,
        [
          "-v", "error", "-show_entries", "chapter_tags=title", "-of", "csv=p=0",
          scratch.file(name).path,
        ])
      #expect(result.text.split(separator: "\n") == ["One", "Zürich"], "\(name) \(result.errors)")
    }
  }
}
