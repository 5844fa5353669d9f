import TestSupport
import Testing

@testable import MetaCore

@Suite struct ID3ChaptersTests {
  private func chapter(_ id: String, _ start: UInt32, _ end: UInt32) throws -> [UInt8] {
    var content = ByteWriter()
    content.append(Array(id.utf8) + [0])
    content.u32(start)
    content.u32(end)
    content.u64(.max)
    content.append(try ID3TestTags.text("TIT2", "Title \(id)"))
    return try ID3TestTags.frame("CHAP", content.bytes)
  }

  private func contents(_ id: String, _ flags: UInt8, _ children: [String]) throws -> [UInt8] {
    let ids = children.flatMap { (id: String) -> [UInt8] in Array(id.utf8) + [0] }
    return try ID3TestTags.frame(
      "CTOC", Array(id.utf8) + ([0, flags, UInt8(children.count)] as [UInt8]) + ids)
  }

  private func titles(_ frames: [[UInt8]]) throws -> [String?] {
    try ID3TestTags.read(frames: frames).tag.chapters.map(\.title)
  }

  @Test func chaptersWithoutContentsAreSortedByTime() throws {
    let frames = [try chapter("b", 500, 900), try chapter("a", 0, 500)]
    #expect(try titles(frames) == ["Title a", "Title b"])
    let first = try ID3TestTags.read(frames: frames).tag.chapters.first
    #expect(first?.end?.seconds == 0.5)
    #expect(first?.source == "CHAP")
  }

  @Test func topLevelTableDeterminesTheOrder() throws {
    let frames = [
      try contents("x", 1, ["a"]), try contents("top", 3, ["b", "x"]), try chapter("a", 0, 500),
      try chapter("b", 500, 900), try chapter("hidden", 100, 200),
    ]
    #expect(try titles(frames) == ["Title b", "Title a"])
  }

  @Test func cyclicTablesTerminate() throws {
    let frames = [
      try contents("x", 3, ["y", "a"]), try contents("y", 1, ["x", "y"]), try chapter("a", 0, 500),
    ]
    #expect(try titles(frames) == ["Title a"])
  }

  @Test func framesInsideFramesHaveALimit() throws {
    var frame = try chapter("a", 0, 1)
    for _ in 0..<100 {
      frame = try ID3TestTags.frame(
        "CHAP",
        Array("a".utf8) + [0] + bytes("00 00 00 00 00 00 00 01")
          + bytes("FF FF FF FF FF FF FF FF") + frame)
    }
    let reading = try ID3TestTags.read(frames: [frame])
    #expect(reading.diagnostics.contains { $0.code == .limitExceeded })
    #expect(reading.tag.chapters.count == 1)
  }
}
