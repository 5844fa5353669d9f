import TestSupport
import Testing

@testable import MetaCore

/// Tags as a whole: sizes, flags, padding, what surrounds them.
@Suite struct ID3TagTests {
  private let title = "Blue Train"

  @Test func noTagWithoutID3() throws {
    var log = DiagnosticLog()
    let window = SourceWindow(DataSource([UInt8](repeating: 0x49, count: 64)))
    #expect(try ID3Tag.parse(at: 0, in: window, log: &log) == nil)
  }

  @Test(arguments: ID3Version.allCases) func framesAndPadding(version: ID3Version) throws {
    let id = version == .v22 ? "TT2" : "TIT2"
    let reading = try ID3TestTags.read(
      frames: [ID3TestTags.text(id, title, version)], version, padding: 20)
    let item = try #require(reading.tag.items.first)
    #expect(item.value == .string(title))
    #expect(item.location.container.rawValue == version.name)
    #expect(item.location.offset == 10)
    #expect(item.location.size == Int64(version.frameHeaderSize + 11))
    #expect(reading.tag.paddingSize == 20)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func secondTagIsNumbered() throws {
    let tag = try ID3Tag.encode(frames: [ID3TestTags.text("TIT2", title)], version: .v24)
    var log = DiagnosticLog()
    let window = SourceWindow(DataSource(tag + tag))
    let second = try ID3Tag.parse(at: Int64(tag.count), number: 2, in: window, log: &log)
    #expect(second?.items.first?.location.container.rawValue == "ID3v2.4#2")
    #expect(second?.items.first?.location.offset == Int64(tag.count + 10))
  }

  @Test func plainTagSizeIsRead() throws {
    let frames = try ID3TestTags.text("TIT2", String(repeating: "A", count: 300))
    let bytes = bytes("49 44 33 04 00 00 00 00 01 37") + frames
    let reading = try ID3TestTags.read(bytes)
    #expect(reading.value("TIT2")?.stringValue?.count == 300)
    #expect(reading.tag.size == Int64(bytes.count))
    #expect(reading.diagnostics.map(\.code.rawValue) == ["malformed"])
  }

  @Test func plainFrameSizesIn24AreRead() throws {
    let long = [0] + [UInt8](repeating: 0x41, count: 299)
    let wrong = bytes("54 49 54 32 00 00 01 2C 00 00") + long
    let frames = [wrong, try ID3TestTags.text("TPE1", "Ada")]
    let reading = try ID3TestTags.read(frames: frames)
    #expect(reading.value("TIT2")?.stringValue?.count == 299)
    #expect(reading.value("TPE1") == .string("Ada"))
  }

  @Test func syncsafeFrameSizesIn23AreRead() throws {
    let long = [0] + [UInt8](repeating: 0x41, count: 299)
    let wrong = bytes("54 49 54 32 00 00 02 2C 00 00") + long
    let frames = [wrong, try ID3TestTags.text("TPE1", "Ada", .v23)]
    let reading = try ID3TestTags.read(frames: frames, .v23, padding: 600)
    #expect(reading.value("TIT2")?.stringValue?.count == 299)
    #expect(reading.value("TPE1") == .string("Ada"))
  }

  @Test func threeLetterIDsIn23AreRead() throws {
    let frame = bytes("54 54 32 00 00 00 00 02 00 00 00 41")
    #expect(try ID3TestTags.read(frames: [frame], .v23).value("TT2") == .string("A"))
  }

  @Test(arguments: [ID3Version.v22, .v23]) func wholeTagUnsynchronised(version: ID3Version) throws {
    let ids = version == .v22 ? ("TT2", "TP1") : ("TIT2", "TPE1")
    let first = try ID3TestTags.frame(ids.0, bytes("01 FF FE 41 00 FF 00 FF 00"), version)
    let second = try ID3TestTags.text(ids.1, "Ada", version)
    let reading = try ID3TestTags.read(
      frames: [first, second], version, flags: .unsynchronised, padding: 8)
    #expect(reading.value(.text(ids.0)) == .string("A\u{FF}\u{FF}"))
    #expect(reading.value(.text(ids.1)) == .string("Ada"))
    let last = try #require(reading.tag.items.last?.location)
    #expect(reading.tag.paddingSize == 8)
    #expect(last.offset + last.size + 8 == reading.tag.end)
  }

  @Test func framesUnsynchronised() throws {
    let stored = Unsynchronisation.encode(bytes("01 FF FE 41 00 FF 00"))
    let frame = try ID3TestTags.frame("TIT2", stored, flags: .unsynchronised)
    #expect(try ID3TestTags.read(frames: [frame]).value("TIT2") == .string("A\u{FF}"))
  }

  @Test func compressedFrames() throws {
    // zlib's form of 00 41 41 41 41 41.
    let packed = bytes("78 9C 63 70 04 01 00 03 D5 01 46")
    let frame24 = try ID3TestTags.frame(
      "TIT2", bytes("00 00 00 06") + packed, flags: [.compressed, .dataLength])
    let frame23 = try ID3TestTags.frame(
      "TIT2", bytes("00 00 00 06") + packed, .v23, flags: .compressed)
    #expect(try ID3TestTags.read(frames: [frame24]).value("TIT2") == .string("AAAAA"))
    #expect(try ID3TestTags.read(frames: [frame23], .v23).value("TIT2") == .string("AAAAA"))
  }

  @Test func damagedCompressionKeepsTheBytes() throws {
    let frame = try ID3TestTags.frame(
      "TIT2", bytes("00 00 00 06 01 02 03"), flags: [.compressed, .dataLength])
    let reading = try ID3TestTags.read(
      frames: [frame, ID3TestTags.text("TPE1", "Ada")])
    #expect(reading.tag.items.first?.dataType == .raw)
    #expect(reading.value("TPE1") == .string("Ada"))
    #expect(reading.diagnostics.first?.path.description == "ID3v2.4/TIT2")
  }

  @Test(arguments: [ID3Version.v23, .v24]) func extendedHeader(version: ID3Version) throws {
    let extended = ID3ExtendedHeader(size: 0, paddingSize: 4, crc: 0x1234_5678)
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", title, version)], version: version, flags: .extended,
      extendedHeader: extended, padding: 4)
    let reading = try ID3TestTags.read(tag)
    #expect(reading.value("TIT2") == .string(title))
    #expect(reading.tag.extendedHeader?.crc == 0x1234_5678)
  }

  @Test func extendedFlagWithoutHeader() throws {
    let reading = try ID3TestTags.read(
      frames: [ID3TestTags.text("TIT2", title)], flags: .extended)
    #expect(reading.value("TIT2") == .string(title))
  }

  @Test func footerFindsTheTag() throws {
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", title)], version: .v24, flags: .footer)
    let window = SourceWindow(DataSource([1, 2, 3] + tag))
    #expect(try ID3Tag.start(ofTagEndingAt: Int64(tag.count + 3), in: window) == 3)
    #expect(try ID3Tag.start(ofTagEndingAt: Int64(tag.count + 2), in: window) == nil)
    #expect(try ID3TestTags.read(tag).tag.size == Int64(tag.count))
  }

  /// A footer is a copy of the header; a tag with a different header would be lost when it is
  /// rewritten.
  @Test(arguments: [(5, UInt8(0)), (9, 1)])
  func footerUnlikeTheHeaderFindsNothing(_ place: Int, _ value: UInt8) throws {
    var tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", title)], version: .v24, flags: .footer)
    tag[place] = value
    let window = SourceWindow(DataSource([1, 2, 3] + tag))
    #expect(try ID3Tag.start(ofTagEndingAt: Int64(tag.count + 3), in: window) == nil)
  }

  @Test func seekLeadsToTheNextTag() throws {
    let reading = try ID3TestTags.read(
      frames: [ID3TestTags.frame("SEEK", bytes("00 00 01 00"))])
    #expect(reading.tag.nextTagOffset == reading.tag.end + 256)
  }

  @Test func unknownVersionIsSkipped() throws {
    let reading = try ID3TestTags.read(bytes("49 44 33 05 00 00 00 00 00 02 01 02"))
    #expect(reading.tag.items.isEmpty)
    #expect(reading.tag.size == 12)
    #expect(reading.diagnostics.map(\.code.rawValue) == ["unsupported"])
  }

  @Test func aFrameIsNotReadPastItsTag() throws {
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", title), ID3TestTags.text("TPE1", "Ada")], version: .v24)
    let reading = try ID3TestTags.read(Array(tag.dropLast(2)))
    #expect(reading.value("TIT2") == .string(title))
    #expect(reading.value("TPE1") == .string("A"))
    #expect(reading.diagnostics.map(\.code.rawValue) == ["truncated", "truncated"])
  }

  @Test func enclosingChunkLimitsTheTag() throws {
    let tag = try ID3Tag.encode(frames: [ID3TestTags.text("TIT2", title)], version: .v24)
    var log = DiagnosticLog()
    let window = SourceWindow(DataSource(tag + tag))
    let read = try ID3Tag.parse(at: 0, upTo: 20, in: window, log: &log)
    #expect(read?.size == 20)
  }

  @Test func structureShowsFramesAndPadding() throws {
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", title)], version: .v24, padding: 7)
    let node = try ID3Tag.structure(at: 0, in: SourceWindow(DataSource(tag)))
    #expect(node?.name == "ID3v2.4")
    #expect(node?.children.map(\.name) == ["TIT2", "padding"])
    #expect(node?.children.map(\.offset) == [10, 31])
    #expect(node?.children.first?.summary == title)
  }

  @Test func aBareTagIsAFormat() throws {
    let tag = try ID3Tag.encode(frames: [ID3TestTags.text("TIT2", title)], version: .v24)
    let document = try ID3Format().inspect(
      SourceWindow(DataSource(tag + tag)), options: ReadOptions())
    #expect(document.container.kind == "id3")
    #expect(document.items.count == 2)
  }
}
