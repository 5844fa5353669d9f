import TestSupport
import Testing

@testable import MetaCore

/// A store of C2PA manifests, made from its parts.
private enum Store {
  static func head(_ type: UInt8, _ count: Int) -> [UInt8] {
    count < 24
      ? [type << 5 | UInt8(count)] : [type << 5 | 25, UInt8(count >> 8), UInt8(count & 0xFF)]
  }

  static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }
  static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
  static func array(_ values: [UInt8]...) -> [UInt8] {
    head(4, values.count) + values.flatMap(\.self)
  }
  static func map(_ pairs: (String, [UInt8])...) -> [UInt8] {
    head(5, pairs.count) + pairs.flatMap { text($0.0) + $0.1 }
  }

  static func superbox(_ kind: String, _ label: String, _ boxes: [UInt8]...) -> [UInt8] {
    let description =
      Array(kind.utf8) + [UInt8](repeating: 0, count: 12) + [3] + Array(label.utf8) + [0]
    return atom("jumb", atom("jumd", description), boxes.flatMap(\.self))
  }

  static func element(_ tag: UInt8, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap(\.self)
    return body.count < 128
      ? [tag, UInt8(body.count)] + body
      : [tag, 0x82, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
  }

  static func name(_ common: String, _ organization: String) -> [UInt8] {
    func part(_ last: UInt8, _ text: String) -> [UInt8] {
      element(
        0x31, element(0x30, element(0x06, [0x55, 0x04, last]), element(0x0C, Array(text.utf8))))
    }
    return element(0x30, part(0x0A, organization), part(0x03, common))
  }

  static var certificate: [UInt8] {
    let empty = element(0x30)
    let signed = element(
      0x30, element(0xA0, element(0x02, [2])), element(0x02, [1]), empty, name("Root", "CA"),
      empty, name("Ada Linde", "Blue Films"), empty)
    return element(0x30, signed, empty, element(0x03, [UInt8](repeating: 0, count: 80)))
  }

  static func manifest(_ label: String, _ claim: [UInt8]) -> [UInt8] {
    let headers = head(5, 2) + [1] + [0x26] + [0x18, 33] + array(bytes(certificate))
    let signature =
      [0xD2] + array(bytes(headers), head(5, 0), [0xF6], bytes([UInt8](repeating: 7, count: 64)))
    return superbox(
      "c2ma", label,
      superbox("c2as", "c2pa.assertions", superbox("json", "x", atom("json", Array("{}".utf8)))),
      superbox("c2cl", "c2pa.claim", atom("cbor", claim)),
      superbox("c2cs", "c2pa.signature", atom("cbor", signature)))
  }

  static var claim: [UInt8] {
    map(
      ("claim_generator", text("Camera/1.0")), ("dc:title", text("blue.mp4")),
      ("dc:format", text("video/mp4")), ("instanceID", text("xmp:iid:1")),
      ("alg", text("sha256")))
  }

  static var store: [UInt8] {
    let old = map(("claim_generator", text("Older")), ("dc:title", text("old.mp4")))
    return superbox("c2pa", "c2pa", manifest("urn:uuid:old", old), manifest("urn:uuid:new", claim))
  }

  static let identifiers = [
    "c2pa/manifest", "c2pa/claimedGenerator", "c2pa/claimedTitle", "c2pa/claimedFormat",
    "c2pa/claimedInstanceID", "c2pa/claimedSigner", "c2pa/claimedSignerOrganization",
  ]
  static let values = [
    "urn:uuid:new", "Camera/1.0", "blue.mp4", "video/mp4", "xmp:iid:1", "Ada Linde", "Blue Films",
  ]

  /// The atom of MP4 with this store.
  static func atomOf(_ store: [UInt8]) -> [UInt8] {
    let type: [UInt8] = [
      0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4,
      0x81,
    ]
    let head = type + [0, 0, 0, 0] + Array("manifest\0".utf8) + [UInt8](repeating: 0, count: 8)
    return atom("uuid", head + store)
  }

  /// A movie and a WAV file with the store.
  static var files: [[UInt8]] {
    get throws {
      [try movie, AudioBuilder.wav(dataSize: 320, AudioBuilder.riff("C2PA", store))]
    }
  }

  static var movie: [UInt8] {
    get throws { try Repository.bytes(of: "plain.m4a") + atomOf(store) }
  }
}

@Suite struct ContentCredentialsTests {
  private func read(_ store: [UInt8]) throws -> ContentCredentials? {
    let source = DataSource(store)
    return try ContentCredentials.read(0..<source.length, in: SourceWindow(source))
  }

  private func items(_ document: Document) -> [MetadataItem] {
    document.items.filter { $0.keySpace == .contentCredentials }
  }

  // MARK: Reading

  @Test func activeManifestIsTheLastOne() throws {
    let found = try #require(try read(Store.store))
    let items = found.items(at: ItemLocation())
    #expect(items.map(\.identifier.rawValue) == Store.identifiers)
    #expect(items.map(\.value.stringValue) == Store.values)
  }

  @Test func generatorOfSecondClaimVersionIsNameAndVersion() throws {
    let info = Store.map(("name", Store.text("Editor")), ("version", Store.text("2.1")))
    for info in [info, Store.array(info)] {
      let claim = Store.map(("claim_generator_info", info))
      let store = Store.superbox("c2pa", "c2pa", Store.manifest("urn:c2pa:1", claim))
      #expect(try read(store)?.generator == "Editor 2.1")
    }
  }

  @Test func itemsAreReadFromMovieAndWAV() throws {
    let movie = items(try Inspector.inspect(DataSource(try Store.movie)))
    #expect(movie.map(\.identifier.rawValue) == Store.identifiers)
    #expect(movie.map(\.value.stringValue) == Store.values)
    let wav = try AudioBuilder.document(
      AudioBuilder.wav(dataSize: 320, AudioBuilder.riff("C2PA", Store.store)))
    #expect(items(wav).map(\.value.stringValue) == Store.values)
  }

  @Test func otherPurposesAreNotManifests() throws {
    var movie = try Store.movie
    let word = try #require(movie.indices.last { movie[$0...].starts(with: "manifest".utf8) })
    movie.replaceSubrange(word..<(word + 8), with: Array("original".utf8))
    #expect(items(try Inspector.inspect(DataSource(movie))).isEmpty)
  }

  // MARK: Editing

  /// A file, the items of its store, and where they are.
  private func opened(
    _ file: [UInt8]
  ) throws -> (harness: EditHarness, all: [MetadataItem], location: ItemLocation) {
    let harness = try EditHarness(file)
    let all = items(harness.document)
    return (harness, all, try #require(all.first?.location))
  }

  @Test func editOfAnotherFieldKeepsTheStore() throws {
    for file in try Store.files {
      let new = try #require(
        try EditHarness.edited(file, LayoutConstraints(movement: .free), .set(.title, "New")))
      let found = items(try Inspector.inspect(DataSource(new)))
      #expect(found.map(\.value.stringValue) == Store.values)
    }
  }

  @Test func signedValuesAreNotChangedOneByOne() throws {
    for file in try Store.files {
      let (harness, all, location) = try opened(file)
      var edit = DocumentEdit()
      edit.changes = [.replace(location, .init(Array(all.dropFirst())))]
      let error = #expect(throws: ParseError.self) { try harness.outcome(edit) }
      #expect(error?.code == .unsupported)
    }
  }

  @Test func storeIsRemovedAndRestoredAsAWhole() throws {
    for file in try Store.files {
      let (harness, all, location) = try opened(file)
      var edit = DocumentEdit()
      edit.changes = [.remove(location)]
      let bare = try harness.result(edit)
      #expect(items(bare.document).isEmpty)
      let range = Int(location.offset)..<Int(location.offset + location.size)
      let insertionPoint = InsertionPoint(location.container, [.contentCredentials])
      edit.changes = [.add(insertionPoint, .init(all, bytes: ByteSlice(Array(file[range]))))]
      let back = try EditHarness(bare.bytes).result(edit)
      #expect(items(back.document).map(\.value) == all.map(\.value))
    }
  }

  /// Also when the items are removed separately, as for sharing.
  @Test(arguments: [false, true])
  func clearingPrivateDataOverwritesTheStore(others: Bool) throws {
    for file in try Store.files {
      let scene = try PrivateScene(file)
      let edits = others ? [MetadataEdit.clear(keeping: [])] : []
      let outcome = try scene.edit([.clearPrivate] + edits)
      #expect(outcome.draft.privacy.removed.contains { $0.name == "C2PA" })
      let new = try scene.content
      #expect(!new.indices.contains { new[$0...].starts(with: "Ada Linde".utf8) })
      #expect(items(try Inspector.inspect(DataSource(new))).isEmpty)
    }
  }

  // MARK: Damage

  @Test("BMPString is big-endian, without a byte order mark (X.690 §8.23.8)")
  func wideNames() {
    let empty = Store.element(0x30)
    let part = Store.element(
      0x31,
      Store.element(
        0x30, Store.element(0x06, [0x55, 0x04, 0x03]), Store.element(0x1E, [0, 0x41, 4, 0x16])))
    let signed = Store.element(
      0x30, Store.element(0xA0, Store.element(0x02, [2])), Store.element(0x02, [1]), empty,
      Store.name("Root", "CA"), empty, Store.element(0x30, part), empty)
    let certificate = Store.element(0x30, signed, empty, Store.element(0x03, [0, 0]))
    #expect(CertificateSubject.parse(ByteSlice(certificate))?.commonName == "AЖ")
  }

  @Test func everyPrefixIsReadOrRefused() {
    let store = Store.store
    for length in store.indices { _ = try? read(Array(store[..<length])) }
  }

  @Test(arguments: [0, 0x1F, 0x5F, 0x9F, 0xBF, 0xFF] as [UInt8])
  func anyByteMayChange(_ byte: UInt8) {
    let store = Store.store
    for index in store.indices {
      var damaged = store
      damaged[index] = byte
      _ = try? read(damaged)
    }
  }

  @Test func nestingAndCountsAreBounded() throws {
    let deep = [UInt8](repeating: 0x81, count: 100_000)
    #expect(throws: ParseError.self) { try CBORValue.parse(ByteSlice(deep)) }
    for head in [0x9B, 0xBB, 0x5B, 0x7B] as [UInt8] {
      let huge = [head] + [UInt8](repeating: 0xFF, count: 8) + [1, 2, 3]
      #expect(throws: ParseError.self) { try CBORValue.parse(ByteSlice(huge)) }
    }
    #expect(throws: ParseError.self) {
      try CBORValue.parse(ByteSlice([0x9F] + [UInt8](repeating: 0, count: 100_000) + [0xFF]))
    }
  }

  @Test func stringsAndListsWithoutLengthEndAtTheirMark() throws {
    let text = try CBORValue.parse(ByteSlice([0x7F, 0x61, 0x41, 0x61, 0x42, 0xFF]))
    #expect(text.text == "AB")
    let list = try CBORValue.parse(ByteSlice([0x9F, 0x01, 0x20, 0xFF]))
    #expect(list.array == [.integer(1), .integer(-1)])
  }
}
