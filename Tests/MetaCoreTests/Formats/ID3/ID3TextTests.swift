import TestSupport
import Testing

@testable import MetaCore

/// Text as writers store it, right and wrong.
@Suite struct ID3TextTests {
  private func read(_ id: String, _ hex: String, _ version: ID3Version = .v24) throws
    -> ID3TestTags.Reading
  {
    try ID3TestTags.read(frames: [ID3TestTags.frame(id, bytes(hex), version)], version)
  }

  @Test(arguments: [
    ("00 47 72 F6 DF 65", "Größe", "latin1"), ("03 C3 A9", "é", "utf8"),
    ("01 FF FE E9 00", "é", "utf16"), ("01 FE FF 00 E9", "é", "utf16"),
    ("01 E9 00", "é", "utf16"), ("02 00 E9", "é", "utf16be"), ("02 FE FF 00 E9", "é", "utf16be"),
    ("01 FF FE E9 00 41", "é", "utf16"), ("01 FF FE E9 00 00 00", "é", "utf16"),
    ("01 FF FE E9 00 00", "é", "utf16"), ("00 41 00 00 00", "A", "latin1"), ("00", "", "latin1"),
    ("01 3D D8 82 DE", "🚂", "utf16"),
  ])
  func encodings(hex: String, text: String, type: String) throws {
    let item = try #require(try read("TIT2", hex).tag.items.first)
    #expect(item.value == .string(text))
    #expect(item.dataType.name == type)
  }

  @Test(arguments: ID3Version.allCases) func zerosSeparateValues(version: ID3Version) throws {
    let id = version == .v22 ? "TP1" : "TPE1"
    let item = try #require(try read(id, "00 41 00 42 2F 43 00", version).tag.items.first)
    #expect(item.value == .list([.string("A"), .string("B/C")]))
  }

  @Test func byteOrderMarkAppliesToLaterValues() throws {
    let item = try #require(try read("TPE1", "01 FE FF 00 41 00 00 00 42").tag.items.first)
    #expect(item.value == .list([.string("A"), .string("B")]))
  }

  @Test func emptyFrameIsAnItem() throws {
    let item = try #require(try read("TIT2", "").tag.items.first)
    #expect(item.value == .string(""))
  }

  @Test func forgottenEncodingByteIsNoted() throws {
    let reading = try read("TIT2", "42 6C 75 65")
    #expect(reading.value("TIT2") == .string("Blue"))
    #expect(reading.diagnostics.map(\.code.rawValue) == ["malformed"])
  }

  @Test func commentHasLanguageAndDescription() throws {
    let item = try #require(
      try read("COMM", "01 65 6E 67 FF FE 41 00 00 00 FF FE 42 00").tag.items.first)
    #expect(item.value == .string("B"))
    #expect(item[extra: .info] == .string("A"))
    #expect(item[extra: .language] == .string("eng"))
    #expect(item.language != nil)
  }

  @Test(arguments: ["58 58 58", "00 00 00", "20 20 20"]) func noLanguage(hex: String) throws {
    #expect(try read("COMM", "00 \(hex) 00 41").tag.items.first?.language == nil)
  }

  @Test func urlInTextEncodingIsRead() throws {
    let reading = try read("WXXX", "01 FF FE 53 00 00 00 FF FE 68 00 74 00")
    #expect(reading.value("WXXX") == .string("ht"))
  }

  @Test func pictureFormatBecomesMIMEType() throws {
    let item = try #require(try read("PIC", "00 50 4E 47 03 00 89 50", .v22).tag.items.first)
    #expect(item[extra: .mime] == .string("image/png"))
    #expect(item.dataType.name == "png")
    #expect(item[extra: .pictureType] == .integer(3))
  }

  @Test func unknownFramesAreKept() throws {
    let item = try #require(try read("ZZZZ", "01 02").tag.items.first)
    #expect(item.dataType == .raw)
    #expect(item.value == .data(.bytes(ByteSlice([1, 2]))))
  }

  @Test func unknownTextAndURLFramesAreText() throws {
    #expect(try read("TFOO", "00 41").value("TFOO") == .string("A"))
    #expect(try read("W000", "41").value("W000") == .string("A"))
  }
}
