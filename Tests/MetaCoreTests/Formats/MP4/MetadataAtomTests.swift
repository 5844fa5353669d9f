import TestSupport
import Testing

@testable import MetaCore

/// The bytes that `write` writes.
private func written(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
  var writer = ByteWriter()
  write(&writer)
  return writer.bytes
}

private func slice(_ hex: String) -> ByteSlice { ByteSlice(bytes(hex)) }

/// Bytes to value to the same bytes, and value to bytes to an equal value.
@Suite struct MetadataAtomTests {
  @Test func dataAtomsRoundTrip() throws {
    let whole = bytes("00000013 64617461 00000001 5553 15C7 61 62 63")
    let atom = try DataAtom.parse(ByteSlice(Array(whole[8...])))
    #expect(atom.type == 1)
    #expect(DataAtom.countryCode(atom.country) == "US")
    #expect(written { atom.encode(into: &$0) } == whole)
  }

  @Test func itemsRoundTrip() throws {
    let freeform = atom(
      "----", fullAtom("mean", Array("com.apple.iTunes".utf8)), fullAtom("name", [65, 66]),
      atom("data", bytes("00000001 00000000 31")), atom("data", bytes("00000001 00000000 32")))
    for whole in [
      freeform, atom("©nam", atom("data", bytes("00000001 00000000 41"))), atom("©grp"),
    ] {
      let item = try ItemListItem.parse(ByteSlice(whole))
      #expect(written { item.encode(into: &$0) } == whole)
    }
  }

  @Test func keysRoundTrip() throws {
    let whole = fullAtom(
      "keys", bytes("00000002"), atom("mdta", Array("com.example".utf8)),
      atom("udta", bytes("A96E616D"))
    )
    var log = DiagnosticLog()
    let atom = try KeysAtom.parse(ByteSlice(Array(whole[8...])), log: &log)
    #expect(written { atom.encode(into: &$0) } == whole)
    #expect(atom[1]?.key == "com.example")
    #expect(atom[2]?.keySpace == .quickTimeUserData)
    #expect(atom[2]?.key == .code(FourCC("©", "n", "a", "m")))
    #expect(atom[0] == nil)
    #expect(atom[3] == nil)
  }

  @Test func brokenKeysKeepEarlierOnes() throws {
    var log = DiagnosticLog()
    let payload = slice("00000000 FFFFFFFF 0000000A 6D647461 6162 00000099 6D647461")
    #expect(try KeysAtom.parse(payload, log: &log).keys.count == 1)
    #expect(log.diagnostics.map(\.code.rawValue) == ["truncated"])
  }

  @Test(arguments: [
    "0003 0000 414243", "0001 0000 41 0002 15C7 4242", "0000 0000", "0002 0000 4142 00000000",
    "0002 0000 4142 00", "0001 0000 41 FFFF",
  ]) func userDataTextRoundTrips(hex: String) throws {
    let text = try #require(UserDataText.parse(slice(hex)))
    #expect(written { text.encode(into: &$0) } == bytes(hex))
  }

  @Test(arguments: ["", "41", "414243444546"]) func bareTextIsNotAList(hex: String) {
    #expect(UserDataText.parse(slice(hex)) == nil)
  }

  @Test(arguments: [
    "00000000 15C7 4142 00", "00000000 15C7 4142", "00000000 15C7 FEFF 0041 0000",
    "00000000 15C7 FFFE 4100 0000 03", "00000000 15C7 00", "00000000 15C7",
  ]) func assetTextRoundTrips(hex: String) throws {
    let text = try AssetTextAtom.parse(slice(hex))
    #expect(written { text.encode(into: &$0) } == bytes(hex))
  }

  @Test func ratingsRoundTrip() throws {
    let rating = "00000000 4D504141 50473133 15C7 4100"
    let parsed = try RatingAtom.parseRating(slice(rating))
    #expect(parsed.criteria?.description == "PG13")
    #expect(written { parsed.encode(into: &$0) } == bytes(rating))
    let classification = "00000000 41434D45 0007 15C7 4100"
    let other = try RatingAtom.parseClassification(slice(classification))
    #expect(other.table == 7)
    #expect(written { other.encode(into: &$0) } == bytes(classification))
  }

  @Test func keywordsRoundTrip() throws {
    let hex = "00000000 15C7 02 02 4100 03 424300"
    let keywords = try KeywordsAtom.parse(slice(hex))
    #expect(keywords.words.map(\.string) == ["A", "BC"])
    #expect(written { keywords.encode(into: &$0) } == bytes(hex))
  }

  @Test func placesRoundTrip() throws {
    let hex = "00000000 15C7 4200 01 FFB58000 0028AE14 00220000 6500 00"
    let place = try PlaceAtom.parse(slice(hex))
    #expect(place.value[part: "longitude"] == .real(-74.5))
    #expect(place.value[part: "altitude"] == .real(34))
    #expect(written { place.encode(into: &$0) } == bytes(hex))
  }

  @Test(arguments: [
    (3_441_951, 52.52), (878_510, 13.405), (-4_882_432, -74.5), (0, 0), (1, 0.00002),
    (Int32.max, 32767.99998),
  ]) func fixedPointIsTheShortestDecimal(fixed: Int32, decimal: Double) {
    #expect(PlaceAtom.decimal(fixed) == decimal)
    #expect((decimal * 65536).rounded() == Double(fixed))
  }

  @Test func numbersRoundTrip() throws {
    let year = try AssetNumberAtom.parseYear(slice("00000000 07E8"))
    #expect(year.value == 2024)
    #expect(written { year.encode(into: &$0) } == bytes("00000000 07E8"))
    let rating = try AssetNumberAtom.parseUserRating(slice("00000000 000000 50"))
    #expect(rating.value == 80)
    #expect(written { rating.encode(into: &$0) } == bytes("00000000 000000 50"))
  }

  @Test(arguments: [
    "00 000000 02 0000000000000000 01 41 0000000000989680 00",
    "01 000000 00 00000001 0000000000989680 02 4242",
  ]) func chapterListsRoundTrip(hex: String) throws {
    var log = DiagnosticLog()
    let list = try NeroChapterList.parse(slice(hex), log: &log)
    #expect(written { list.encode(into: &$0) } == bytes(hex))
    #expect(list.chapters.last?.start.seconds == 1)
    #expect(log.diagnostics.isEmpty)
  }

  @Test func windowsAttributesRoundTrip() throws {
    var log = DiagnosticLog()
    let short = "0000001D 00000005 5469746C65 00000001 0000000C 0008 410042000000"
    let list = WindowsAttributesAtom.parse(slice(short), log: &log)
    #expect(list.attributes.first?.values.first?.value == .string("AB"))
    #expect(written { list.encode(into: &$0) } == bytes(short))
    #expect(log.diagnostics.isEmpty)
  }

  @Test func windowsValuesAreTyped() {
    func value(_ type: UInt16, _ hex: String) -> MetadataValue {
      WindowsAttributesAtom.Value(type: type, bytes: slice(hex)).value
    }
    #expect(value(19, "0500000000000000") == .integer(5))
    #expect(
      value(72, "00112233 4455 6677 8899AABBCCDDEEFF")
        == .string("33221100-5544-7766-8899-AABBCCDDEEFF"))
    #expect(value(21, "0080 3ED5 DEB1 9D01").dataValue == nil)
    #expect(value(3, "0102") == .data(.bytes(slice("0102"))))
  }

  @Test func fileTypesRoundTrip() throws {
    let hex = "4D344120 00000200 4D344120 69736F6D 00"
    let type = try FileTypeAtom.parse(slice(hex))
    #expect(type.compatibleBrands.map(\.description) == ["M4A ", "isom"])
    #expect(written { type.encode(into: &$0) } == bytes(hex))
  }
}

@Suite struct ItemShapeTests {
  @Test(arguments: [
    ("trkn", "0000 0008 000A 0000"), ("disk", "0000 0001 0002"), ("disk", "0000 0001 0000 0000"),
    ("gnre", "0009"), ("tmpo", "0060"), ("plID", "0000000100000001"), ("geID", "0000000B"),
    ("cpil", "01"), ("purl", "68747470"), ("plID", "FFFFFFFFFFFFFFFF"),
  ]) func shapesRoundTrip(code: String, hex: String) throws {
    let shape = ItemShape.of(try #require(FourCC(code)))
    let (value, type) = try #require(shape.parse(slice(hex)))
    #expect(shape.encode(value, as: type) == bytes(hex))
  }

  @Test func pairsWithoutTotal() throws {
    let value = ItemShape.pair.parse(slice("0000 0003 0000 0000"))?.value
    #expect(value == .pair(NumberPair(number: 3, count: nil)))
  }

  @Test(arguments: ["00", "0000000000", "00000001000200000000"])
  func oddPairsRemainBytes(hex: String) { #expect(ItemShape.pair.parse(slice(hex)) == nil) }

  @Test func unknownAtomsAreRaw() {
    #expect(ItemShape.of(FourCC("z", "z", "z", "z")) == .raw)
    #expect(ItemShape.of(FourCC("©", "z", "z", "z")) == .text)
  }
}
