import Testing

@testable import MetaCore

@Suite struct Lyrics3TagTests {
  private func read(_ bytes: [UInt8]) throws -> [MetadataItem] {
    let window = SourceWindow(DataSource(bytes))
    let tag = try #require(try Lyrics3Tag.find(endingAt: window.length, above: 0, in: window))
    var log = DiagnosticLog()
    var items: [MetadataItem] = []
    try tag.forEachField(in: window, log: &log) { field, location in
      items.append(field.metadataItem(at: location))
    }
    return items
  }

  @Test func versionTwoMatchesTheSpecification() throws {
    let fields = [
      Lyrics3Field(id: "IND", value: .bytes(ByteSlice(Array("00".utf8)))),
      Lyrics3Field(id: "ETT", value: .bytes(ByteSlice(Array("Blue".utf8)))),
    ]
    let encoded = Lyrics3Tag.encode(fields)
    #expect(
      String(decoding: encoded, as: UTF8.self)
        == "LYRICSBEGININD0000200ETT00004Blue000033LYRICS200")
    let items = try read([1, 2] + encoded)
    #expect(items.map(\.value) == [.string("00"), .string("Blue")])
    #expect(items.map(\.identifier.rawValue) == ["lyrics3/IND", "lyrics3/ETT"])
    #expect(items.compactMap { Lyrics3Field($0) } == fields)
  }

  @Test func versionOneIsOneItem() throws {
    let words = ByteSlice(Array("La la".utf8))
    let items = try read([1] + Lyrics3Tag.encode(words: words))
    #expect(items.map(\.value) == [.string("La la")])
    #expect(items.first?.location.container.rawValue == "Lyrics3v1")
  }

  @Test func nonNumericSizeIsNotATag() throws {
    let text = Array("LYRICSBEGININD000020000x033LYRICS200".utf8)
    let window = SourceWindow(DataSource(text))
    #expect(try Lyrics3Tag.find(endingAt: window.length, above: 0, in: window) == nil)
  }
}
