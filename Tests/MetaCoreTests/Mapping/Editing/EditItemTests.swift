import Testing

@testable import MetaCore

@Suite struct EditItemTests {
  private func edit(
    _ text: String, _ values: MetadataValue...,
    as make: (EditTarget, [MetadataValue]) -> MetadataEdit
  ) throws -> MetadataEdit {
    make(try #require(EditTarget(text)), values)
  }

  private func set(_ text: String, _ values: MetadataValue...) throws -> MetadataEdit {
    .set(try #require(EditTarget(text)), values)
  }

  // MARK: Targets

  @Test(arguments: [
    ("itsk/%A9nam", "itsk/%A9nam", []), ("itsk/©nam", "itsk/%A9nam", []),
    ("id3/TXXX:MOOD", "id3/TXXX", ["info=MOOD"]),
    ("id3/TXXX:a:b", "id3/TXXX", ["info=a:b"]),
    ("id3/COMM:desc:eng", "id3/COMM", ["info=desc", "language=eng"]),
    ("id3/COMM::eng", "id3/COMM", ["info=", "language=eng"]),
    ("id3/UFID:http://musicbrainz.org", "id3/UFID", ["owner=http://musicbrainz.org"]),
    ("id3/POPM:a@b", "id3/POPM", ["email=a@b"]),
    ("itlk/com.apple.iTunes.LABEL", "itlk/com.apple.iTunes.LABEL", []),
    ("itlk/LABEL", "itlk/com.apple.iTunes.LABEL", []),
    ("mdta/com.apple.quicktime.location.ISO6709", "mdta/com.apple.quicktime.location.ISO6709", []),
    ("udta/©xyz", "udta/%A9xyz", []), ("uiso/titl", "uiso/titl", []),
    ("vorb/MOOD", "vorb/MOOD", []), ("id3/%00TT2", "id3/%00TT2", []),
  ])
  func identifiersAreTargets(_ text: String, _ identifier: String, _ extras: [String]) {
    guard case .items(let found, let attributes)? = EditTarget(text) else {
      Issue.record("\(text) is no identifier")
      return
    }
    #expect(found.rawValue == identifier)
    #expect(attributes.map { "\($0.name.rawValue)=\($0.value.stringValue ?? "")" } == extras)
  }

  @Test func fieldsAndCommonKeysAreTargets() {
    #expect(EditTarget("title") == EditTarget("trackTitle"))
    #expect(EditTarget("common/title") == EditTarget("title"))
    for text in ["", "x", "foo/bar", "/tmp/x", "itsk/abc", "itsk/", "a/b=c"] {
      #expect(EditTarget(text) == nil, "\(text)")
    }
  }

  // MARK: Values

  @Test func valueHasTheTypeOfItsKey() throws {
    let edited = try EditBench(.m4a).applying(
      set("itsk/trkn", "8/10"), set("itsk/tmpo", "120"), set("itsk/stik", "Movie"),
      set("itsk/cpil", "1"), set("itsk/gnre", "Jazz"), set("itsk/©lyr", "La"),
      set("itlk/com.example.KEY", "v"))
    #expect(
      edited.document.items.map(\.value) == [
        .pair(NumberPair(number: 8, count: 10)), .integer(120), .integer(9), .integer(1),
        .integer(9), "La", "v",
      ])
    #expect(edited["genre"] == .list(["Jazz"]))
    #expect(edited.document.items[6][extra: .mean] == "com.example")
  }

  @Test func valueKeepsTheExistingType() throws {
    var number = item(.quickTimeMetadata, "com.example.count", .integer(3), in: "moov/meta/ilst")
    number.dataType = DataType(name: "int8", code: 65)
    let bench = EditBench(.mov, items: number)
    let small = try bench.applying(set("mdta/com.example.count", "4"))
    #expect(small.document.items[0].value == .integer(4))
    #expect(small.document.items[0].dataType.name == "int8")
    let large = try bench.applying(set("mdta/com.example.count", "400"))
    #expect(large.document.items[0].dataType.name == "int")
    #expect(throws: EditRefusal.self) { try bench.resolve(set("mdta/com.example.count", "many")) }
    #expect(try bench.resolve(set("mdta/com.example.count", "3")).edit.isEmpty)
  }

  @Test func aRefusalNamesKeyAndType() throws {
    do {
      _ = try EditBench(.m4a).resolve(set("itsk/trkn", "first"))
      Issue.record("not refused")
    } catch let refusal as EditRefusal {
      #expect(refusal.description == "itsk/trkn holds a number, optionally with a count (8/10)")
      #expect(refusal.losses.map(\.field) == [nil])
    }
    for (key, value) in [
      ("id3/POPM", "5"), ("itsk/covr", "x"), ("id3/TIPL", "x"), ("uiso/yrrc", "old"),
    ] as [(String, MetadataValue)] {
      #expect(throws: EditRefusal.self) { try EditBench(.m4a).resolve(set(key, value)) }
    }
    #expect(throws: EditRefusal.self) { try EditBench(.m4a).resolve(set("id3/TIT2", "x")) }
  }

  @Test func framesSideBySide() throws {
    func mood(_ info: String, _ text: String) -> MetadataItem {
      item(
        .id3, "TXXX", .string(text), extra: [ExtraAttribute(.info, .string(info))], in: "ID3v2.4")
    }
    let bench = EditBench(.mp3, items: mood("Mood", "calm"), mood("", "plain"), mood("X", "x"))
    #expect(
      try bench.applying(set("id3/TXXX:MOOD", "wild")).lines
        == ["org.id3/TXXX:Mood=wild", "org.id3/TXXX:=plain", "org.id3/TXXX:X=x"])
    #expect(
      try bench.applying(set("id3/TXXX", "new")).lines
        == ["org.id3/TXXX:Mood=calm", "org.id3/TXXX:=new", "org.id3/TXXX:X=x"])
    #expect(try bench.applying(set("id3/TXXX:Y", "y")).lines.last == "org.id3/TXXX:Y=y")
    #expect(try bench.applying(set("id3/TXXX")).lines.isEmpty)
    #expect(try bench.applying(set("id3/TXXX:x")).lines.count == 2)
  }

  @Test func severalValuesOfOneKey() throws {
    let frame = try EditBench(.mp3).applying(set("id3/TPE1", "A", "B"))
    #expect(frame.lines == ["org.id3/TPE1=A|B"])
    let add = MetadataEdit.add(try #require(EditTarget("id3/TPE1")), ["C"])
    #expect(try frame.applying(add).lines == ["org.id3/TPE1=A|B|C"])
    let remove = MetadataEdit.remove(try #require(EditTarget("id3/TPE1")), ["A", "B"])
    #expect(try frame.applying(add).applying(remove).lines.count == 1)
    #expect(try frame.applying(remove).lines.isEmpty)
    let atoms = try EditBench(.m4a).applying(set("itsk/©ART", "A", "B"))
    #expect(atoms.lines == ["itsk/©ART=A", "itsk/©ART=B"])
    #expect(Set(atoms.document.items.map(\.location)).count == 1)
    #expect(throws: EditRefusal.self) { try EditBench(.mp3).resolve(set("id3/WOAR", "a", "b")) }
  }

  @Test func bytesComeFromFilesOrText() throws {
    let bytes = MetadataValue.data(.bytes(ByteSlice(Array("Größe".utf8))))
    let edited = try EditBench(.mp3).applying(
      set("id3/PRIV:me", bytes), set("id3/TIT2", bytes), set("id3/UFID:me", "abc"))
    #expect(edited.document.items[0].value == bytes)
    #expect(edited.document.items[0][extra: .owner] == "me")
    #expect(edited.document.items[1].value == "Größe")
    #expect(edited.document.items[2].value.dataValue?.count == 3)
    let broken = MetadataValue.data(.bytes(ByteSlice([0xFF, 0xFE, 0xFF])))
    #expect(throws: EditRefusal.self) { try EditBench(.mp3).resolve(set("id3/TIT2", broken)) }
  }

  @Test func itemsOfATrack() throws {
    var bench = EditBench(.mov)
    bench.document.tracks = [TrackDescription(id: 2, mediaType: .audio)]
    let container = MetadataContainer(rawValue: "moov/trak/udta")
    bench.insertionPoints.append(InsertionPoint(container, [.quickTimeUserData], trackID: 2))
    let edited = try bench.applying(
      .onTrack(2, set("udta/©inf", "x")),
      .onTrack(2, .set(.title, "T")))
    #expect(edited.document.items.map(\.trackID) == [2, 2])
    #expect(edited.view.entries.isEmpty)
    #expect(try edited.applying(.onTrack(2, set("udta/©inf"))).lines == ["udta/©nam=T"])
    #expect(throws: EditRefusal.self) { try bench.resolve(.onTrack(3, set("udta/©inf", "x"))) }
    // Without a container for frames, a frame is converted to its field.
    var frame = MetadataItem("id3/TIT2", "T")
    frame.trackID = 2
    let converted = try bench.applying(.setItem(frame))
    #expect(converted.lines == ["udta/©nam=T"])
    #expect(converted.document.items.map(\.trackID) == [2])
  }
}
