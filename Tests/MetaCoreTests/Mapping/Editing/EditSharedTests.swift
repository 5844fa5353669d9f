import Testing

@testable import MetaCore

@Suite struct EditSharedTests {
  private func person(_ role: String, _ name: String) -> MetadataValue {
    .record([.init("role", .string(role)), .init("name", .string(name))])
  }

  private func pair(_ number: Int?, _ count: Int? = nil) -> MetadataValue {
    .pair(NumberPair(number: number, count: count))
  }

  @Test func numberAndCountOfAMovement() throws {
    let bench = EditBench(.mp3, items: item(.id3, "MVIN", "2/4", in: "ID3v2.4"))
    #expect(try bench.applying(set("movementNumber", "3")).lines == ["org.id3/MVIN=3/4"])
    #expect(try bench.applying(set("movementCount", "5")).lines == ["org.id3/MVIN=2/5"])
    #expect(try bench.applying(set("movementCount")).lines == ["org.id3/MVIN=2"])
    let rest = try bench.applying(set("movementNumber"))
    #expect(rest.lines == ["org.id3/MVIN=/4"])
    #expect(try rest.applying(set("movementNumber", "1")).lines == ["org.id3/MVIN=1/4"])
    #expect(try rest.applying(set("movementCount")).lines.isEmpty)
  }

  @Test func aTrackNumberKeepsItsCount() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TRCK", "3/10", in: "ID3v2.4"),
      item(.id3v1, "track", .integer(3), in: "ID3v1"))
    #expect(
      try bench.applying(set("track", pair(8))).lines == ["org.id3/TRCK=8/10", "id3v1/track=8"])
    #expect(try bench.applying(set("track", pair(nil, 12)))["track"] == pair(3, 12))
    #expect(try bench.applying(set("track", pair(8, 0)))["track"] == pair(8))
    #expect(try bench.applying(set("track", pair(0)))["track"] == pair(nil, 10))
    #expect(try bench.resolve(set("track", pair(3))).edit.isEmpty)
    let song = try EditBench(.m4a).applying(set("track", pair(8, 10)))
    #expect(try song.applying(set("track", pair(9))).lines == ["itsk/trkn=9/10"])
  }

  @Test func ratingAndCounterShareAFrame() throws {
    func popm(_ rating: Int64, _ count: Int64, _ email: String) -> MetadataItem {
      item(
        .id3, "POPM",
        .record([.init("rating", .integer(rating)), .init("count", .integer(count))]),
        extra: [ExtraAttribute(.email, .string(email))], in: "ID3v2.4")
    }
    let bench = EditBench(.mp3, items: popm(64, 7, "a"), popm(255, 0, "b"))
    let edited = try bench.applying(set("rating", .integer(100)))
    #expect(edited["rating"] == .integer(100) && edited["playCount"] == .integer(7))
    #expect(edited.document.items[0][extra: .email] == "a")
    #expect(edited.document.items[1] == bench.document.items[1])
    #expect(try bench.applying(set("playCount", "9"))["playCount"] == .integer(9))
    let without = try bench.applying(set("rating"))
    #expect(without["rating"] == nil && without["playCount"] == .integer(7))
    #expect(without.document.items.count == 1)
  }

  @Test func peopleShareALists() throws {
    let bench = EditBench(
      .mp3,
      items: item(
        .id3, "TIPL", .list([person("Producer", "P"), person("engineer", "E")]), in: "ID3v2.4"))
    let two = try bench.applying(set("producer", "Q", "R"))
    #expect(two["producer"] == .list(["Q", "R"]) && two["engineer"] == .list(["E"]))
    #expect(
      two.document.items[0].value
        == .list([person("Producer", "Q"), person("Producer", "R"), person("engineer", "E")]))
    let more = try bench.applying(set("arranger", "A"))
    #expect(more.document.items.count == 1)
    #expect(more["arranger"] == .list(["A"]) && more["producer"] == .list(["P"]))
    #expect(try bench.applying(set("producer"), set("engineer")).lines.isEmpty)
    let band = try EditBench(.mp3).applying(set("performer", "Ann (guitar)", "Bob"))
    #expect(band["performer"] == .list(["Ann (guitar)", "Bob"]))
    #expect(try band.resolve(set("performer", "Ann (guitar)", "Bob")).edit.isEmpty)
  }

  @Test func albumAndTrackShareABox() throws {
    let album = item(
      .isoUserData, "albm", .record([.init("name", "Old"), .init("number", .integer(3))]),
      in: "moov/udta")
    let bench = EditBench(.mobile, items: album)
    let named = try bench.applying(set("album", "New"))
    #expect(named["album"] == "New" && named["track"] == pair(3))
    let numbered = try bench.applying(set("track", pair(4)))
    #expect(numbered["album"] == "Old" && numbered["track"] == pair(4))
    #expect(numbered.document.items.count == 1)
    let without = try bench.applying(set("album"))
    #expect(without["album"] == nil && without["track"] == pair(3))
  }

  @Test func locationKeepsItsName() throws {
    let place = item(
      .isoUserData, "loci",
      .record([
        .init("name", "Home"), .init("role", .integer(1)), .init("longitude", .real(1)),
        .init("latitude", .real(2)), .init("altitude", .real(0)), .init("body", "earth"),
        .init("notes", ""),
      ]), in: "moov/udta")
    let bench = EditBench(.mobile, items: place)
    let moved = try bench.applying(set("location", "+37.5-122.25/"))
    #expect(moved["location"] == "+37.5-122.25/" && moved["locationName"] == "Home")
    #expect(moved.document.items[0].value[part: "role"] == .integer(1))
    let named = try bench.applying(set("locationName", "Away"))
    #expect(named["location"] == bench["location"] && named["locationName"] == "Away")
  }

  @Test func groupingAndWork() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "GRP1", "Group", in: "ID3v2.4"),
      item(.id3, "TIT1", "Work", in: "ID3v2.4"))
    let grouped = try bench.applying(set("grouping", "New"))
    #expect(grouped["grouping"] == "New" && grouped["work"] == "Work")
    let worked = try bench.applying(set("work", "New"))
    #expect(worked["grouping"] == "Group" && worked["work"] == "New")
    let without = try bench.applying(set("grouping"))
    #expect(without["grouping"] == nil && without["work"] == "Work")
    let alone = EditBench(.mp3, items: item(.id3, "TIT1", "Group", in: "ID3v2.4"))
    #expect(try alone.applying(set("grouping", "New")).lines == ["org.id3/TIT1=New"])
  }

  @Test func unreadableFramesAreNotEdited() throws {
    let secret = item(
      .id3, "TIT2", .data(.bytes(ByteSlice([1, 2]))),
      extra: [ExtraAttribute(.flags, .list(["encrypted"]))], in: "ID3v2.4")
    let edited = try EditBench(.mp3, items: secret).applying(set("title", "Blue"))
    #expect(edited.lines == ["org.id3/TIT2=", "org.id3/TIT2=Blue"])
  }

  @Test func xmpPropertiesStayInTheirPacket() throws {
    let bench = EditBench(
      .mov,
      [
        [
          item(.xmp, "packet", "<x/>", in: "moov/udta/XMP_"),
          item(.xmp, "dc:title", .list(["Blue", "Blau"]), in: "moov/udta/XMP_"),
          item(.xmp, "tiff:Make", "M", in: "moov/udta/XMP_"),
        ]
      ])
    let edit = try bench.resolve(set("make", "N")).edit
    #expect(edit.changes.count == 1)
    #expect(
      bench.applying(edit).lines == [
        "xmp/packet=<x/>", "xmp/dc:title=Blue|Blau", "xmp/tiff:Make=N",
      ])
    #expect(try bench.applying(set("title", "Red"))["title"] == "Red")
  }
}
