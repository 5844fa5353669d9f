import TestSupport
import Testing

@testable import MetaCore

@Suite("Writing chapters in ID3 tags") struct ID3ChapterEditTests {
  private func chapter(_ start: Int64, _ title: String, end: Int64? = nil) throws -> Chapter {
    Chapter(
      start: try #require(MediaTime(value: start, timescale: 1000)),
      end: end.flatMap { MediaTime(value: $0, timescale: 1000) }, title: title, source: "")
  }

  private func setting(_ chapters: [Chapter]) -> DocumentEdit {
    var edit = DocumentEdit()
    edit.chapters = chapters
    return edit
  }

  static let files = [
    "plain.mp3", "id3v23-chapters.mp3", "id3v24-chapters.mp3", "id3.aac", "plain.wav",
    "chunks.aiff", "silence.dsf", "tag.id3",
  ]

  @Test("Chapters are added and removed in every kind of file", arguments: files)
  func everyKind(_ name: String) throws {
    let file = try EditHarness(Repository.bytes(of: name))
    let wanted = [
      try chapter(0, "Eins"), try chapter(500, "Жук"), try chapter(900, "Drei", end: 950),
    ]
    guard !file.document.chapters.contains(where: { $0.source != "CHAP" }) else {
      #expect(throws: ParseError.self) { try file.outcome(setting(wanted)) }
      return
    }
    let outcome = try file.result(setting(wanted))
    let found = outcome.document.chapters
    #expect(found.map(\.title) == ["Eins", "Жук", "Drei"])
    #expect(found.map(\.start.value) == [0, 500, 900])
    #expect(found.last?.end?.value == 950)
    #expect(found.allSatisfy { $0.source == "CHAP" })
    let none = try EditHarness(outcome.bytes).result(setting([]))
    #expect(none.document.chapters.isEmpty)
    #expect(!none.document.items.contains { $0.key == "CHAP" || $0.key == "CTOC" })
  }

  @Test("A new title keeps the picture and link of a chapter; equal chapters change nothing")
  func kept() throws {
    for name in ["id3v23-chapters.mp3", "id3v24-chapters.mp3"] {
      let file = try EditHarness(Repository.bytes(of: name))
      var chapters = file.document.chapters
      let same = try file.result(setting(chapters), LayoutConstraints(movement: .none))
      #expect(same.plan.rewrite.isUnchanged)
      chapters[0].title = "Another"
      let outcome = try file.result(setting(chapters))
      #expect(outcome.document.chapters.map(\.title) == chapters.map(\.title))
      #expect(outcome.document.chapters.map(\.url) == chapters.map(\.url))
      #expect(outcome.document.chapters.map(\.image?.count) == chapters.map(\.image?.count))
    }
  }

  @Test(
    "Chapters are reordered, whether or not their table of contents is ordered",
    arguments: [true, false])
  func order(isOrdered: Bool) throws {
    var frames = [
      try ID3TestTags.frame(
        "CTOC", Array("toc\0".utf8) + [isOrdered ? 3 : 2, 2] + Array("b\0a\0".utf8))
    ]
    for (id, start) in [("a", UInt8(0)), ("b", 60)] {
      frames.append(
        try ID3TestTags.frame(
          "CHAP",
          Array("\(id)\0".utf8) + [0, 0, 0, start, 0, 0, 0, start]
            + [UInt8](repeating: 0xFF, count: 8)))
    }
    let file = try EditHarness(
      ID3Tag.encode(frames: frames, version: .v24) + AudioBuilder.mp3(frames: 4))
    let old = file.document.chapters
    #expect(old.map(\.start.value) == (isOrdered ? [60, 0] : [0, 60]))
    let same = try file.result(setting(old), LayoutConstraints(movement: .none))
    #expect(same.plan.rewrite.isUnchanged)
    let outcome = try file.result(setting(old.reversed()))
    #expect(outcome.document.chapters.map(\.start.value) == (isOrdered ? [0, 60] : [60, 0]))
  }

  @Test("Images of chapters are declared with their type", arguments: ["image/gif", "image/png"])
  func imageTypes(mime: String) throws {
    let file = try EditHarness(Repository.bytes(of: "plain.mp3"))
    let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    var wanted = try chapter(0, "A")
    wanted.image = .bytes(ByteSlice(mime == "image/gif" ? gif : png))
    let frames = try file.result(setting([wanted])).document.items.filter { $0.key == "CHAP" }
    let text = "\(frames.map(\.value))"
    #expect(text.contains(mime))
  }

  @Test("New chapters at the same times do not keep the end, link or picture of the old ones")
  func replaced() throws {
    let file = try EditHarness(Repository.bytes(of: "id3v24-chapters.mp3"))
    let old = file.document.chapters
    #expect(old.contains { $0.url != nil } && old.contains { $0.image != nil })
    let wanted = [try chapter(0, "A"), try chapter(200, "B"), try chapter(700, "C")]
    let found = try file.result(setting(wanted)).document.chapters
    #expect(found.map(\.url) == [nil, nil, nil])
    #expect(found.allSatisfy { $0.image == nil })
    #expect(found.first?.end?.value == 200)
  }

  @Test("More chapters than a table holds")
  func many() throws {
    let file = try EditHarness(AudioBuilder.mp3(frames: 4))
    let wanted = try (0..<600).map { try chapter(Int64($0) * 10, "C\($0)") }
    let outcome = try file.result(setting(wanted))
    #expect(outcome.document.chapters.map(\.title) == wanted.map(\.title))
  }

  @Test("ID3v2.2 does not support chapters")
  func old() throws {
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TT2", "One", .v22)], version: .v22)
    let file = try EditHarness(tag + AudioBuilder.mp3(frames: 4))
    let wanted = [try chapter(0, "One")]
    #expect(throws: ParseError.self) { try file.outcome(setting(wanted)) }
  }
}
