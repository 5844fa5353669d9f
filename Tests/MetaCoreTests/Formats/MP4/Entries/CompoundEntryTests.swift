import TestSupport
import Testing

@testable import MetaCore

/// Attributes of `Xtra`, the frame around `ID32`, and chapters.
@Suite struct CompoundEntryTests {
  private let encoder = EntryEncoder(source: DataSource([]), isQuickTime: false)

  private func attribute(_ name: String, _ values: (UInt16, [UInt8])...) -> [UInt8] {
    var writer = ByteWriter()
    WindowsAttributesAtom(attributes: [
      WindowsAttributesAtom.Attribute(
        name: ByteSlice(Array(name.utf8)),
        values: values.map { .init(type: $0.0, bytes: ByteSlice($0.1)) }, offset: 0, size: 0)
    ]).encode(into: &writer)
    return writer.bytes
  }

  private func item(
    _ name: String, _ value: MetadataValue, _ dataType: DataType = .utf16
  ) -> DocumentEdit.Entry {
    DocumentEdit.Entry([
      MetadataItem(keySpace: .asf, key: .text(name), value: value, dataType: dataType)
    ])
  }

  private func place(_ offset: Int64) -> ItemLocation {
    ItemLocation(container: .none, offset: offset)
  }

  @Test func attributesAreReplacedAndOthersKept() throws {
    let unknown = attribute("WM/X", (99, [1, 2, 3]))
    let title = attribute("WM/T", (8, bytes("4100 0000")))
    let number = attribute("WM/N", (19, bytes("05000000 00000000")))
    let payload = ByteSlice(unknown + title + number + [0, 0], origin: 500)
    let titlePlace = place(500 + Int64(unknown.count))
    let numberPlace = place(500 + Int64(unknown.count + title.count))
    #expect(
      try encoder.windowsAttributes(payload, [.replace(titlePlace, item("WM/T", .string("Ä")))])
        == unknown + attribute("WM/T", (8, bytes("C400 0000"))) + number + [0, 0])
    // A number stays one.
    #expect(
      try encoder.windowsAttributes(
        payload, [.remove(titlePlace), .replace(numberPlace, item("WM/N", .string("7"), .utf8))])
        == unknown + attribute("WM/N", (19, bytes("07000000 00000000"))) + [0, 0])
    #expect(
      try encoder.windowsAttributes(
        payload, [.add(InsertionPoint(.none, [.asf]), item("WM/A", .string("B"), .utf8))])
        == unknown + title + number + attribute("WM/A", (8, bytes("4200 0000"))) + [0, 0])
    #expect(throws: ParseError.self) {
      try encoder.windowsAttributes(payload, [.remove(place(7))])
    }
    #expect(throws: ParseError.self) {
      try encoder.windowsAttributes(payload, [.replace(titlePlace, item("WM/T", .list([])))])
    }
  }

  @Test func everyTypeOfAttributeIsWrittenAsItIsRead() throws {
    for (type, value) in [
      (UInt16(8), bytes("4100 4200 0000")), (19, bytes("FFFFFFFF FFFFFFFF")),
      (21, bytes("0080 3ED5 DEB1 9D01")), (72, bytes("00112233 44556677 8899AABB CCDDEEFF")),
      (99, [1]),
    ] {
      let old = ByteSlice(attribute("WM/X", (type, value)))
      var log = DiagnosticLog()
      let read = try #require(WindowsAttributesAtom.parse(old, log: &log).attributes.first)
      let stored = try #require(read.values.first)
      let entry = item("WM/X", stored.value, stored.dataType)
      #expect(try encoder.windowsAttributes(old, [.replace(place(0), entry)]) == Array(old.bytes))
      guard type != 99 else { continue }
      let insertionPoint = InsertionPoint(.none, [.asf])
      #expect(
        try encoder.windowsAttributes(.empty, [.add(insertionPoint, entry)]) == Array(old.bytes))
    }
  }

  @Test func id32KeepsItsLanguage() {
    #expect(EntryEncoder.id32(tag: [1, 2], replacing: nil) == bytes("00000000 55C4 0102"))
    let old = ByteSlice(bytes("00000000 15C7 494433"))
    #expect(EntryEncoder.id32(tag: [1], replacing: old) == bytes("00000000 15C7 01"))
  }

  // MARK: Chapters

  private func chapter(
    _ start: Int64, _ title: String?, language: String? = nil, scale: UInt32 = 1000
  ) throws -> Chapter {
    let time = try #require(MediaTime(value: start, timescale: scale))
    return Chapter(
      start: time, title: title, language: language.map { LanguageTag(rawValue: $0) },
      source: "test")
  }

  @Test(arguments: [UInt8(0), 1])
  func neroLists(version: UInt8) throws {
    let list = try NeroChapterList(
      [
        chapter(1500, "B", language: "en"), chapter(0, nil, language: "en"),
        chapter(0, "C", language: "de"),
      ], version: version)
    var writer = ByteWriter()
    list.encode(into: &writer)
    let head = version == 0 ? "00000000 02" : "01000000 00 00000002"
    #expect(writer.bytes == bytes(head + "0000000000000000 00 0000000000E4E1C0 01 42"))
    var log = DiagnosticLog()
    #expect(try NeroChapterList.parse(ByteSlice(writer.bytes), log: &log) == list)
  }

  @Test func neroListsAreLimited() throws {
    let many = try (0..<256).map { try chapter($0, "x") }
    #expect(throws: ParseError.self) { try NeroChapterList(many, version: 0) }
    #expect(try NeroChapterList(many, version: 1).entries.count == 256)
    let long = String(repeating: "ä", count: 200)
    let list = try NeroChapterList([chapter(1, long, scale: 1)], version: 1)
    #expect(list.entries.first?.title.count == 254)
    for time in [Int64.max, -1] {
      let chapter = try chapter(time, "x", scale: 1)
      #expect(throws: ParseError.self) { try NeroChapterList([chapter], version: 1) }
    }
  }

  @Test func textSamples() throws {
    var one = try chapter(0, "Ä")
    var writer = ByteWriter()
    try TextSample(one).encode(into: &writer)
    #expect(writer.bytes == bytes("0002 C384 0000000C 656E6364 00000100"))
    one.url = "a:b"
    let linked = try TextSample(one)
    #expect(linked.url == "a:b")
    one.title = String(repeating: "x", count: 70000)
    #expect(throws: ParseError.self) { try TextSample(one) }
    one.title = "x"
    one.url = String(repeating: "x", count: 256)
    #expect(throws: ParseError.self) { try TextSample(one) }
  }
}
