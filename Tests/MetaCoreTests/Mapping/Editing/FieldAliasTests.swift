import TestSupport
import Testing

@testable import MetaCore

/// Names that programs copy from one format to another: read as their field, and consistent after
/// an edit.
@Suite("Aliases of fields")
struct FieldAliasTests {
  /// Key spaces of free texts, and the kind of file and container that has them.
  private static let insertionPoints: [(space: KeySpace, kind: EditBench.Kind, container: String)] =
    [
      (.id3, .mp3, "ID3v2.4"), (.ape, .mp3, "APEv2"), (.asf, .m4a, "moov/udta/Xtra"),
      (.quickTimeMetadata, .mov, "moov/meta/ilst"), (.iTunesLong, .m4a, "moov/udta/meta/ilst"),
      (.vorbis, .mp3, "fLaC"), (.matroska, .mp3, "Tags"),
    ]

  /// A file with one item of a key space, and with a place for more of them.
  private func bench(_ key: FieldKey, _ text: String) -> EditBench? {
    guard let target = Self.insertionPoints.first(where: { $0.space == key.space }) else {
      return nil
    }
    var bench = EditBench(target.kind, items: made(key, text, in: target.container))
    if [.vorbis, .matroska].contains(key.space) {
      bench.document.precedence = [key.space]
      bench.insertionPoints = [
        InsertionPoint(MetadataContainer(rawValue: target.container), [key.space])
      ]
    }
    return bench
  }

  /// Two different values of a field as texts; nil for fields that are not a single text.
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
    guard key.ordinal == SubKey.userText.rawValue else {
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
        guard let bench = bench(key, old) else { continue }
        let name = "\(field.name): \(key.space) \(key.wholeKey)"
        #expect(MetadataView(bench.document)[field] != nil, "\(name)")
        let edited = try bench.applying(.set(field, .string(new)))
        let items = edited.document.items
        // The existing one is changed, and no other is added.
        #expect(items.count == 1 && items[0].value != .string(old), "\(name): \(edited.lines)")
        count += 1
      }
    }
    #expect(count > 900)
  }

  @Test func everyKeyOfAPairIsReadAndChanged() throws {
    let (old, new) = (NumberPair(number: 3, count: 9), NumberPair(number: 1, count: 2))
    var count = 0
    for field in FieldTable.fields where field.form == .pair {
      for key in field.row.keys where key.part == .whole && leads(key, to: field) {
        guard let bench = bench(key, "3/9") else { continue }
        let name = "\(field.name): \(key.space) \(key.wholeKey)"
        #expect(MetadataView(bench.document)[field] == .pair(old), "\(name)")
        let edited = try bench.applying(.set(field, .pair(new)))
        #expect(MetadataView(edited.document)[field] == .pair(new), "\(name)")
        // In Vorbis and Matroska, the count has a separate key.
        let isApart = field.row.keys.contains {
          $0.space == key.space && $0.rank == key.rank && $0.part == .count
        }
        let texts = edited.document.items.map { $0.value.stringValue }
        #expect(texts == (isApart ? ["1", "2"] : ["1/2"]), "\(name): \(edited.lines)")
        count += 1
      }
    }
    #expect(count == 16)
  }

  /// An item as ``EditBench/lines`` shows it.
  private func parsed(_ line: String) -> MetadataItem {
    let halves = line.split(separator: "=").map(String.init)
    let key = halves[0].split(separator: "/").map(String.init)
    let space = key[0] == "ape" ? KeySpace.ape : .id3
    let frame = key[1].split(separator: ":").map(String.init)
    let info = frame.count > 1 ? [ExtraAttribute(.info, .string(frame[1]))] : []
    return item(
      space, frame[0], .string(halves[1]), extra: info, in: space == .ape ? "APEv2" : "ID3v2.4")
  }

  @Test(arguments: [
    ("disc", ["ape/DISC=3/9"], ["ape/DISC=1/2"]),
    ("track", ["ape/Track=3", "ape/TRACKTOTAL=9"], ["ape/Track=1", "ape/TRACKTOTAL=2"]),
    ("disc", ["org.id3/TXXX:DISCNUMBER=3/9"], ["org.id3/TXXX:DISCNUMBER=1/2"]),
    (
      "disc", ["org.id3/TPOS=3", "org.id3/TXXX:DISCTOTAL=9"],
      ["org.id3/TPOS=1", "org.id3/TXXX:DISCTOTAL=2"]
    ),
    // Two spellings next to each other: the standard one is kept, in either order.
    ("disc", ["ape/Disc=3/9", "ape/DISCNUMBER=3"], ["ape/Disc=1/2"]),
    ("disc", ["ape/DISCNUMBER=3", "ape/Disc=3/9"], ["ape/Disc=1/2"]),
    ("disc", ["org.id3/TPOS=3/9", "org.id3/TXXX:DISCNUMBER=3"], ["org.id3/TPOS=1/2"]),
    ("disc", ["org.id3/TXXX:DISCNUMBER=3/9", "org.id3/TPOS=3/9"], ["org.id3/TPOS=1/2"]),
    (
      "disc", ["ape/Disc=3", "ape/DISCTOTAL=9", "ape/TOTALDISCS=9"],
      ["ape/Disc=1", "ape/DISCTOTAL=2"]
    ),
    (
      "disc", ["ape/Disc=3", "ape/TOTALDISCS=9", "ape/DISCTOTAL=9"],
      ["ape/Disc=1", "ape/DISCTOTAL=2"]
    ),
  ])
  func otherSpellingsOfPairs(name: String, old: [String], new: [String]) throws {
    let field = try #require(Field.named(name))
    let bench = EditBench(.mp3, old.map { [parsed($0)] })
    #expect(bench[name] == .pair(NumberPair(number: 3, count: 9)))
    let edited = try bench.applying(.set(field, .pair(NumberPair(number: 1, count: 2))))
    #expect(edited.lines == new)
  }

  @Test(arguments: [
    (["DISC=3/9"], ["DISC=1", "DISCTOTAL=2"]),
    (["DISC=3/9", "DISCNUMBER=4"], ["DISCNUMBER=1", "DISCTOTAL=2"]),
    (["DISCNUMBER=3/9", "DISC=4"], ["DISCNUMBER=1", "DISCTOTAL=2"]),
  ])
  func otherSpellingsInFLAC(old: [String], new: [String]) throws {
    let file = try EditHarness(Repository.bytes(of: "plain.flac"))
    let insertionPoint = try #require(file.insertionPoints.first { $0.keySpaces == [.vorbis] })
    var edit = DocumentEdit()
    edit.changes = old.map { line in
      let halves = line.split(separator: "=").map(String.init)
      return .add(insertionPoint, .init([item(.vorbis, halves[0], .string(halves[1]))]))
    }
    let result = try file.result(edit)
    let disc = try #require(Field.named("disc"))
    #expect(MetadataView(result.document)[disc] == .pair(NumberPair(number: 3, count: 9)))
    let edited = try #require(
      try EditHarness.edited(
        result.bytes, LayoutConstraints(movement: .free),
        .set(disc, .pair(NumberPair(number: 1, count: 2)))))
    let items = try Inspector.inspect(DataSource(edited)).items.filter { $0.keySpace == .vorbis }
    #expect(items.map { "\($0.key)=\($0.value.stringValue ?? "")" } == new)
  }

  @Test func aliasesNextToTheKeyAreRemoved() throws {
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

  @Test func separateCountsStayConsistent() throws {
    let disc = try #require(Field.named("disc"))
    let apart = EditBench(
      .mp3, items: item(.ape, "Disc", "3", in: "APEv2"),
      item(.ape, "DISCTOTAL", "9", in: "APEv2"))
    #expect(MetadataView(apart.document)[disc] == .pair(NumberPair(number: 3, count: 9)))
    let changed = try apart.applying(.set(disc, .pair(NumberPair(number: 1, count: 2))))
    #expect(changed.lines == ["ape/Disc=1", "ape/DISCTOTAL=2"])
    // A missing one is not created.
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

  @Test func aliasesAreNotNewlyWritten() throws {
    for field in FieldTable.fields {
      for space in [KeySpace.ape, .vorbis, .id3, .asf, .quickTimeMetadata, .matroska, .iTunesLong] {
        let keys = ItemConverter(to: space).keys(of: field)
        #expect(!keys.contains { $0.isAlias || $0.part == .counted }, "\(field.name): \(space)")
      }
    }
  }
}
