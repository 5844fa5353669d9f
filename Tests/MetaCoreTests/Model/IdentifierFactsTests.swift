import Testing

@testable import MetaCore

@Suite(.enabled(if: Facts.areHere, "needs the tables of facts (METATOOL_FACTS)"))
struct IdentifierFactsTests {
  private func rows(_ kinds: Set<String>) throws -> [[String: String]] {
    try Facts.rows("identifiers").filter { kinds.contains($0["kind"] ?? "") && $0["sure"] == "y" }
  }

  private func constant(_ row: [String: String]) -> String {
    row["constant"].map { $0.hasPrefix("(") ? "" : $0 } ?? ""
  }

  @Test func everyCertainIdentifierIsKnownWithItsString() throws {
    let known = Set(MetadataIdentifier.known.map { "\($0.constant) \($0.identifier)" })
    let rows = try rows(["identifier", "key"])
    #expect(rows.count > 580)
    for row in rows {
      let identifier = try #require(row["identifier"])
      #expect(known.contains("\(constant(row)) \(identifier)"))
    }
  }

  @Test func everyCertainIdentifierRoundTrips() throws {
    for row in try rows(["identifier", "key"]) {
      let text = try #require(row["identifier"])
      let identifier = MetadataIdentifier(rawValue: text)
      let key = try #require(identifier.key, "\(text)")
      #expect(identifier.keySpace.rawValue == row["key_space"])
      #expect(MetadataIdentifier(keySpace: identifier.keySpace, key: key).rawValue == text)
      if row["key"]?.contains("<") == false {
        #expect(key.description == row["key"]?.replacing("\\0", with: ""))
      }
    }
  }

  @Test func keySpacesFormatsAndExtraAttributesAreKnown() throws {
    let known = Set(MetadataIdentifier.known.map { "\($0.constant) \($0.identifier)" })
    for row in try rows(["keyspace", "format", "extraAttributeKey"]) {
      let value = row["key_space"].flatMap { $0.isEmpty ? nil : $0 } ?? row["key_constant_value"]
      #expect(known.contains("\(constant(row)) \(value ?? "")"), "\(row)")
    }
  }

  @Test func keySpacesHaveTheirPrefixes() throws {
    for row in try rows(["keyspace"]) {
      let space = KeySpace(rawValue: row["key_space"] ?? "")
      #expect(space.identifierPrefix == row["identifier_prefix"])
      #expect(space.ordinal != 0)
    }
  }

  @Test func constantsAreTheStringsOfTheTable() {
    #expect(MetadataIdentifier.iTunesMetadataSongName.rawValue == "itsk/%A9nam")
    #expect(MetadataIdentifier.id3MetadataTitleDescription.rawValue == "id3/TIT2")
    #expect(MetadataIdentifier.identifier3GPUserDataTitle.rawValue == "uiso/titl")
    #expect(MetadataIdentifier.commonIdentifierTitle.rawValue == "common/title")
    #expect(
      MetadataIdentifier.quickTimeMetadataCreationDate.rawValue
        == "mdta/com.apple.quicktime.creationdate")
  }

  @Test func commonKeysMatchTheTable() throws {
    for row in try Facts.rows("common_map") {
      let space = KeySpace(rawValue: row["key_space"] ?? "")
      let text = (row["key"] ?? "").replacing("\\0", with: "")
      let code = space.hasFourByteKeys ? FourCC(text) : nil
      let key = code.map { MetadataKey.code($0) } ?? .text(text)
      let item = MetadataItem(keySpace: space, key: key, value: .string(""), dataType: .utf8)
      let common = row["common_key"] == "(none)" ? nil : row["common_key"]
      #expect(item.commonKey?.rawValue == common, "\(space) \(text)")
    }
  }
}

@Suite struct CommonKeyTests {
  @Test func aCommonItemIsItsOwnKey() {
    let item = MetadataItem(keySpace: .common, key: "title", value: .string("x"), dataType: .utf8)
    #expect(item.commonKey == .title)
  }

  @Test func unknownKeysHaveNoCommonKey() {
    let item = MetadataItem(keySpace: .id3, key: "TDRC", value: .string("x"), dataType: .utf8)
    #expect(item.commonKey == nil)
    let own = MetadataItem(keySpace: .vorbis, key: "TITLE", value: .string("x"), dataType: .utf8)
    #expect(own.commonKey == nil)
  }
}
