import Testing

@testable import MetaCore

@Suite struct ArtworkConverterTests {
  /// The signature and header of a PNG of 3 by 2 pixels.
  private let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0, 0, 0, 0, 0]

  private func artworks(
    _ items: [MetadataItem], by precedence: [KeySpace] = []
  ) -> (artworks: [Artwork], findings: [Diagnostic]) {
    var document = Document(
      fileType: "", container: ContainerDescription(kind: "test"), size: 0, precedence: precedence)
    document.items = items
    var log = DiagnosticLog()
    let found = ArtworkConverter.artworks(
      among: document.items, precedence: document.precedence, SourceWindow(DataSource([])),
      log: &log)
    return (found, log.diagnostics)
  }

  private func picture(
    _ space: KeySpace, _ key: String, extra: [ExtraAttribute] = [], type: String = "png",
    in container: String = "tag"
  ) -> MetadataItem {
    var item = item(
      space, key, .data(.bytes(ByteSlice(png))), extra: extra, in: container)
    item.dataType = DataType(name: type)
    return item
  }

  @Test func coverArtIsTheFrontCover() throws {
    let (found, findings) = artworks([
      item(.iTunes, "©nam", .string("x")), picture(.iTunes, "covr"), picture(.iTunes, "covr"),
    ])
    #expect(found.map(\.index) == [0, 1])
    #expect(found.map(\.item) == [1, 2])
    let first = try #require(found.first)
    #expect(first.kind == .frontCover && first.mime == "image/png")
    #expect(first.width == 3 && first.height == 2 && first.declaredMime == nil)
    #expect(findings.isEmpty)
  }

  @Test func aWrongTypeIsNoticed() throws {
    let (found, findings) = artworks([picture(.iTunes, "covr", type: "jpeg")])
    #expect(found.first?.mime == "image/png")
    #expect(found.first?.declaredMime == "image/jpeg")
    #expect(findings.map(\.code.rawValue) == ["wrongImageType"])
  }

  @Test func framesHaveAPictureKind() throws {
    let extra = [
      ExtraAttribute(.mime, .string("image/png")), ExtraAttribute(.pictureType, .integer(4)),
      ExtraAttribute(.info, .string("Back")),
    ]
    let (found, findings) = artworks([picture(.id3, "APIC", extra: extra)])
    #expect(found.first?.kind == .backCover)
    #expect(found.first?.description == "Back")
    #expect(findings.isEmpty)
  }

  @Test func linksAreNotPictures() {
    let link = [ExtraAttribute(.mime, .string("-->"))]
    #expect(artworks([picture(.id3, "APIC", extra: link)]).artworks.isEmpty)
  }

  @Test func preferredContainerProvidesAllPictures() {
    let type = [ExtraAttribute(.pictureType, .integer(3))]
    let items = [
      picture(.ape, "Cover Art (Front)", extra: type, in: "APE"),
      picture(.id3, "APIC", extra: type, in: "a"), picture(.id3, "APIC", extra: type, in: "b"),
    ]
    #expect(artworks(items, by: [.id3, .ape]).artworks.map(\.item) == [1])
    #expect(artworks(items, by: [.ape, .id3]).artworks.map(\.item) == [0])
  }

  @Test func everyKindHasItsNumber() {
    #expect(Artwork.Kind.id3Kinds.count == 21)
    for (number, kind) in Artwork.Kind.id3Kinds.enumerated() {
      #expect(kind.id3Type == number && Artwork.Kind(id3Type: Int64(number)) == kind)
    }
    #expect(Artwork.Kind(id3Type: 200) == .other)
  }
}
