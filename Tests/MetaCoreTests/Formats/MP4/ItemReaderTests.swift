import TestSupport
import Testing

@testable import MetaCore

private func text(_ value: String) -> [UInt8] {
  atom("data", bytes("00000001 00000000"), Array(value.utf8))
}

private func handler(_ type: String) -> [UInt8] {
  fullAtom("hdlr", [0, 0, 0, 0], Array(type.utf8), [UInt8](repeating: 0, count: 13))
}

private func itunes(_ items: [UInt8]...) -> [UInt8] {
  atom(
    "moov",
    atom("udta", fullAtom("meta", handler("mdir"), atom("ilst", items.flatMap { $0 }))))
}

private func brand(_ major: String) -> [UInt8] {
  atom("ftyp", Array(major.utf8), bytes("00000000"))
}

private func read(_ file: [UInt8]...) throws -> Document {
  try Inspector.inspect(DataSource(file.flatMap { $0 }))
}

@Suite struct ItemListItemsTests {
  @Test func severalDataAtomsAreSeveralItems() throws {
    let file = try read(brand("M4A "), itunes(atom("©ART", text("A"), text("B"))))
    #expect(file.items.map(\.value) == [.string("A"), .string("B")])
    #expect(file.items.first?.identifier.rawValue == "itsk/%A9ART")
    #expect(file.items.first?.location.container.rawValue == "moov/udta/meta/ilst")
    #expect(file.diagnostics.isEmpty)
  }

  @Test func locationIsTheWholeItem() throws {
    let head = brand("M4A ")
    let item = try #require(try read(head, itunes(atom("©nam", text("A")))).items.first)
    #expect(item.location.size == 25)
    #expect(item.location.offset == Int64(head.count) + 8 + 8 + 12 + 33 + 8)
  }

  @Test func freeformItemsHaveDomainAndName() throws {
    let labels = fullAtom("mean", Array("org.example".utf8)) + fullAtom("name", Array("MOOD".utf8))
    let item = try #require(try read(itunes(atom("----", labels, text("Calm")))).items.first)
    #expect(item.identifier.rawValue == "itlk/org.example.MOOD")
    #expect(item[extra: .mean] == .string("org.example"))
    #expect(item[extra: .name] == .string("MOOD"))
  }

  /// 18 is a list of genres (QTFF "Well-known types"): the number that `gnre` has without a type,
  /// too.
  @Test func genreNumberAsAListOfGenres() throws {
    var file = try Repository.bytes(of: "ilst-rare.m4a")
    let type = try #require(file.firstRange(of: Array("gnre".utf8))).upperBound + 11
    #expect(file[type] == 0)
    file[type] = 18
    func stored(_ file: [UInt8]) throws -> [MetadataValue] {
      try read(file).items.filter { ["itsk/gnre", "itsk/%A9gen"].contains($0.identifier.rawValue) }
        .map(\.value)
    }
    #expect(try stored(file) == [.string("Jazz"), .string("Rail"), .integer(9)])
    let genre = try #require(Field.named("genre"))
    let edited = try #require(
      try EditHarness.edited(file, LayoutConstraints(movement: .free), .set(genre, "Rock")))
    #expect(try stored(edited) == [.string("Rock")], "no second genre is left")
    // Without another genre, it is the genre.
    for place in file.ranges(of: [0xA9] + Array("gen".utf8)) {
      file.replaceSubrange(place, with: Array("free".utf8))
    }
    #expect(try MetadataView(read(file))[genre] == .list([.string("Jazz")]))
    let alone = try #require(
      try EditHarness.edited(file, LayoutConstraints(movement: .free), .set(genre, "Rock")))
    #expect(try MetadataView(read(alone))[genre] == .list([.string("Rock")]))
    #expect(try stored(alone).count == 1)
  }

  @Test func localeIsLanguageAndCountry() throws {
    let data = atom("data", bytes("00000001 4445 10B5 41"))
    let item = try #require(try read(itunes(atom("©nam", data))).items.first)
    #expect(item.language?.rawValue == "de")
    #expect(item[extra: .country] == .string("DE"))
  }

  @Test func longBinaryStaysInTheFile() throws {
    let cover = [UInt8](repeating: 7, count: 300)
    let file = itunes(atom("covr", atom("data", bytes("0000000D 00000000"), cover)))
    let item = try #require(try read(file).items.first)
    #expect(item.value.dataValue?.location?.offset == Int64(file.count - 300))
    #expect(item.value.dataValue?.location?.count == 300)
    #expect(item.dataType.name == "jpeg")
  }

  @Test func integersAreNamedByTheirWidth() throws {
    let data = atom("data", bytes("00000015 00000000 0060"))
    let item = try #require(try read(itunes(atom("tmpo", data))).items.first)
    #expect(item.value == .integer(96))
    #expect(item.dataType.name == "int16")
    #expect(item.dataType.code == 21)
  }

  @Test func anItemWithoutDataKeepsItsBytes() throws {
    let file = try read(itunes(atom("©nam", [1, 2, 3]), atom("©ART", text("A"))))
    #expect(file.items.map(\.dataType.name) == ["raw", "utf8"])
    #expect(file.items.first?.value == .data(.bytes(ByteSlice([1, 2, 3]))))
    #expect(file.diagnostics.last?.path.description == "moov/udta/meta/ilst/©nam")
  }

  @Test func nonUTF8TextIsAFinding() throws {
    let file = try read(itunes(atom("©nam", atom("data", bytes("00000001 00000000 41 FF")))))
    #expect(file.items.first?.value == .string("A\u{FFFD}"))
    #expect(file.diagnostics.map(\.code.rawValue) == ["malformed"])
  }

  @Test func keysNameTheItems() throws {
    let keys = fullAtom("keys", bytes("00000001"), atom("mdta", Array("com.example.note".utf8)))
    let list = atom(
      "ilst", bytes("0000001C 00000001"), atom("data", bytes("00000001 00000000 41424344")))
    let lost = atom(
      "ilst", bytes("0000001C 00000009"), atom("data", bytes("00000001 00000000 41424344")))
    let file = try read(atom("moov", atom("meta", handler("mdta"), keys, list, lost)))
    #expect(file.items.map(\.identifier.rawValue) == ["mdta/com.example.note", "mdta/9"])
    #expect(file.items.first?.location.container.rawValue == "moov/meta/ilst")
    #expect(file.diagnostics.map(\.code.rawValue) == ["malformed"])
  }

  @Test func itemsOfTracksNameTheTrack() throws {
    let header = fullAtom("tkhd", bytes("00000000 00000000 00000007"))
    let meta = fullAtom("meta", handler("mdir"), atom("ilst", atom("©nam", text("Dubbed"))))
    let file = try read(atom("moov", atom("trak", header, meta), atom("udta")))
    #expect(file.items.map(\.trackID) == [7])
    #expect(file.items.first?.location.container.rawValue == "moov/trak/meta/ilst")
  }

  @Test func manyItemsAreRead() throws {
    let item = atom("©ART", text("A"))
    let count = 100_000
    let file = try read(itunes([UInt8]((0..<count).flatMap { _ in item })))
    #expect(file.items.count == count)
  }
}

@Suite struct UserDataItemsTests {
  private func item(_ udta: [UInt8], brand major: String? = nil) throws -> MetadataItem {
    let head = major.map { brand($0) } ?? []
    return try #require(try read(head, atom("moov", atom("udta", udta))).items.first)
  }

  @Test func textInSeveralLanguages() throws {
    let file = try read(
      atom("moov", atom("udta", atom("©nam", bytes("0004 0000 4361668E 0001 2A0E 42")))))
    #expect(file.items.map(\.value) == [.string("Café"), .string("B")])
    #expect(file.items.first?.language?.rawValue == "en")
    #expect(file.items.first?.dataType.name == "macintosh")
    #expect(file.items.first?.identifier.rawValue == "udta/%A9nam")
  }

  @Test func aDataAtomInUserData() throws {
    #expect(try item(atom("©nam", text("A"))).value == .string("A"))
  }

  @Test func bareTextInUserData() throws {
    #expect(try item(atom("©mdl", Array("FC7203".utf8))).value == .string("FC7203"))
  }

  @Test func boxesOf3GPP() throws {
    let titl = try item(atom("titl", bytes("00000000 15C7 424C5545 00")), brand: "3gp6")
    #expect(titl.identifier.rawValue == "uiso/titl")
    #expect(titl.language?.rawValue == "en")
    let albm = try item(atom("albm", bytes("00000000 15C7 41 00 03")))
    #expect(albm.value == .record([.init("name", .string("A")), .init("number", .integer(3))]))
  }

  @Test func unknownBoxFormIsRaw() throws {
    let thing = try item(atom("titl", bytes("01020304 05")))
    #expect(thing.identifier.rawValue == "udta/titl")
    #expect(thing.dataType == .raw)
  }

  @Test func unknownUserDataIsKept() throws {
    let thing = try item(atom("zzzz", [1, 2]))
    #expect(thing.identifier.rawValue == "udta/zzzz")
    #expect(thing.value == .data(.bytes(ByteSlice([1, 2]))))
  }

  @Test func settingsAreNumbers() throws {
    #expect(
      try item(atom("WLOC", bytes("0028 003C"))).value == .list([.integer(40), .integer(60)]))
    #expect(try item(atom("AllF", [1])).value == .integer(1))
  }

  @Test func settingsWithMoreNumbersAreKeptAsBytes() throws {
    let numbers = bytes("0001 0002 0003 0004 0005")
    let file = try read(atom("moov", atom("udta", atom("WLOC", numbers))))
    #expect(file.items.map(\.value) == [.data(.bytes(ByteSlice(numbers)))])
    #expect(file.diagnostics.map(\.path.description) == ["moov/udta/WLOC"])
  }

  @Test func neroChaptersAreChapters() throws {
    let file = try read(
      atom("moov", atom("udta", atom("chpl", bytes("00000000 01 0000000000989680 01 41")))))
    #expect(file.chapters.map(\.title) == ["A"])
    #expect(file.chapters.first?.source == "chpl")
    #expect(file.items.isEmpty)
  }
}
