import Testing

@testable import MetaCore

@Suite struct FieldTableTests {
  @Test func everyRowHasItsColumns() {
    let table = FieldTable.standard
    #expect(table.fields.count > 180)
    for (field, row) in zip(table.fields, table.rows) {
      let line = table.string(row)
      #expect(line.split(separator: "|", omittingEmptySubsequences: false).count == 6, "\(line)")
      #expect(!field.name.isEmpty && !field.summary.isEmpty, "\(line)")
    }
  }

  @Test func namesAndAliasesAreUnique() {
    var seen: Set<String> = []
    for field in Field.all {
      for name in [field.name] + field.aliases {
        #expect(seen.insert(name.lowercased()).inserted, "\(name) stands twice")
      }
    }
  }

  @Test func everyKindIsKnown() {
    let known: Set = [
      "text", "texts", "integer", "number", "boolean", "pair", "date", "location", "artwork",
      "chapters", "timedText",
    ]
    let table = FieldTable.standard
    for row in table.rows { #expect(known.contains(table.string(table.column(1, of: row)))) }
  }

  @Test func everyKeyHasAKeySpaceAndLeadsBack() {
    let table = FieldTable.standard
    var seen: Set<String> = []
    for field in Field.all {
      for key in field.tableKeys {
        #expect(key.space != .common, "\(field.name): \(key.name)")
        #expect(
          seen.insert("\(field.name) \(key.space) \(key.name) \(key.part)").inserted, "\(key.name)")
      }
    }
    #expect(table.keys.entries.allSatisfy { Int($0.target) < table.fields.count })
  }

  @Test func commonKeysAreKnown() {
    for field in Field.all {
      guard let key = field.commonKey else { continue }
      #expect(MetadataIdentifier(rawValue: "common/\(key)").keySpace == .common)
      #expect(!key.rawValue.isEmpty)
    }
  }

  @Test func namedFieldsOfTheConvertersExist() {
    let named: [Field] = [
      .genre, .keywords, .mediaKind, .advisory, .performer, .rating, .date, .musicBrainzRecordingID,
    ]
    #expect(named.allSatisfy { $0.number < Field.all.count })
  }

  @Test func aFieldIsFoundByNameAndAlias() {
    #expect(Field.named("albumartist")?.name == "albumArtist")
    #expect(Field.named("trackNumber")?.name == "track")
    #expect(Field.named("nothing") == nil)
  }

  @Test func keysReadAsPeopleWriteThem() {
    let keys = Field.named("barcode")?.keys ?? []
    #expect(keys.first { $0.space == .iTunesLong }?.keys.first == "com.apple.iTunes.BARCODE")
    #expect(keys.first { $0.space == .id3 }?.keys == ["TXXX:BARCODE"])
    #expect(Field.named("title")?.keys.first?.keys == ["©nam"])
  }

  @Test func typesAreFixed() {
    #expect(Field.named("artist")?.jsonType == "array of string")
    #expect(Field.named("title")?.jsonType == "string")
    #expect(Field.named("track")?.jsonType == "object")
    #expect(Field.named("bpm")?.jsonType == "number")
  }
}
