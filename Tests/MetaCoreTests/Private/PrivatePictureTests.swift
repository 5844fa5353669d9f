import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Pictures with private data in every container, and files that are pictures.
@Suite("Private data in pictures of files")
struct PrivatePictureTests {
  static let containers = [
    "plain.m4a", "moov-last.mp4", "camera-keys.mov", "plain.mp3", "id3v23-unsync.mp3",
    "id3v24-unsync.mp3", "id3v22-everything.mp3", "id3.aac", "plain.flac", "plain.ogg", "song.opus",
    "voice.spx", "flac.oga", "film.ogv", "song.ape", "song.mpc", "plain.wv", "plain.tta",
    "plain.wma", "plain.wav", "plain.aiff", "silence.dsf", "song.dff",
  ]

  private static func artwork(_ kind: String) throws -> Artwork {
    let bytes = try #require(PictureSamples.all[kind])
    return try #require(Artwork(bytes))
  }

  private func pictures(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let source = DataSource(bytes)
    return try Inspector.inspect(source).artwork.map { Array(try $0.data.load(from: source).bytes) }
  }

  private func removed(_ outcome: EditOutcome) -> [String] {
    outcome.draft.privacy.removed.map(\.name)
  }

  private func left(_ outcome: EditOutcome) -> [String] {
    outcome.draft.privacy.left.map(\.name)
  }

  @Test(arguments: containers, PictureTracesTests.kinds)
  func everyKindInEveryContainer(container: String, kind: String) throws {
    let picture = try PrivatePictureTests.artwork(kind)
    let sample = try #require(PictureSamples.all[kind])
    let scene = try PrivateScene(try Repository.bytes(of: container), name: container)
    _ = try scene.edit([.setArtwork([picture])])
    let middle = try PrivateScene(try scene.content, name: container)
    #expect(try pictures(middle.old) == [sample])
    let outcome = try middle.clear(secrets: PictureSamples.secrets)
    let clean = try CleanPicture(sample)
    #expect(try pictures(middle.content) == [clean.bytes])
    #expect(Set(removed(outcome)).isSuperset(of: clean.removed), "\(removed(outcome))")
  }

  @Test func oggPagesHaveValidChecksums() throws {
    // Larger than a page, so that it is on several.
    var picture = try #require(PictureSamples.all["png"])
    let filler = [UInt8](repeating: 7, count: 200_000)
    let body = Array("iDOT".utf8) + filler
    picture.insert(
      contentsOf: words(UInt32(filler.count)) + body + words(Checksum.of(body[...])), at: 33)
    let artwork = try #require(Artwork(picture))
    for name in ["plain.ogg", "song.opus", "flac.oga"] {
      let scene = try PrivateScene(try Repository.bytes(of: name), name: name)
      _ = try scene.edit([.setArtwork([artwork])])
      let middle = try PrivateScene(try scene.content, name: name)
      try middle.clear(secrets: PictureSamples.secrets)
      #expect(try pictures(middle.content) == [CleanPicture(picture).bytes])
      let window = SourceWindow(DataSource(try middle.content))
      var offset: Int64 = 0
      while let page = try OggPage.parse(at: offset, in: window) {
        #expect(try page.hasValidChecksum(in: window), "\(name): the page at \(offset)")
        offset = page.range.upperBound
      }
    }
  }

  @Test func base64ThatIsBrokenIntoLinesKeepsItsLines() throws {
    let png = try #require(PictureSamples.all["png"])
    let text = Data(png).base64EncodedString(options: [.lineLength76Characters])
      .replacingOccurrences(of: "=", with: "")
    let clean = try #require(
      try PictureText(ByteSlice(Array(text.utf8)), key: "coverart", place: "here"))
    let decoded = Data(
      base64Encoded: Data(
        (String(decoding: clean.bytes, as: UTF8.self).filter { !$0.isNewline }
          + String(repeating: "=", count: (3 - png.count % 3) % 3)).utf8))
    #expect(decoded == Data(try CleanPicture(png).bytes))
    #expect(clean.bytes.filter { $0 <= 0x20 }.count == Array(text.utf8).filter { $0 <= 0x20 }.count)
    let damaged = try #require(
      try PictureText(ByteSlice(Array("!!".utf8)), key: "METADATA_BLOCK_PICTURE", place: "here"))
    #expect(
      damaged.report.left.map(\.name) == ["a picture in damaged base64, which is not inspected"]
    )
    #expect(try PictureText(ByteSlice(Array("aGk=".utf8)), key: "TITLE", place: "here") == nil)
  }

  @Test func aPictureInAnotherTagThanTheFirst() throws {
    let picture = try #require(PictureSamples.all["jpeg"])
    let value = Array("cover.jpg\0".utf8) + picture
    var writer = ByteWriter()
    writer.littleU32(UInt32(value.count))
    writer.littleU32(2)
    writer.append(Array("Cover Art (Front)\0".utf8))
    writer.append(value)
    let item = writer.bytes
    var footer = ByteWriter()
    footer.append(Array("APETAGEX".utf8))
    for number in [2000, UInt32(item.count + 32), 1, 0, 0, 0] { footer.littleU32(number) }
    let scene = try PrivateScene(try Repository.bytes(of: "plain.mp3"))
    _ = try scene.edit([.setArtwork([try PrivatePictureTests.artwork("png")])])
    let both = try PrivateScene(try scene.content + item + footer.bytes)
    try both.clear(secrets: PictureSamples.secrets)
    let clean = try CleanPicture(picture)
    #expect(Data(try both.content).range(of: Data(clean.bytes)) != nil)
  }

  @Test func picturesOfChapters() throws {
    let picture = try #require(PictureSamples.all["jpeg"])
    let start = try #require(MediaTime(value: 0, timescale: 1000))
    let end = try #require(MediaTime(value: 500, timescale: 1000))
    var chapter = Chapter(start: start, end: end, title: "One", source: "CHAP")
    chapter.image = DataValue.bytes(ByteSlice(picture))
    let scene = try PrivateScene(try Repository.bytes(of: "plain.mp3"))
    _ = try scene.edit([.setChapters([chapter])])
    let middle = try PrivateScene(try scene.content)
    #expect(Data(middle.old).range(of: Data(picture)) != nil)
    try middle.clear(secrets: PictureSamples.secrets)
    #expect(Data(try middle.content).range(of: Data(try CleanPicture(picture).bytes)) != nil)
  }

  // MARK: Files that are pictures

  @Test(arguments: [nil, EditStrategy.rewrite])
  func avifAndHEICFiles(strategy: EditStrategy?) throws {
    let avif = try #require(PictureSamples.all["avif"])
    for (bytes, secrets, name) in [
      (avif, PictureSamples.secrets, "a.avif"), (PictureTracesTests.heic(), ["SECRET"], "a.heic"),
    ] {
      var scene = try PrivateScene(bytes, name: name)
      scene.options.strategy = strategy
      let outcome = try scene.clear(secrets: secrets)
      #expect(removed(outcome).contains("Exif"))
      #expect(outcome.draft.privacy.removed.contains { $0.place == "meta/iinf" })
      #expect(left(outcome) == [])
    }
  }

  @Test func jpeg2000Files() throws {
    let scene = try PrivateScene(try #require(PictureSamples.all["jpeg2000"]), name: "a.jp2")
    // All of a packet that describes a picture is removed, what else would be the artist too.
    #expect(Set(removed(try scene.edit([.clearPrivate]))) == ["Exif", "XMP", "comment"])
    let new = Data(try scene.content)
    for secret in PictureSamples.secrets { #expect(new.range(of: Data(secret.utf8)) == nil) }
    #expect(try scene.edit([.clearPrivate]).result == .unchanged)
  }

  @Test func uninspectedAtomFilesAreRefused() throws {
    let segment =
      atom("styp", Array("msdh".utf8), words(0)) + atom("moof", [])
      + atom("mdat", Array("media".utf8))
    let scene = try PrivateScene(segment, name: "a.m4s")
    #expect(throws: MetaError.self) { try scene.edit([.clearPrivate]) }
    #expect(try scene.content == segment)
  }

  // MARK: Claims of where media come from

  @Test func claimsInMovies() throws {
    let claim = atom(
      "uuid", UserType.contentCredentials.bytes, Array("\0\0\0\0manifest\0SECRET".utf8))
    let scene = try PrivateScene(try Repository.bytes(of: "moov-last.mp4") + claim)
    #expect(removed(try scene.clear(secrets: ["SECRET"])).contains("C2PA"))
  }

  @Test func claimsInAudio() throws {
    let wav = try PrivateScene(
      AudioBuilder.wav(AudioBuilder.riff("C2PA", Array("SECRET".utf8))))
    #expect(removed(try wav.clear(secrets: ["SECRET"])) == ["C2PA"])
    let body = [3] + Array("application/c2pa\0name\0words\0SECRET".utf8)
    let frame = Array("GEOB".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let mp3 = try PrivateScene(tag + AudioBuilder.mp3(frames: 20))
    #expect(removed(try mp3.clear(secrets: ["SECRET"])) == ["id3/GEOB:words"])
  }

  @Test func uninspectedPartsAreListed() throws {
    let flac = try PrivateScene(try Repository.bytes(of: "blocks.flac"))
    #expect(left(try flac.clear()).contains { $0.contains("not inspected") })
    let film = try PrivateScene(try Repository.bytes(of: "film.wmv"))
    #expect(left(try film.clear()).contains { $0.hasPrefix("samples, in which encoders") })
    let book = try PrivateScene(try Repository.bytes(of: "book-chapters.m4b"))
    let chapters = try book.clear()
    if chapters.draft.document.tracks.contains(where: { $0.mediaType == .video }) {
      #expect(left(chapters).contains("chapter images, which are not inspected"))
    }
    let body = [0] + Array("image/svg+xml\0".utf8) + [3, 0] + Array("<svg/>".utf8)
    let frame = Array("APIC".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let svg = try PrivateScene(tag + AudioBuilder.mp3(frames: 20))
    #expect(left(try svg.clear()) == ["a picture in a format that is not inspected"])
  }

  @Test func flacPaddingIsCleared() throws {
    let title = try #require(Field.named("title"))
    var scene = try PrivateScene(try Repository.bytes(of: "plain.flac"))
    scene.options.strategy = .rewrite
    _ = try scene.edit([.set(.field(title), ["A title that is longer than before"])])
    var bytes = try scene.content
    let nodes = try Inspector.structure(of: DataSource(bytes)).flatMap(\.children)
    let padding = try #require(nodes.first { $0.name == "PADDING" && $0.size > 20 })
    let start = Int(padding.offset) + 4
    bytes.replaceSubrange(start..<(start + 6), with: Array("SECRET".utf8))
    try PrivateScene(bytes).clear(secrets: ["SECRET"])
  }

  // MARK: Exports for sharing

  @Test("Pictures that are copied for sharing are clean", arguments: containers)
  func sharedCopiesAreClean(container: String) throws {
    let picture = try #require(PictureSamples.all["jpeg"])
    let scene = try PrivateScene(try Repository.bytes(of: container), name: container)
    _ = try scene.edit([.setArtwork([try PrivatePictureTests.artwork("jpeg")])])
    let source = DataSource(try scene.content)
    let document = try Inspector.inspect(source)
    let copy = try MetadataTransfer(document, in: source, fields: [.artwork], isForSharing: true)
    let pictures = copy.edits(of: document, .set).compactMap(\.pictures)
    #expect(pictures == [[try CleanPicture(picture).bytes]])
    #expect(copy.privacy.removed.map(\.name).contains("Exif"))
  }

  @Test("Pictures in base64 are cleaned, too") func base64IsCleaned() throws {
    let picture = try #require(PictureSamples.all["jpeg"])
    var digits: [UInt8] = []
    Base64.encode(picture[...]) { digits.append($0) }
    var images = PrivateImageData(place: "here")
    let clean = images.plain(.base64(try #require(Base64Bytes(ByteSlice(digits)))))
    #expect(clean == .bytes(ByteSlice(try CleanPicture(picture).bytes)))
    #expect(images.report.removed.map(\.name).contains("Exif"))
  }

  @Test(
    "An Ogg file that is exported for sharing has a clean picture",
    arguments: ["song.ogg", "song.opus"], ["b.mka", "b.mkv"])
  func sharedOggFiles(sample: String, output: String) throws {
    let scene = try PrivateScene(try Repository.bytes(of: sample), name: sample)
    _ = try scene.edit([.setArtwork([try PrivatePictureTests.artwork("jpeg")])])
    let file = scene.scratch.file(output)
    let result = try Program.metatool(
      "export", scene.path.string, file.path, "--share", "--json", "--allow-loss")
    // Without the helper, there is no file.
    guard result.status != 69 else { return }
    #expect(result.status == 0, "\(result.errors)")
    let data = try Data(contentsOf: file)
    let found = PictureSamples.secrets.filter { data.range(of: Data($0.utf8)) != nil }
    #expect(found == [])
    #expect(String(decoding: result.output, as: UTF8.self).contains("Exif"))
  }

  @Test(arguments: ["b.mp4", "b.m4a", "b.mov", "b.mka", "b.wav", "b.mkv"])
  func sharingExportsContainCleanPictures(name: String) throws {
    let scene = try PrivateScene(try Repository.bytes(of: "plain.m4a"), name: "a.m4a")
    let owner = try #require(Field.named("owner"))
    _ = try scene.edit([
      .setArtwork([try PrivatePictureTests.artwork("jpeg")]), .set(.field(owner), ["Me Myself"]),
    ])
    let output = scene.scratch.file(name)
    let result = try Program.metatool(
      "export", scene.path.string, output.path, "--share", "--json", "--allow-loss")
    guard result.status == 0 else {
      // Without the helper, or where the format has no place for a picture.
      #expect([3, 69].contains(result.status), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: output.path))
      return
    }
    let data = try Data(contentsOf: output)
    for secret in PictureSamples.secrets + ["Me Myself"] {
      #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret)")
    }
    let report = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let privacy = try #require(report["private"] as? [String: [[String: Any]]])
    let names = privacy["removed"]?.compactMap { $0["name"] as? String } ?? []
    #expect(names.contains("Exif"), "\(names)")
    #expect(names.contains("itsk/ownr"), "\(names)")
    #expect(privacy["left"]?.isEmpty == false)
  }
}

extension MetadataEdit {
  /// The bytes of the pictures that the edit sets, if they are in memory.
  fileprivate var pictures: [[UInt8]]? {
    guard case .setArtwork(let pictures) = change else { return nil }
    return pictures.map { picture in
      guard case .bytes(let bytes) = picture.data else { return [] }
      return Array(bytes.bytes)
    }
  }
}
