import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Clearing private data")
struct ClearPrivateTests {
  private func removed(_ outcome: EditOutcome) -> [String] {
    outcome.draft.privacy.removed.map { "\($0.kind?.rawValue ?? "") \($0.name)" }
  }

  private func left(_ outcome: EditOutcome) -> [String] {
    outcome.draft.privacy.left.map { "\($0.place): \($0.name)" }
  }

  // MARK: Samples

  /// A movie that is compressed is refused.
  static let samples = Repository.samples.filter { $0 != "compressed-moov.mov" }

  @Test(arguments: samples, [nil, EditStrategy.rewrite])
  func noPrivateDataRemainsInSamples(name: String, strategy: EditStrategy?) throws {
    var scene = try PrivateScene(try Repository.bytes(of: name), name: name)
    scene.options.strategy = strategy
    try scene.clear()
  }

  @Test func aCompressedMovieIsRefused() throws {
    let scene = try PrivateScene(try Repository.bytes(of: "compressed-moov.mov"))
    #expect(throws: MetaError.self) { try scene.edit([.clearPrivate]) }
    #expect(try scene.content == scene.old)
  }

  @Test func aPhonesFilm() throws {
    let scene = try PrivateScene(try Repository.bytes(of: "camera-keys.mov"))
    let outcome = try scene.clear(secrets: ["Signal", "+52.5200"])
    #expect(removed(outcome).contains("device mdta/com.apple.quicktime.make"))
    #expect(removed(outcome).contains("location mdta/com.apple.quicktime.location.ISO6709"))
    #expect(left(outcome).contains { $0.hasPrefix("moov/mvhd: dates") })
    #expect(outcome.result.strategy == .inPlace)
  }

  @Test func boughtMusic() throws {
    let scene = try PrivateScene(try Repository.bytes(of: "song-itunes.m4a"))
    let outcome = try scene.clear()
    #expect(removed(outcome).contains("purchase itsk/purd"))
  }

  @Test func timedMetadataAreNamed() throws {
    let scene = try PrivateScene(try Repository.bytes(of: "timecode-gps.mov"))
    #expect(left(try scene.clear()).contains { $0.contains("timecodes, reel A001") })
    let live = try PrivateScene(try Repository.bytes(of: "live-photo.mov"))
    let outcome = try live.clear()
    #expect(left(outcome).contains { $0.contains("com.apple.quicktime.still-image-time") })
    #expect(left(outcome).contains { $0.contains("samples, in which encoders may store") })
  }

  // MARK: Movies

  /// A movie with private data in every place outside items.
  private static func movie() -> [UInt8] {
    let packet = """
      <x:xmpmeta><rdf:RDF><rdf:Description xmpMM:InstanceID="xmp.iid:secret1" dc:format="video/mp4">\
      <dc:title>Title</dc:title><xmpMM:History><rdf:Seq><rdf:li stEvt:instanceID="xmp.iid:secret2"/>\
      </rdf:Seq></xmpMM:History></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let nrtm = """
      <NonRealTimeMeta><Duration value="75"/><Device manufacturer="Secretmaker" serialNo="4711"/>\
      </NonRealTimeMeta>
      """
    var fixture = MovieFixture()
    fixture.parts = [
      .raw(atom("ftyp", Array("isom".utf8), [0, 0, 2, 0])), .moov,
      .raw(atom("free", Array("left over: secret3".utf8))), .mdat(.short),
      .raw(atom("uuid", bytes("BE7ACFCB97A942E89C71999491E3AFAC"), Array(packet.utf8))),
      .raw(atom("uuid", bytes("55534D5421D24FCEBB88695CFAC9C740"), Array("secret4".utf8))),
      .raw(atom("gps ", Array("secret5".utf8))), .raw(atom("what", Array("unknown".utf8))),
    ]
    fixture.movieEnd =
      atom("udta", atom("CAME", Array("secret-serial".utf8)), atom("free", Array("secret6".utf8)))
      + fullAtom(
        "meta", fullAtom("hdlr", words([0]), Array("nrtm".utf8), [UInt8](repeating: 0, count: 13)),
        atom("xml ", [0, 0, 0, 0], Array(nrtm.utf8)))
    fixture.descriptionEnd = atom(
      "pinf", atom("frma", Array("mp4a".utf8)),
      atom("schi", atom("name", Array("Secret Person".utf8))))
    fixture.handlerName = Array("GoPro AVC".utf8) + [0]
    return fixture.bytes()
  }

  static let secrets = [
    "secret1", "secret2", "secret3", "secret4", "secret5", "secret6", "Secretmaker", "4711",
    "Secret Person", "secret-serial", "GoPro",
  ]

  @Test(arguments: [nil, EditStrategy.inPlace, .rewrite])
  func locationsOutsideItems(strategy: EditStrategy?) throws {
    var scene = try PrivateScene(ClearPrivateTests.movie())
    scene.options.strategy = strategy
    let outcome = try scene.clear(secrets: ClearPrivateTests.secrets)
    let text = String(decoding: try scene.content, as: UTF8.self)
    #expect(text.contains("<dc:title>Title</dc:title>"))
    #expect(text.contains("dc:format=\"video/mp4\""))
    #expect(text.contains("<Duration value=\"75\"/>"))
    #expect(removed(outcome).contains("purchase pinf"))
    #expect(removed(outcome).contains("serial xmpMM:History"))
    #expect(removed(outcome).contains("device name"))
    #expect(left(outcome).contains { $0.hasPrefix("what: ") })
  }

  @Test(
    "Atoms that are not inspected because of their size or damage are listed as remaining",
    arguments: [("hdlr", 5000), ("stsd", 17 << 20), ("stsd", 100)])
  func uninspectedAtoms(type: String, size: Int) throws {
    let parents = ["moov", "trak", "mdia"] + (type == "stsd" ? ["minf", "stbl"] : [])
    var bytes = atom("ftyp", Array("isom".utf8), [0, 0, 2, 0])
    let length = bytes.count + (parents.count + 1) * 8 + size
    for type in parents + [type] {
      bytes += words([UInt32(length - bytes.count)]) + Array(type.utf8)
    }
    // A sample description of four bytes is shorter than its header.
    bytes += words([0, 1, 4]) + Array("mp4a".utf8)
    let source = OffsetPatchTests.SparseSource(bytes: bytes, length: Int64(length))
    let traces = try MP4Format().traces(
      of: try Inspector.inspect(source), in: SourceWindow(source))
    let place = (parents + [type]).joined(separator: "/")
    #expect(traces.report.left.map(\.place).contains(place))
  }

  @Test func undoOnlyOnRequest() throws {
    var scene = try PrivateScene(ClearPrivateTests.movie())
    scene.options.keepsUndo = true
    let outcome = try scene.edit([.clearPrivate])
    #expect(outcome.result.canUndo)
    let undo = try #require(scene.options.state?.undo)
    _ = try undo.undo(scene.path, options: scene.options)
    #expect(try scene.content == scene.old)
  }

  @Test func olderUndoDataIsRemoved() throws {
    var scene = try PrivateScene(try Repository.bytes(of: "camera-keys.mov"))
    scene.options.keepsUndo = true
    let title = try #require(Field.named("title"))
    _ = try scene.edit([.set(.field(title), ["One"])])
    #expect(scene.kept.count == 1)
    scene.options.keepsUndo = false
    _ = try scene.edit([.clearPrivate])
    #expect(scene.kept.isEmpty)
  }

  @Test func olderUndoDataUnderAnotherNameIsRemoved() throws {
    var scene = try PrivateScene(try Repository.bytes(of: "camera-keys.mov"))
    let title = try #require(Field.named("title"))
    scene.options.strategy = .rewrite
    scene.options.keepsUndo = true
    _ = try scene.edit([.set(.field(title), ["One"])])
    _ = try scene.edit([.set(.field(title), ["Two"])])
    #expect(scene.kept.count == 2)
    let other = scene.path.removingLastComponent().appending("other.mov")
    try FileManager.default.moveItem(atPath: scene.path.string, toPath: other.string)
    var options = scene.options
    options.keepsUndo = false
    _ = try FileEditor(path: other, options: options).apply([.clearPrivate])
    #expect(scene.kept.isEmpty)
  }

  @Test func freedSpaceOfEarlierEditsIsCleared() throws {
    var scene = try PrivateScene(try Repository.bytes(of: "camera-keys.mov"))
    let location = try #require(Field.named("location"))
    _ = try scene.edit([.set(.field(location), [])])
    scene.options.strategy = .inPlace
    _ = try scene.edit([.clearPrivate])
    #expect(Data(try scene.content).range(of: Data("+52.5200".utf8)) == nil)
  }

  @Test func samplesInFreeSpaceAreKept() throws {
    var bytes = MovieFixture().bytes()
    // What held the media is called free space.
    let mdat = try #require(Data(bytes).range(of: Data("mdat".utf8)))
    bytes.replaceSubrange(mdat, with: Array("free".utf8))
    let scene = try PrivateScene(bytes)
    let samples = try ListedSamples(DataSource(bytes))
    _ = try scene.edit([.clearPrivate])
    #expect(try ListedSamples(DataSource(scene.content)) == samples)
  }

  // MARK: Pictures

  /// A picture with Exif that turns it, little-endian, and with XMP.
  private static func picture() -> [UInt8] {
    func segment(_ payload: [UInt8]) -> [UInt8] {
      [0xFF, 0xE1, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
    }
    let turn: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let make: [UInt8] = [0x0F, 0x01, 2, 0, 8, 0, 0, 0, 40, 0, 0, 0]
    let tiff =
      Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0] + make + turn + [0, 0, 0, 0, 0, 0]
      + Array("secret9 at +52.5200".utf8)
    let packet = "<rdf:Description xmpMM:InstanceID='secret10' dc:format='image/jpeg'/>"
    return [0xFF, 0xD8] + segment(Array("Exif\0\0".utf8) + tiff)
      + segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
      + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0] + [0xFF, 0xDA]
      + [UInt8](repeating: 0x55, count: 300) + [0xFF, 0xD9]
  }

  @Test func exifInPictures() throws {
    var picture = Artwork(
      index: 0, kind: .frontCover, data: .bytes(ByteSlice(ClearPrivateTests.picture())))
    picture.mime = "image/jpeg"
    for name in ["plain.m4a", "plain.mp3"] {
      let scene = try PrivateScene(try Repository.bytes(of: name), name: name)
      _ = try scene.edit([.setArtwork([picture])])
      let middle = try PrivateScene(try scene.content, name: name)
      let outcome = try middle.clear(secrets: ["secret9", "secret10", "+52.5200"])
      #expect(removed(outcome) == ["device Exif", "serial xmpMM:InstanceID"])
      let text = Data(try middle.content)
      #expect(text.range(of: Data("dc:format='image/jpeg'".utf8)) != nil)
      let turn: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
      #expect(text.range(of: Data(Array("Exif\0\0".utf8) + turn)) != nil)
    }
  }

  // MARK: Sound

  @Test(arguments: [nil, EditStrategy.inPlace, .rewrite])
  func paddingOfTags(strategy: EditStrategy?) throws {
    let text = [3] + Array("Title".utf8)
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    let padding = AudioBuilder.zeros(20) + Array("secret7".utf8) + AudioBuilder.zeros(20)
    let tag =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count + padding.count)] + frame + padding
    for file in [
      tag + AudioBuilder.mp3(frames: 20), tag + AudioBuilder.adts(frames: 20), tag,
      AudioBuilder.wav(AudioBuilder.riff("id3 ", tag)),
      AudioBuilder.wav(AudioBuilder.riff("JUNK", Array("secret7 ".utf8))),
    ] {
      var scene = try PrivateScene(file)
      scene.options.strategy = strategy
      try scene.clear(secrets: ["secret7"])
    }
  }

  @Test func documentsInChunks() throws {
    let ixml = "<BWFXML><PROJECT>Film</PROJECT><LOCATION><GPS>secret8</GPS></LOCATION></BWFXML>"
    let scene = try PrivateScene(
      AudioBuilder.wav(
        AudioBuilder.riff("iXML", Array(ixml.utf8)) + AudioBuilder.riff("abcd", [1, 2])))
    let outcome = try scene.clear(secrets: ["secret8"])
    #expect(String(decoding: try scene.content, as: UTF8.self).contains("<PROJECT>Film</PROJECT>"))
    #expect(left(outcome).contains { $0.hasPrefix("abcd: ") })
  }

  @Test func ratingsAreKeptWithoutTheirAddress() throws {
    func frame(_ email: String) -> [UInt8] {
      let body = Array(email.utf8) + [0, 196, 0, 0, 0, 7]
      return Array("POPM".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    }
    let frames = frame("me.myself@example.org") + frame("no@email")
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
    let scene = try PrivateScene(tag + AudioBuilder.mp3(frames: 20))
    let outcome = try scene.clear(secrets: ["me.myself"])
    #expect(removed(outcome) == ["account id3/POPM: address"])
    let items = try Inspector.inspect(DataSource(scene.content)).items
    #expect(items.map { $0[extra: .email]?.stringValue } == [nil, "no@email"])
    #expect(items.first?.value == outcome.draft.document.items.first?.value)
  }
}
