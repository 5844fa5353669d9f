import TestSupport
import Testing

@testable import MetaCore

/// Custom keys, in the form of each format.
@Suite("Custom keys") struct OwnKeyTests {
  private func edited(
    _ bytes: [UInt8], _ edits: MetadataEdit...
  ) async throws -> (bytes: [UInt8], document: Document) {
    let new = try await Asset(bytes: bytes).edited(edits)
    return (new, try await Asset(bytes: new).load(.document))
  }

  @Test(
    "A key is set, extended and removed in every format",
    arguments: [
      ("song-itunes.m4a", "itlk/com.apple.iTunes.MYTAG"), ("camera-keys.mov", "mdta/MYTAG"),
      ("id3v24-everything.mp3", "id3/TXXX"), ("id3v22-everything.mp3", "id3/%00TXX"),
      ("plain.mp3", "id3/TXXX"), ("blocks.flac", "vorb/MYTAG"), ("song.ogg", "vorb/MYTAG"),
      ("song.opus", "vorb/MYTAG"), ("song.ape", "ape/MYTAG"), ("song.wv", "ape/MYTAG"),
      ("song.wma", "asf/MYTAG"), ("plain.wav", "id3/TXXX"), ("chunks.aiff", "id3/TXXX"),
      ("silence.dsf", "id3/TXXX"),
    ])
  func everyFormat(_ sample: String, _ identifier: String) async throws {
    let key = try OwnKey("MYTAG")
    let original = try Repository.bytes(of: sample)
    let set = try await edited(original, .set(key, "one"))
    #expect(set.document.values(of: key) == ["one"])
    let items = set.document.items.filter(key.matches)
    #expect(items.map(\.identifier.rawValue) == [identifier])
    let added = try await edited(set.bytes, .add(key, "two"))
    #expect(added.document.values(of: key).flatMap(\.stringValues) == ["one", "two"])
    let removed = try await edited(added.bytes, .remove(key, "one"))
    #expect(removed.document.values(of: key) == ["two"])
    let gone = try await edited(removed.bytes, .set(key))
    #expect(gone.document.values(of: key).isEmpty)
    let before = try await Asset(bytes: original).load(.metadata)
    #expect(gone.document.items.count { $0.trackID == nil } == before.count)
  }

  @Test("A key that exists in another form is changed in that form") func presentForm() async throws
  {
    let key = try OwnKey("MYTAG")
    let bytes = try Repository.bytes(of: "song-itunes.m4a")
    let first = try await edited(bytes, .setItem(MetadataItem("mdta/MYTAG", "old")))
    guard first.document.values(of: key) == ["old"] else { return }
    let second = try await edited(first.bytes, .set(key, "new"))
    #expect(second.document.items.filter(key.matches).map(\.identifier) == ["mdta/MYTAG"])
  }

  @Test("Names that some format cannot store, and names of fields, are refused by name")
  func refusedNames() throws {
    for name in ["", "x", "A=B", "tilde~", "Größe", String(repeating: "x", count: 256)] {
      let error = #expect(throws: MetaError.self) { try OwnKey(name) }
      #expect(error?.code == .refused && error?.reason.contains("“\(name)”") == true)
    }
    let error = #expect(throws: MetaError.self) { try OwnKey("TITLE") }
    #expect(error?.reason == "TITLE is a key of the field title")
  }

  @Test("A format without such keys refuses the edit") func noPlace() async throws {
    let tracker = Array("Extended Module: ".utf8) + [UInt8](repeating: 0, count: 400)
    let error = await #expect(throws: MetaError.self) {
      _ = try await edited(tracker, .set(try OwnKey("MYTAG"), "x"))
    }
    #expect(error != nil)
  }
}
