import Testing

@testable import MetaCore

@Suite struct MetadataFilterTests {
  private let items: [MetadataItem] = {
    var english = item(.quickTimeUserData, "©nam", .string("Blue"))
    english.language = LanguageTag(rawValue: "en-GB")
    var german = item(.quickTimeUserData, "©nam", .string("Blau"))
    german.language = LanguageTag(rawValue: "de")
    return [
      english, german, item(.iTunes, "©ART", .string("A")), item(.iTunes, "©xyz", .string("+1+1/")),
      item(.quickTimeMetadata, "com.apple.quicktime.model", .string("Phone")),
      item(.id3, "PRIV", .string("?")), item(.iTunes, "apID", .string("me@example.org")),
    ]
  }()

  private func texts(_ items: [MetadataItem]) -> [String] { items.compactMap(\.value.stringValue) }

  @Test func byIdentifier() {
    let found = MetadataItem.metadataItems(
      from: items, filteredByIdentifier: .iTunesMetadataArtist)
    #expect(texts(found) == ["A"])
    let common = MetadataItem.metadataItems(
      from: items, filteredByIdentifier: .commonIdentifierTitle)
    #expect(texts(common) == ["Blue", "Blau"])
  }

  @Test func byKeyAndKeySpace() {
    let all = MetadataItem.metadataItems(from: items, withKey: nil, keySpace: .iTunes)
    #expect(texts(all) == ["A", "+1+1/", "me@example.org"])
    let one = MetadataItem.metadataItems(from: items, withKey: "PRIV", keySpace: nil)
    #expect(texts(one) == ["?"])
    let common = MetadataItem.metadataItems(from: items, withKey: "artist", keySpace: .common)
    #expect(texts(common) == ["A"])
  }

  @Test func byPreferredLanguages() {
    let sorted = MetadataItem.metadataItems(
      from: items,
      filteredAndSortedAccordingToPreferredLanguages: [
        LanguageTag(rawValue: "de-AT"), LanguageTag(rawValue: "en"),
      ])
    #expect(texts(sorted) == ["Blau", "Blue"])
    let none = MetadataItem.metadataItems(
      from: items,
      filteredAndSortedAccordingToPreferredLanguages: [LanguageTag(rawValue: "en-US")])
    #expect(none.isEmpty)
  }

  @Test func byEachCriterion() {
    var filter = MetadataFilter()
    filter.keySpaces = [.iTunes]
    filter.commonKeys = [.artist, .title]
    #expect(items.filter(filter.passes).map(\.keySpace) == [.iTunes])
    var german = MetadataFilter()
    german.languages = [LanguageTag(rawValue: "de")]
    #expect(texts(items.filter(german.passes)) == ["Blau"])
    var identified = MetadataFilter()
    identified.identifiers = [.iTunesMetadataArtist]
    #expect(texts(items.filter(identified.passes)) == ["A"])
  }

  @Test func sharingWithholdsPrivateMetadata() {
    let shared = MetadataItem.metadataItems(from: items, filteredBy: .forSharing)
    #expect(texts(shared) == ["Blue", "Blau", "A"])
  }

  @Test func withheldFieldsAreFields() {
    for name in MetadataFilter.withheldFields { #expect(Field.named(name)?.name == name) }
  }

  /// An export for sharing must not restore what `clear --private` removes.
  @Test func sharingWithholdsAllPrivateMetadata() throws {
    var checked = 0
    for name in PrivateTable.fields.flatMap(\.names) {
      let row = try #require(Field.named(name)).row
      for key in row.keys {
        guard
          case .items(let identifier, _)? = EditTarget(
            "\(key.space.identifierPrefix)/\(key.wholeKey)"),
          let itemKey = identifier.key
        else { continue }
        let item = MetadataItem(
          keySpace: identifier.keySpace, key: itemKey, value: .string("1"), dataType: .utf8)
        guard PrivateTable.kind(of: item) != nil else { continue }
        #expect(!MetadataFilter.forSharing.passes(item), "\(name): \(identifier)")
        checked += 1
      }
    }
    #expect(checked > 50)
  }
}
