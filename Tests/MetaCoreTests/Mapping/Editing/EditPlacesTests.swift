import TestSupport
import Testing

@testable import MetaCore

/// A changed field is also written to the container that players read first.
@Suite struct EditPlacesTests {
  private func edited(
    _ sample: String, _ edits: MetadataEdit...
  ) throws -> (document: Document, notes: [String]) {
    let bytes = try Repository.bytes(of: sample)
    let source = DataSource(bytes)
    let document = try Inspector.inspect(source)
    let insertionPoints = try Inspector.insertionPoints(of: document, in: source)
    var options = EditResolver.Options()
    options.source = source
    let resolved = try EditResolver.resolve(
      edits, for: document, insertionPoints: insertionPoints, options: options)
    let plan = try Inspector.plan(
      resolved.edit, of: document, in: source, shape: LayoutConstraints(movement: .free))
    let new = try #require(plan).rewrite.applied(to: bytes)
    return (try Inspector.inspect(DataSource(new)), resolved.notes.map(\.code.rawValue))
  }

  private func field(_ name: String) throws -> Field { try #require(Field.named(name)) }

  @Test func newTagContainsTheID3v1Fields() throws {
    let (document, notes) = try edited("id3v1.mp3", .set(try field("lyrics"), "La la"))
    #expect(document.values("id3/TALB") == ["Night Lines"])
    #expect(document.values("id3/TDRC") == ["2024"])
    #expect(document.values("id3v1/album") == ["Night Lines"])
    #expect(notes == ["carriedOver"])
  }

  @Test func nothingIsCopiedWithoutANewTag() throws {
    let (short, _) = try edited("id3v1.mp3", .set(try field("title"), "Short"))
    #expect(!short.items.contains { $0.keySpace == .id3 })
    let (cleared, notes) = try edited(
      "id3v1.mp3", .clear(keeping: []), .set(try field("lyrics"), "La la"))
    #expect(cleared.items.map(\.key) == ["USLT"])
    #expect(notes == [])
  }

  @Test func changedFieldIsAlsoWrittenToTheFirstTag() throws {
    let band = try field("albumArtist")
    let (document, _) = try edited("id3v24-appended.mp3", .set(band, "New"))
    #expect(document.values("id3/TPE2") == ["New", "New"])
    // An existing value keeps its place.
    let same = try edited(
      "id3v24-appended.mp3", .set(band, "Various Travellers"), .set(try field("title"), "New"))
    #expect(same.document.values("id3/TPE2") == ["Various Travellers"])
  }

  @Test func changedITunesTextHasAReadableType() throws {
    let comment = try #require(
      try edited("ilst-rare.m4a", .set(try field("comment"), "New")).document.items
        .first { $0.identifier.rawValue == "itsk/%A9cmt" })
    #expect(comment.value == "New" && comment.dataType.name == "utf8")
    let (kept, _) = try edited("ilst-rare.m4a", .set(try field("title"), "New"))
    #expect(kept.items.first { $0.identifier == comment.identifier }?.dataType.name == "utf16")
  }

  @Test func moviesHaveAnAlbumArtistInUserData() throws {
    let (document, _) = try edited("timecode-gps.mov", .set(try field("albumArtist"), "New"))
    #expect(document.values("udta/albr") == ["New"])
    #expect(document.values("mdta/album_artist") == ["New"])
  }

  @Test func additionalPictureDoesNotHideTheOthers() throws {
    let picture = try #require(
      Artwork(bytes("89504E470D0A1A0A 0000000D49484452 00000009 00000009 0802000000 00000000")))
    let (document, _) = try edited("all-tags.mp3", .addArtwork([picture]))
    #expect(document.artwork.count == 2)
    #expect(Set(document.artwork.map { document.items[$0.item].keySpace }) == [.id3])
  }
}
