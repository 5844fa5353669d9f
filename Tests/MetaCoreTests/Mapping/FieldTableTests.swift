import Testing

@testable import MetaCore

@Suite struct FieldTableTests {
  @Test func everyRowIsComplete() {
    #expect(FieldTable.rows.count > 180)
    for row in FieldTable.rows { #expect(!row.name.isEmpty && !row.summary.isEmpty, "\(row)") }
  }

  @Test func formsAndPartsHaveTheirNames() {
    #expect(Field.Form.names == Field.Form.allCases.map { "\($0)" })
    #expect(FieldPart.names == FieldPart.allCases.map { "\($0)" })
  }

  @Test func singleRowEqualsTheRowInTheTable() throws {
    for (number, row) in FieldTable.rows.enumerated() {
      #expect(FieldTable.row(number)?.summary == row.summary)
    }
    #expect(FieldTable.rows.count == FieldTable.names.count)
  }

  @Test func namesAndAliasesAreUnique() {
    var seen: Set<String> = []
    for field in Field.all {
      for name in [field.name] + field.aliases {
        #expect(seen.insert(name.lowercased()).inserted, "\(name) stands twice")
      }
    }
  }

  @Test func everyKeyHasAKeySpaceAndMapsBack() throws {
    for (number, row) in FieldTable.rows.enumerated() {
      for key in row.keys {
        #expect(key.ordinal != 0 && key.ordinal != SubKey.none.rawValue, "\(row.name): \(key)")
        let index = FieldTable.keys
        var place =
          key.code.map { index.first(key.ordinal, $0) }
          ?? index.first(key.ordinal, key.name.utf8.span)
        var targets: [Int] = []
        while place >= 0 {
          targets.append(index[place].target)
          place = index.next(after: place)
        }
        // A name claimed by another row is not an alias.
        #expect(
          targets.contains(number) || key.isAlias && !targets.isEmpty,
          "\(row.name): \(key.written)")
      }
    }
  }

  @Test func keysOfOneFieldAreDifferent() {
    for row in FieldTable.rows {
      var seen: Set<String> = []
      for key in row.keys where !key.isAlias {
        #expect(seen.insert("\(key.space) \(key.written) \(key.part)").inserted, "\(row.name)")
      }
    }
  }

  @Test func textsAreFoundWithoutRegardToCase() {
    let index = FieldTable.keys
    #expect(index.first(KeySpace.vorbis.ordinal, "Title".utf8.span) >= 0)
    #expect(index.first(KeySpace.vorbis.ordinal, "TITLES".utf8.span) == -1)
    #expect(index.first(KeySpace.iTunes.ordinal, 0x6E61_6D65) == -1)
  }

  @Test func commonKeysAreKnown() {
    for field in Field.all {
      guard let key = field.commonKey else { continue }
      #expect(MetadataIdentifier(rawValue: "common/\(key)").keySpace == .common)
      #expect(!key.rawValue.isEmpty)
    }
  }

  @Test func aFieldIsFoundByNameAndAlias() {
    #expect(Field.named("albumartist")?.name == "albumArtist")
    #expect(Field.named("trackNumber")?.name == "track")
    #expect(Field.named("nothing") == nil)
  }

  @Test func keysAreWrittenNaturally() {
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
