import Testing

@testable import MetaCore

@Suite struct EditWholeTests {
  private func field(_ name: String) throws -> Field { try #require(Field.named(name)) }

  private var tag: EditBench {
    EditBench(
      .mp3, items: item(.id3, "TIT2", "Blue", in: "ID3v2.4"),
      item(
        .id3, "APIC", .data(.bytes(ByteSlice([1]))),
        extra: [ExtraAttribute(.pictureType, .integer(3))], in: "ID3v2.4"),
      item(.id3, "CHAP", .record([.init("elementID", "a")]), in: "ID3v2.4"),
      item(.id3, "COMM", "x", extra: [ExtraAttribute(.info, "iTunSMPB")], in: "ID3v2.4"),
      item(
        .id3, "TIPL",
        .list([
          .record([.init("role", "producer"), .init("name", "P")]),
          .record([.init("role", "engineer"), .init("name", "E")]),
        ]), in: "ID3v2.4"),
      item(.id3v1, "title", "Blue", in: "ID3v1"))
  }

  // MARK: Clearing

  @Test func chaptersAndGaplessDataAreKept() throws {
    let lines = try tag.applying(.clear(keeping: [])).lines
    #expect(lines == ["org.id3/CHAP=", "org.id3/COMM:iTunSMPB=x"])
    #expect(try tag.applying(set("chapters")).lines.count == 6)
    #expect(try tag.resolve(set("chapters")).edit.chapters == nil)
  }

  @Test func keptFieldsStayInEveryContainer() throws {
    let titles = try tag.applying(.clear(keeping: [field("title")])).lines
    #expect(titles.contains("org.id3/TIT2=Blue") && titles.contains("id3v1/title=Blue"))
    #expect(titles.count == 4)
    let pictures = try tag.applying(.clear(keeping: [field("artwork")]))
    #expect(pictures.document.items.contains { $0.key == "APIC" })
    let people = try tag.applying(.clear(keeping: [field("producer")]))
    #expect(people["producer"] == .list(["P"]) && people["engineer"] == nil)
  }

  @Test func trackItemsAreAlsoRemoved() throws {
    var name = item(.quickTimeUserData, "name", "Track", in: "moov/trak/udta")
    name.trackID = 1
    var bench = EditBench(.mov, items: name, item(.quickTimeUserData, "©nam", "F", in: "moov/udta"))
    bench.document.tracks = [TrackDescription(id: 1, mediaType: .audio)]
    #expect(try bench.applying(.clear(keeping: [])).lines.isEmpty)
    #expect(try bench.applying(.onTrack(1, .clear(keeping: []))).lines == ["udta/©nam=F"])
  }

  @Test func aKeptPropertyKeepsItsPacket() throws {
    let bench = EditBench(
      .mov,
      [
        [
          item(.xmp, "packet", "<x/>", in: "XMP_"), item(.xmp, "dc:title", "Blue", in: "XMP_"),
          item(.xmp, "tiff:Make", "M", in: "XMP_"),
        ]
      ])
    #expect(
      try bench.applying(.clear(keeping: [field("title")])).lines
        == ["xmp/packet=<x/>", "xmp/dc:title=Blue"])
    #expect(try bench.applying(.clear(keeping: [])).lines.isEmpty)
  }

  // MARK: Restoring

  @Test func removedItemsAreRestored() throws {
    let bench = tag
    let insertionPoint = InsertionPoint(MetadataContainer(rawValue: "ID3v2.4"), [.id3])
    let old = InsertionPoint(MetadataContainer(rawValue: "ID3v1"), [.id3v1])
    let contents =
      bench.document.items.prefix(5).map {
        PlacedEntry(DocumentEdit.Entry([$0]), in: insertionPoint)
      }
      + [PlacedEntry(DocumentEdit.Entry([bench.document.items[5]]), in: old)]
    #expect(try bench.resolve(.restore(contents)).edit.isEmpty)
    let cleared = try bench.applying(.clear(keeping: []))
    let restored = try cleared.applying(.restore(contents)).lines
    #expect(restored.filter { $0.hasPrefix("org.id3") } == Array(bench.lines.prefix(5)))
    #expect(Set(restored) == Set(bench.lines))
    let fewer = [PlacedEntry(DocumentEdit.Entry([bench.document.items[0]]), in: insertionPoint)]
    let edit = try bench.resolve(.restore(fewer)).edit
    #expect(edit.changes.count == 5)
    #expect(bench.applying(edit).lines == ["org.id3/TIT2=Blue"])
  }

  // MARK: Tracks and chapters

  @Test func tracksAreChangedOnlyIfDifferent() throws {
    var bench = EditBench(.mov)
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.language = .english
    bench.document.tracks = [track]
    var same = TrackEdit(trackID: 1)
    same.language = .english
    #expect(try bench.resolve(.track(same)).edit.isEmpty)
    var other = TrackEdit(trackID: 1)
    other.isEnabled = false
    #expect(try bench.resolve(.track(same), .track(other)).edit.tracks == [other])
    #expect(throws: EditRefusal.self) { try bench.resolve(.track(TrackEdit(trackID: 9))) }
  }

  @Test func chaptersAreSetAsAWhole() throws {
    var bench = EditBench(.m4a)
    let start = try #require(MediaTime(value: 0, timescale: 1000))
    let chapter = Chapter(start: start, title: "One", source: "chpl")
    bench.document.chapters = [chapter]
    #expect(try bench.resolve(.setChapters([chapter])).edit.isEmpty)
    #expect(try bench.resolve(.setChapters([])).edit.chapters == [])
    #expect(try bench.resolve(set("chapters")).edit.chapters == [])
  }

  // MARK: Dates

  private func movie(_ header: String, _ items: MetadataItem...) -> EditBench {
    var bench = EditBench(.mov, items.map { [$0] })
    bench.document.container.facts.creationDate = MetadataDate(iso8601: header)
    return bench
  }

  private func key(_ text: String) -> MetadataItem {
    item(
      .quickTimeMetadata, "com.apple.quicktime.creationdate", .string(text), in: "moov/meta/ilst")
  }

  @Test func headersAreUpdatedInUTC() throws {
    let bench = movie("2018-08-05T13:39:27Z", key("2018-08-05T15:39:27+0200"))
    #expect(try bench.resolve(set("creationDate", "2018-08-05T15:39:27+02:00")).edit.isEmpty)
    let edit = try bench.resolve(set("creationDate", "2020-01-01T01:00:00+02:00")).edit
    #expect(edit.headerDate?.description == "2019-12-31T23:00:00Z")
    #expect(bench.applying(edit)["creationDate"].map(ValueForm.text) == "2020-01-01T01:00:00+02:00")
    let vague = try bench.resolve(set("creationDate", "2020-01-01"))
    #expect(vague.edit.headerDate?.description == "2020-01-01T00:00:00Z")
    #expect(vague.notes.map(\.code.rawValue) == ["headerInUTC"])
    #expect(try bench.resolve(set("date", "1999")).edit.headerDate == nil)
    #expect(try bench.resolve(set("creationDate")).edit.headerDate == nil)
  }

  @Test func dateCanBeStoredInHeadersAlone() throws {
    let song = EditBench(.m4a)
    let edit = try song.resolve(set("creationDate", "2020-01-01T00:00:00Z")).edit
    #expect(edit.headerDate != nil && edit.changes.isEmpty)
    #expect(throws: EditRefusal.self) {
      try EditBench(.mp3).resolve(set("creationDate", "2020-01-01T00:00:00Z"))
    }
  }

  @Test func existingDatesAreShifted() throws {
    let creation = try field("creationDate")
    let bench = movie("2018-08-05T23:30:00Z", key("2018-08-06T01:30:00+02:00"))
    let edit = try bench.resolve(.shift(creation, seconds: 3600)).edit
    #expect(edit.headerDate?.description == "2018-08-06T00:30:00Z")
    #expect(bench.applying(edit)["creationDate"].map(ValueForm.text) == "2018-08-06T02:30:00+02:00")
    let released = EditBench(
      .mp323, items: item(.id3, "TYER", "2018", in: "ID3v2.3"),
      item(.id3, "TDAT", "0108", in: "ID3v2.3"))
    let earlier = try released.applying(.shift(field("date"), seconds: -86_400))
    #expect(earlier.lines == ["org.id3/TYER=2018", "org.id3/TDAT=3107"])
    #expect(throws: EditRefusal.self) { try released.resolve(.shift(field("date"), seconds: 60)) }
    #expect(throws: EditRefusal.self) { try released.resolve(.shift(field("title"), seconds: 60)) }
    #expect(try EditBench(.mp3).resolve(.shift(field("date"), seconds: 60)).notes.count == 1)
  }
}
