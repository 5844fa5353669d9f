import TestSupport
import Testing

@testable import MetaCore

@Suite struct ID3v1Tests {
  private func fit(_ text: String, _ size: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
  }

  private func tag(title: String = "Blue Train", comment: [UInt8]) -> ByteSlice {
    ByteSlice(
      Array("TAG".utf8) + fit(title, 30) + fit("Ada", 30) + fit("", 30) + fit("2024", 4) + comment
        + [8], origin: 1000)
  }

  @Test func version10() throws {
    let items = try #require(ID3v1.parse(tag(comment: fit("Note", 30))))
    #expect(items.map(\.key) == ["title", "artist", "year", "comment", "genre"])
    #expect(items.first?.location.offset == 1003)
    #expect(items.last?.value == .integer(8))
    #expect(items.allSatisfy { $0.keySpace == .id3v1 })
  }

  @Test func version11HasATrack() throws {
    let slice = tag(comment: fit("Note", 28) + [0, 3])
    let items = try #require(ID3v1.parse(slice))
    #expect(items.first { $0.key == "track" }?.value == .integer(3))
    #expect(try ID3v1.encode(items) == Array(slice.bytes))
  }

  @Test func thirtyCharacterCommentHasNoTrack() throws {
    let items = try #require(ID3v1.parse(tag(comment: fit("123456789012345678901234567890", 30))))
    #expect(!items.contains { $0.key == "track" })
  }

  @Test func trailingBlanksArePadding() throws {
    let items = try #require(ID3v1.parse(tag(title: "Blue  ", comment: fit("", 30))))
    #expect(items.first?.value == .string("Blue"))
  }

  @Test func otherBytesAreNotATag() {
    #expect(ID3v1.parse(ByteSlice([UInt8](repeating: 0, count: 128))) == nil)
    #expect(ID3v1.parse(ByteSlice(Array("TAG".utf8))) == nil)
  }

  @Test func enhancedTagContinuesFields() throws {
    let long = "Blue Train on the Night Line to the Sea"
    let plain = tag(title: String(long.prefix(30)), comment: fit("", 30))
    let stored =
      Array("TAG+".utf8) + fit(String(long.dropFirst(30)), 60) + fit("", 120) + [1]
      + fit("Rail", 30) + fit("000:00", 6) + fit("003:00", 6)
    let items = try #require(ID3v1.parse(plain, enhanced: ByteSlice(stored, origin: 773)))
    #expect(items.first?.value == .string(long))
    #expect(items.first?.location.container.rawValue == "TAG+")
    #expect(items.filter { $0.location.container == ID3v1.enhancedContainer }.count == 5)
  }
}
