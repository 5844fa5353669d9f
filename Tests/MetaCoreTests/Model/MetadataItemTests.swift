import Testing

@testable import MetaCore

@Suite struct MetadataItemTests {
  private let plain = MetadataItem(
    keySpace: .iTunes, key: .code(FourCC("t", "m", "p", "o")), value: .integer(120), dataType: .raw)

  @Test func rarePropertiesAreKept() {
    var item = plain
    item.language = .english
    item.extraAttributes = [ExtraAttribute(.info, .string("a"))]
    item.trackID = 3
    #expect(item.language == .english)
    #expect(item[extra: .info] == .string("a"))
    #expect(item.trackID == 3)
    #expect(!item.isOfWholeFile)
    #expect(plain.language == nil)
  }

  @Test func copiesAreIndependent() {
    var item = plain
    item.extraAttributes = [ExtraAttribute(.info, .string("a"))]
    var copy = item
    copy.extraAttributes = []
    #expect(item.extraAttributes.count == 1)
    #expect(copy == plain)
    #expect(copy.hashValue == plain.hashValue)
  }

  @Test func removedPropertiesLeaveNoTrace() {
    var item = plain
    item.language = .english
    item.timeRange = MediaTime(value: 0, timescale: 1).map { MediaTimeRange(start: $0, end: $0) }
    #expect(item != plain)
    item.language = nil
    item.timeRange = nil
    #expect(item == plain)
  }
}

@Suite struct NameTests {
  @Test func everyKnownKeySpaceIsCreatedFromItsString() {
    for space in KeySpace.known {
      #expect(KeySpace(rawValue: space.rawValue) == space)
      #expect(KeySpace(identifierPrefix: space.identifierPrefix) == space)
      #expect(space.ordinal > 0)
    }
    #expect(Set(KeySpace.known.map(\.rawValue)).count == KeySpace.known.count)
  }

  @Test(arguments: ["", "itsk ", "my.own", "©"]) func customKeySpaceKeepsItsString(text: String) {
    let space = KeySpace(rawValue: text)
    #expect(space.rawValue == text)
    #expect(space.ordinal == 0)
    #expect(space == KeySpace(rawValue: text))
    #expect(space != KeySpace(rawValue: text + "2"))
  }

  @Test(
    "© is one byte in four-byte keys, and a character in other keys",
    arguments: [
      ("itsk/©nam", "itsk/%A9nam"), ("udta/©inf", "udta/%A9inf"), ("itsk/%A9nam", "itsk/%A9nam"),
      ("vorb/©ART", "vorb/%C2%A9ART"), ("ape/©", "ape/%C2%A9"), ("mkv/X©", "mkv/X%C2%A9"),
      ("itlk/a.©b", "itlk/a.%C2%A9b"), ("vorb/%C2%A9ART", "vorb/%C2%A9ART"),
    ])
  func copyrightSign(spelling: String, identifier: String) throws {
    let name = MetadataIdentifier(rawValue: spelling)
    let key = try #require(name.key)
    #expect(MetadataIdentifier(keySpace: name.keySpace, key: key).rawValue == identifier)
  }

  @Test(arguments: ["type99", "type099", "type1", "type", "my type", "", "pair6", "utf16be"])
  func aDataTypeKeepsItsName(name: String) {
    #expect(DataType(name: name).name == name)
    #expect(DataType(name: name).code == nil)
    #expect(DataType(name: name) == DataType(name: name))
    #expect(DataType(name: name, code: 5) != DataType(name: name))
  }

  @Test func typeNamedByItsCodeIsThatType() {
    #expect(DataType(name: "type99", code: 99) == DataType(code: 99))
    #expect(DataType(name: "utf8", code: 1) == DataType(code: 1))
    #expect(DataType(name: "utf8") == .utf8)
  }

  @Test func nanValuesAreEqual() {
    let value = MetadataValue.list([.real(.nan), .real(-.infinity), .real(1)])
    #expect(value == .list([.real(-.nan), .real(-.infinity), .real(1)]))
    #expect(Set([value, .list([.real(.nan), .real(-.infinity), .real(1)])]).count == 1)
    #expect(MetadataValue.real(.nan) != .real(0) && MetadataValue.real(.infinity) != .real(.nan))
    #expect(MetadataValue.real(0) == .real(-0.0) && MetadataValue.real(1) != .integer(1))
  }
}
