import TestSupport
import Testing

@testable import MetaCore

@Suite struct APETagTests {
  let title = APEItem(key: "Title", flags: 0, value: .bytes(ByteSlice(Array("Blue".utf8))))

  private func read(_ bytes: [UInt8], log: inout DiagnosticLog) throws -> [MetadataItem] {
    let window = SourceWindow(DataSource(bytes))
    let tag = try #require(try APETag.find(endingAt: window.length, above: 0, in: window))
    var items: [MetadataItem] = []
    try tag.forEachItem(in: window, limits: .standard, log: &log) { item, location in
      items.append(item.metadataItem(at: location))
    }
    return items
  }

  private func read(_ bytes: [UInt8]) throws -> [MetadataItem] {
    var log = DiagnosticLog()
    return try read(bytes, log: &log)
  }

  @Test func footerMatchesTheSpecification() {
    let expected = bytes(
      """
      41 50 45 54 41 47 45 58  D0 07 00 00  32 00 00 00  01 00 00 00  00 00 00 80
      00 00 00 00 00 00 00 00
      """)
    #expect(APETag.encode([title]).suffix(32).elementsEqual(expected))
  }

  @Test func itemMatchesTheSpecification() throws {
    var writer = ByteWriter()
    title.encode(into: &writer)
    #expect(writer.bytes == bytes("04 00 00 00 00 00 00 00 54 69 74 6C 65 00 42 6C 75 65"))
    let (item, size) = try APEItem.parse(
      at: 0, before: 18, in: SourceWindow(DataSource(writer.bytes)), limits: .standard)
    #expect(item == title)
    #expect(size == 18)
  }

  @Test(arguments: [1000, 2000] as [UInt32]) func wholeTagIsFound(version: UInt32) throws {
    let encoded = APETag.encode([title], version: version)
    let bytes = [9, 9] + encoded
    let window = SourceWindow(DataSource(bytes))
    let tag = try #require(try APETag.find(endingAt: window.length, above: 0, in: window))
    #expect(tag.offset == 2)
    #expect(tag.size == Int64(encoded.count))
    #expect(tag.hasHeader == (version == 2000))
    #expect(try read(bytes).map(\.value) == [.string("Blue")])
  }

  @Test func zeroSeparatedTextsAreAList() throws {
    let item = APEItem(
      key: "Artist", flags: 0, value: .bytes(ByteSlice(Array("A\0B".utf8))))
    let read = try read(APETag.encode([item])).first
    #expect(read?.value == .list([.string("A"), .string("B")]))
    #expect(try APEItem(#require(read)) == item)
  }

  @Test func coverHasItsNameAndKind() throws {
    let item = APEItem(
      key: "Cover Art (Front)", flags: 2, fileName: ByteSlice(Array("a.png".utf8)),
      value: .bytes(ByteSlice([1, 2, 3])))
    let cover = try #require(try read(APETag.encode([item])).first)
    #expect(cover.value == .data(.bytes(ByteSlice([1, 2, 3]))))
    #expect(cover[extra: .fileName] == .string("a.png"))
    #expect(cover[extra: .pictureType] == .integer(3))
    #expect(APEItem(cover) == item)
  }

  @Test(arguments: [
    (UInt32(1), ["readOnly"]), (UInt32(4), ["external"]),
    (UInt32(5), ["external", "readOnly"]),
  ]) func flagsHaveNames(flags: UInt32, names: [String]) throws {
    let item = APEItem(
      key: "Related", flags: flags, value: .bytes(ByteSlice(Array("https://a".utf8))))
    let read = try #require(try read(APETag.encode([item])).first)
    #expect(read[extra: .flags] == .list(names.map { .string($0) }))
    #expect(APEItem(read) == item)
  }

  @Test(arguments: [4, 5] as [UInt32]) func severalLinksRemainLinks(flags: UInt32) throws {
    let item = APEItem(
      key: "Related", flags: flags, value: .bytes(ByteSlice(Array("https://a\0https://b".utf8))))
    var read = try #require(try read(APETag.encode([item])).first)
    #expect(read.value == .list([.string("https://a"), .string("https://b")]))
    #expect(APEItem(read) == item)
    // A link that is too long to be read.
    read.value = .data(item.value)
    #expect(APEItem(read) == item)
  }

  @Test func largeBinaryValuesStayInTheFile() throws {
    let item = APEItem(
      key: "Blob", flags: 2, value: .bytes(ByteSlice([UInt8](repeating: 7, count: 300))))
    let blob = try read(APETag.encode([item])).first
    #expect(blob?.value.dataValue?.location?.offset == 45)
    #expect(blob?.value.dataValue?.location?.count == 300)
  }

  @Test func itemsBeforeABrokenOneAreKept() throws {
    var encoded = APETag.encode([title, title])
    encoded[32 + 18] = 0xFF
    var log = DiagnosticLog()
    #expect(try read(encoded, log: &log).count == 1)
    #expect(log.diagnostics.map(\.code.rawValue) == ["truncated"])
  }

  @Test func tagLongerThanTheFileIsIgnored() throws {
    let encoded = APETag.encode([title])
    let cut = Array(encoded.dropFirst(40))
    let window = SourceWindow(DataSource(cut))
    #expect(try APETag.find(endingAt: window.length, above: 0, in: window) == nil)
  }
}
