import Testing

@testable import MetaCore

/// Names that programs carry from one format to another: read as their field, and no second truth after an edit.
@Suite("Aliases of fields")
struct FieldAliasTests {
  /// Key spaces of free texts, and the kind of file and container that has them.
  private static let homes: [(space: KeySpace, kind: EditBench.Kind, container: String)] = [
    (.id3, .mp3, "ID3v2.4"), (.ape, .mp3, "APEv2"), (.asf, .m4a, "moov/udta/Xtra"),
    (.quickTimeMetadata, .mov, "moov/meta/ilst"), (.iTunesLong, .m4a, "moov/udta/meta/ilst"),
  ]

  /// Two different values of a field as texts; nil for those that no single text is.
  private func values(_ field: Field) -> (old: String, new: String)? {
    switch field.form {
    case .text, .genre, .keyword: ("Old", "New")
    case .integer, .number: ("3", "4")
    case .boolean: ("1", "0")
    case .date: ("1999", "2001")
    default: nil
    }
  }

  private func made(_ key: FieldKey, _ text: String, in container: String) -> MetadataItem {
    guard key.space == .id3 else {
      return item(key.space, key.wholeKey, .string(text), in: container)
    }
    let info = ExtraAttribute(.info, .string(String(key.name)))
    return item(.id3, "TXXX", .string(text), extra: [info], in: container)
  }

  /// Whether a key leads to the field: where another row claims the name, it is not an alias.
  private func leads(_ key: FieldKey, to field: Field) -> Bool {
    let index = FieldTable.keys
    let place = index.first(key.ordinal, key.name.utf8.span)
    return place >= 0 && FieldTable.fields[index[place].target] == field
  }

  @Test func everyAliasIsReadAndChanged() throws {
    var count = 0
    for field in FieldTable.fields {
      guard let (old, new) = values(field) else { continue }
      for key in field.row.keys where key.isAlias && leads(key, to: field) {
        guard let home = Self.homes.first(where: { $0.space == key.space }) else { continue }
        let bench = EditBench(home.kind, items: made(key, old, in: home.container))
        let name = "\(field.name): \(key.space) \(key.wholeKey)"
        #expect(MetadataView(bench.document)[field] != nil, "\(name)")
        let edited = try bench.applying(.set(field, .string(new)))
        let items = edited.document.items
        // The one that is there is changed, and no other is added.
        #expect(items.count == 1 && items[0].value != .string(old), "\(name): \(edited.lines)")
        count += 1
      }
    }
    #expect(count > 600)
  }

  @Test func aliasesBesideTheKeyGo() throws {
    for (field, key) in [
      ("compilation", "TCMP"), ("producer", "PRODUCER"), ("conductor", "CONDUCTOR"),
      ("lyricist", "LYRICIST"), ("comment", "comment"), ("albumArtistSort", "ALBUMARTISTSORT"),
    ] {
      let field = try #require(Field.named(field))
      let (old, new) = values(field) ?? ("Old", "New")
      let first = try EditBench(.mp3).applying(.set(field, .string(old)))
      let info = ExtraAttribute(.info, .string(key))
      let alias = item(.id3, "TXXX", .string(old), extra: [info], in: "ID3v2.4")
      var bench = EditBench(.mp3, items: alias)
      for item in first.document.items { bench = EditBench(.mp3, items: item, alias) }
      let edited = try bench.applying(.set(field, .string(new)))
      #expect(!edited.document.items.contains { $0.key == "TXXX" }, "\(key): \(edited.lines)")
    }
  }

  @Test func countsThatAreKeptApartStayTogether() throws {
    let disc = try #require(Field.named("disc"))
    let apart = EditBench(
      .mp3, items: item(.ape, "Disc", "3", in: "APEv2"),
      item(.ape, "DISCTOTAL", "9", in: "APEv2"))
    #expect(MetadataView(apart.document)[disc] == .pair(NumberPair(number: 3, count: 9)))
    let changed = try apart.applying(.set(disc, .pair(NumberPair(number: 1, count: 2))))
    #expect(changed.lines == ["ape/Disc=1", "ape/DISCTOTAL=2"])
    // One that is not there is not made.
    let whole = EditBench(.mp3, items: item(.ape, "Disc", "3/9", in: "APEv2"))
    let same = try whole.applying(.set(disc, .pair(NumberPair(number: 1, count: 2))))
    #expect(same.lines == ["ape/Disc=1/2"])
    let other = EditBench(.mp3, items: item(.ape, "DISCNUMBER", "3", in: "APEv2"))
    let number = try other.applying(.set(disc, .pair(NumberPair(number: 4))))
    #expect(number.lines == ["ape/DISCNUMBER=4"])
    let frames = EditBench(
      .mp3, items: item(.id3, "TRCK", "3", in: "ID3v2.4"),
      item(
        .id3, "TXXX", "9", extra: [ExtraAttribute(.info, "TRACKTOTAL")], in: "ID3v2.4"))
    let track = try #require(Field.named("track"))
    #expect(MetadataView(frames.document)[track] == .pair(NumberPair(number: 3, count: 9)))
    let edited = try frames.applying(.set(track, .pair(NumberPair(number: 1, count: 2))))
    #expect(edited.lines == ["org.id3/TRCK=1", "org.id3/TXXX:TRACKTOTAL=2"])
  }

  @Test func noAliasIsWrittenAnew() throws {
    for field in FieldTable.fields {
      for space in [KeySpace.ape, .vorbis, .id3, .asf, .quickTimeMetadata, .matroska, .iTunesLong] {
        let keys = ItemConverter(to: space).keys(of: field)
        #expect(!keys.contains { $0.isAlias || $0.part == .counted }, "\(field.name): \(space)")
      }
    }
  }
}
