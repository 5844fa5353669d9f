import TestSupport
import Testing

@testable import MetaCore

private let encoder = EntryEncoder(source: DataSource([]), isQuickTime: false)

private func item(
  _ keySpace: KeySpace, _ key: MetadataKey, _ value: MetadataValue, _ dataType: DataType = .utf8,
  language: String? = nil, extras: [ExtraAttribute] = []
) -> MetadataItem {
  MetadataItem(
    keySpace: keySpace, key: key, value: value, dataType: dataType,
    language: language.map { LanguageTag(rawValue: $0) }, extraAttributes: extras)
}

private func itsk(
  _ code: String, _ value: MetadataValue, _ dataType: DataType = .utf8
) -> MetadataItem {
  item(.iTunes, .code(FourCC(code) ?? .free), value, dataType)
}

private func data(_ type: UInt32, _ value: [UInt8], locale: String = "00000000") -> [UInt8] {
  var writer = ByteWriter()
  writer.u32(type)
  return atom("data", writer.bytes, bytes(locale), value)
}

/// Items made in memory are encoded as iTunes and QuickTime write them.
@Suite struct ItemListEncoderTests {
  private func encode(
    _ items: MetadataItem..., replacing old: [UInt8]? = nil
  ) throws -> [UInt8] {
    var keys: KeysAtom?
    return try encoder.itemListEntry(
      DocumentEdit.Entry(items), replacing: old.map { ByteSlice($0) }, keys: &keys)
  }

  @Test func valuesAreStoredAsITunesDoes() throws {
    let jpeg = bytes("FFD8FFE0 0010")
    let png = bytes("89504E47 0D0A1A0A")
    let cases: [(MetadataItem, [UInt8])] = [
      (itsk("©nam", .string("Blue")), data(1, Array("Blue".utf8))),
      (itsk("purl", .string("u")), data(0, [0x75])),
      (itsk("cpil", .boolean(true)), data(21, [1])),
      (itsk("pgap", .string("0")), data(21, [0])),
      (itsk("tmpo", .string("120")), data(21, [0, 120])),
      (itsk("tmpo", .integer(120), DataType(code: 21)), data(21, [0, 120])),
      (itsk("tves", .integer(3)), data(21, [0, 0, 0, 3])),
      (itsk("cnID", .integer(5_000_000_000)), data(21, bytes("00000001 2A05F200"))),
      (itsk("plID", .integer(1)), data(21, bytes("00000000 00000001"))),
      (itsk("gnre", .string("Jazz")), data(0, [0, 9])),
      (itsk("trkn", .string("8/10")), data(0, bytes("0000 0008 000A 0000"))),
      (
        itsk("trkn", .pair(NumberPair(number: nil, count: 10))),
        data(0, bytes("0000 0000 000A 0000"))
      ),
      (itsk("disk", .integer(1)), data(0, bytes("0000 0001 0000"))),
      (itsk("covr", .data(.bytes(ByteSlice(jpeg)))), data(13, jpeg)),
      (itsk("covr", .data(.bytes(ByteSlice(png))), DataType(code: 13)), data(14, png)),
      (itsk("xyzw", .integer(-1)), data(21, [0xFF])),
      (itsk("xyzw", .data(.bytes(ByteSlice([1, 2]))), .raw), data(0, [1, 2])),
    ]
    for (item, value) in cases {
      #expect(try encode(item) == atom(item.key.description, value), "\(item.key) \(item.value)")
    }
  }

  @Test func errorsNameTheKeyAndItsType() {
    let cases: [(MetadataItem, String)] = [
      (itsk("tmpo", .string("fast")), "`tmpo` takes an integer of 16 bits"),
      (itsk("tmpo", .integer(70000)), "`tmpo` takes an integer of 16 bits"),
      (itsk("trkn", .string("A1")), "`trkn` takes two integers from 0 to 65535, such as 8/10"),
      (itsk("gnre", .string("Nothing")), "`gnre` takes an ID3v1 genre or its number"),
      (itsk("covr", .string("cover.jpg")), "`covr` takes an image"),
      (itsk("©nam", .list([.string("a")])), "`©nam` takes text"),
    ]
    for (item, reason) in cases {
      #expect { _ = try encode(item) } throws: { error in
        let error = error as? ParseError
        return error?.code == .notRepresentable && error?.reason == reason
      }
    }
  }

  @Test func severalValuesKeepTheirOrderAndLocale() throws {
    let german = item(.iTunes, .code(FourCC("©", "n", "a", "m")), .string("B"), language: "de")
    let swiss = item(
      .iTunes, .code(FourCC("©", "n", "a", "m")), .string("C"),
      extras: [ExtraAttribute(.country, .string("CH")), ExtraAttribute(.language, .integer(7))])
    #expect(
      try encode(itsk("©nam", .string("A")), german, swiss)
        == atom(
          "©nam", data(1, [0x41]), data(1, [0x42], locale: "0000 10B5"),
          data(1, [0x43], locale: "4348 0007")))
  }

  @Test func freeformKeysAreSplit() throws {
    func freeform(_ mean: String, _ name: String) -> [UInt8] {
      atom(
        "----", fullAtom("mean", Array(mean.utf8)), fullAtom("name", Array(name.utf8)),
        data(1, [0x41]))
    }
    let cases: [(String, String, String)] = [
      ("com.apple.iTunes.LABEL", "com.apple.iTunes", "LABEL"),
      ("com.apple.iTunes.a.b", "com.apple.iTunes", "a.b"), ("org.x.y", "org.x", "y"),
      ("LABEL", "com.apple.iTunes", "LABEL"),
    ]
    for (key, mean, name) in cases {
      #expect(try encode(item(.iTunesLong, .text(key), .string("A"))) == freeform(mean, name))
    }
    let own = item(
      .iTunesLong, "org.x.y", .string("A"),
      extras: [ExtraAttribute(.mean, .string("org")), ExtraAttribute(.name, .string("x.y"))])
    #expect(try encode(own) == freeform("org", "x.y"))
  }

  @Test func invalidValueIsKept() throws {
    let old = atom(
      "©ART", fullAtom("name", [0x58]), data(1, [0x41, 0]), atom("free", [1]), data(1, [0x42]), [9])
    let name = ExtraAttribute(.name, .string("X"))
    let artist = MetadataKey.code(FourCC("©", "A", "R", "T"))
    let a = item(.iTunes, artist, .string("A"), DataType(code: 1), extras: [name])
    let b = item(.iTunes, artist, .string("B"), DataType(code: 1), extras: [name])
    let c = item(.iTunes, artist, .string("C"), DataType(code: 1), extras: [name])
    func made(_ parts: [UInt8]...) -> [UInt8] {
      atom("©ART", fullAtom("name", [0x58]), parts.flatMap { $0 }, [9])
    }
    #expect(try encode(a, b, replacing: old) == old)
    #expect(
      try encode(a, c, replacing: old)
        == made(data(1, [0x41, 0]), atom("free", [1]), data(1, [0x43])))
    #expect(
      try encode(a, b, c, replacing: old)
        == made(data(1, [0x41, 0]), atom("free", [1]), data(1, [0x42]), data(1, [0x43])))
    #expect(try encode(b, replacing: old) == made(data(1, [0x42]), atom("free", [1])))
  }

  @Test func keysGetNumbers() throws {
    var keys: KeysAtom?
    func encode(_ key: MetadataKey, _ old: [UInt8]? = nil) throws -> [UInt8] {
      let entry = DocumentEdit.Entry([item(.quickTimeMetadata, key, .string("A"))])
      return try encoder.itemListEntry(entry, replacing: old.map { ByteSlice($0) }, keys: &keys)
    }
    #expect(try encode("com.a") == atom("\0\0\0\u{1}", data(1, [0x41])))
    #expect(try encode("com.b") == atom("\0\0\0\u{2}", data(1, [0x41])))
    #expect(try encode("com.a") == atom("\0\0\0\u{1}", data(1, [0x41])))
    #expect(
      keys?.keys.map { $0.name } == [
        ByteSlice(Array("com.a".utf8)), ByteSlice(Array("com.b".utf8)),
      ])
    #expect(keys?.keys.allSatisfy { $0.namespace == .mdta } == true)
    // A second key of the same name keeps its own number.
    keys?.keys.append(KeysAtom.Key(namespace: .mdta, name: ByteSlice(Array("com.a".utf8))))
    let third = atom("\0\0\0\u{3}", data(1, [0x42]))
    #expect(try encode("com.a", third) == atom("\0\0\0\u{3}", data(1, [0x41])))
    // Bytes of another file get the number that their key has here.
    let entry = DocumentEdit.Entry(
      [item(.quickTimeMetadata, "com.b", .string("B"))], bytes: ByteSlice(third))
    #expect(
      try encoder.itemListEntry(entry, keys: &keys) == atom("\0\0\0\u{2}", data(1, [0x42])))
    #expect(keys?.keys.count == 3)
  }

  @Test func knownKeysHaveTheirTypes() throws {
    var keys: KeysAtom?
    let cases: [(String, MetadataValue, [UInt8])] = [
      ("com.android.capture.fps", .string("29.97"), data(23, bytes("41EFC28F"))),
      ("com.apple.quicktime.live-photo.auto", .integer(1), data(21, [1])),
      ("com.apple.quicktime.title", .integer(300), data(21, [1, 0x2C])),
      ("com.apple.quicktime.title", .real(1), data(24, bytes("3FF00000 00000000"))),
    ]
    for (key, value, stored) in cases {
      let entry = DocumentEdit.Entry([item(.quickTimeMetadata, .text(key), value)])
      let bytes = try encoder.itemListEntry(entry, keys: &keys)
      #expect(Array(bytes[8...]) == stored, "\(key)")
    }
  }
}

/// Items of user data.
@Suite struct UserDataEncoderTests {
  private func encode(
    _ items: MetadataItem..., replacing old: [UInt8]? = nil
  ) throws -> [UInt8] {
    let entry = DocumentEdit.Entry(items)
    return try encoder.userDataEntry(entry, replacing: old.map { ByteSlice($0) })
  }

  private func udta(
    _ code: String, _ value: MetadataValue, _ dataType: DataType = .utf8, language: String? = nil
  ) -> MetadataItem {
    item(.quickTimeUserData, .code(FourCC(code) ?? .free), value, dataType, language: language)
  }

  private func uiso(
    _ code: String, _ value: MetadataValue, _ dataType: DataType = .utf8, language: String? = nil,
    extras: [ExtraAttribute] = []
  ) -> MetadataItem {
    var entry = item(
      .isoUserData, .code(FourCC(code) ?? .free), value, dataType, language: language)
    entry.extraAttributes = extras
    return entry
  }

  @Test func newTextsAreUTF8UnderPackedLanguages() throws {
    #expect(
      try encode(
        udta("©nam", .string("A")), udta("©nam", .string("Ä"), language: "de"),
        udta("©nam", .string("中"), language: "zh-Hant"))
        == atom("©nam", bytes("0001 55C4 41  0002 10B5 C384  0002 0013 A4A4")))
  }

  @Test func oldCodesAndEncodingsAreKept() throws {
    let roman = atom("©nam", bytes("0001 0002 8A"))
    #expect(
      try encode(udta("©nam", .string("ö"), language: "de"), replacing: roman)
        == atom("©nam", bytes("0001 0002 9A")))
    // Text that MacRoman cannot represent uses the packed language code.
    #expect(
      try encode(udta("©nam", .string("Ж"), language: "de"), replacing: roman)
        == atom("©nam", bytes("0002 10B5 D096")))
    // UTF-8 under a MacRoman code is an error of the writer, but is read.
    let wrong = atom("©nam", bytes("0002 0000 C3A4"))
    #expect(
      try encode(udta("©nam", .string("ü"), language: "en"), replacing: wrong)
        == atom("©nam", bytes("0002 0000 C3BC")))
    let wide = atom("©nam", bytes("0004 15C7 FEFF 0416"))
    #expect(
      try encode(udta("©nam", .string("Ä"), .utf16, language: "en"), replacing: wide)
        == atom("©nam", bytes("0004 15C7 FEFF 00C4")))
    // The adjacent text is invalid and kept, as are the zeros.
    let two = atom("©nam", bytes("0001 0000 41  0003 7FFF 42FF00  00000000"))
    #expect(
      try encode(
        udta("©nam", .string("C"), language: "en"),
        udta("©nam", .string("Bˇ"), DataType(name: "macintosh"), language: "und"), replacing: two)
        == atom("©nam", bytes("0001 0000 43  0003 7FFF 42FF00  00000000")))
  }

  @Test func textsThatBeginWithDataAreTexts() throws {
    let bytes = try encode(udta("©cmt", .string("data recovery")))
    var log = DiagnosticLog()
    let atoms = atom("moov", atom("udta", bytes))
    var walker = AtomWalker(SourceWindow(DataSource(atoms)), limits: .standard)
    var reading = ItemReader(SourceWindow(DataSource(atoms)), limits: .standard, log: log)
    let moov = try #require(try walker.walk(log: &log).first)
    try reading.readMovie(moov)
    #expect(reading.items.map(\.value) == [.string("data recovery")])
  }

  @Test func bareTextsFillTheirField() throws {
    #expect(try encode(udta("name", .string("Bob"))) == atom("name", Array("Bob".utf8)))
    let old = atom("FIRM", Array("HD3.01".utf8), [0, 0])
    #expect(
      try encode(udta("FIRM", .string("X")), replacing: old)
        == atom("FIRM", [0x58, 0, 0, 0, 0, 0, 0, 0]))
    #expect(
      try encode(udta("FIRM", .string("0123456789")), replacing: old)
        == atom("FIRM", Array("0123456789".utf8), [0]))
    #expect(try encode(udta("tnam", .string("T"))) == fullAtom("tnam", bytes("55C4 54 00")))
    #expect(throws: ParseError.self) { try encode(udta("name", .string("a\u{1}b"))) }
  }

  @Test func settingsAndRawBytes() throws {
    #expect(
      try encode(udta("WLOC", .list([.integer(1), .integer(2)]))) == atom("WLOC", bytes("00010002"))
    )
    #expect(try encode(udta("LOOP", .string("1"))) == atom("LOOP", bytes("00000001")))
    #expect(throws: ParseError.self) { try encode(udta("AllF", .integer(256))) }
    #expect(
      try encode(udta("CAME", .data(.bytes(ByteSlice([1, 2]))), .raw)) == atom("CAME", [1, 2]))
    #expect(throws: ParseError.self) { try encode(udta("CAME", .string("x"))) }
  }

  @Test func boxesOf3GPP() throws {
    #expect(try encode(uiso("titl", .string("Ä"))) == fullAtom("titl", bytes("55C4 C384 00")))
    #expect(
      try encode(uiso("titl", .string("Ä"), .utf16, language: "de"))
        == fullAtom("titl", bytes("10B5 FEFF 00C4 0000")))
    #expect(
      try encode(
        uiso("albm", .record([.init("name", .string("A")), .init("number", .integer(3))])))
        == fullAtom("albm", bytes("55C4 4100 03")))
    let album = fullAtom("albm", bytes("15C7 FFFE 4100 0000 07"))
    #expect(
      try encode(
        uiso(
          "albm", .record([.init("name", .string("B")), .init("number", .integer(7))]), .utf16,
          language: "en"), replacing: album) == fullAtom("albm", bytes("15C7 FFFE 4200 0000 07")))
    #expect(try encode(uiso("yrrc", .integer(1999))) == fullAtom("yrrc", bytes("07CF")))
    #expect(try encode(uiso("urat", .integer(80))) == fullAtom("urat", bytes("000000 50")))
    #expect(
      try encode(uiso("kywd", .list([.string("a"), .string("bc")]), language: "en"))
        == fullAtom("kywd", bytes("15C7 02 02 6100 03 626300")))
    #expect(
      try encode(
        uiso(
          "rtng", .string("PG"), language: "en",
          extras: [
            ExtraAttribute(.entity, .string("MPAA")),
            ExtraAttribute(.criteria, .string("\\x00\\x00\\x00\\x01")),
          ]))
        == fullAtom("rtng", bytes("4D504141 00000001 15C7 504700")))
    #expect(
      try encode(
        uiso(
          "clsf", .string("c"), language: "en",
          extras: [ExtraAttribute(.entity, .string("abcd")), ExtraAttribute(.table, .integer(2))]))
        == fullAtom("clsf", bytes("61626364 0002 15C7 6300")))
    #expect(
      try encode(uiso("loci", .string("+52.52+013.405+034/")))
        == fullAtom("loci", bytes("55C4 00 00 000D67AE 00348 51F 00220000 00 00")))
    #expect(
      try encode(uiso("kind", .string("main"), extras: [ExtraAttribute(.scheme, .string("urn:x"))]))
        == fullAtom("kind", Array("urn:x\0main\0".utf8)))
  }

  @Test func boxesRefuseUnsupportedValues() {
    for item in [
      uiso("yrrc", .string("long ago")), uiso("urat", .integer(300)), uiso("loci", .string("here")),
      uiso("titl", .string("a\0b")), uiso("titl", .list([.string("a"), .string("b")])),
      uiso("kywd", .list(Array(repeating: .string("x"), count: 256))),
      uiso("albm", .record([.init("name", .string("A")), .init("number", .integer(300))])),
      uiso("titl", .string("A"), language: "x-klingon"),
    ] {
      #expect { _ = try encode(item) } throws: { ($0 as? ParseError)?.code == .notRepresentable }
    }
  }
}
