import Foundation
import MediaItemModel
import MetaCore
import Testing

/// Songs of five formats: each is read, edited in place and exported with the same lines of code.
@Suite("Media items") struct MediaItemTests {
  private static let samples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "mediaitem-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func copy(of sample: String) throws -> String {
    let file = folder.appending(path: sample)
    try FileManager.default.copyItem(at: Self.samples.appending(path: sample), to: file)
    return file.path
  }

  private static let picture: [UInt8] = {
    // A PNG of one pixel.
    let text =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return [UInt8](Data(base64Encoded: text) ?? Data())
  }()

  @Test(
    "Every value is saved in place and read back, in every format",
    arguments: ["song-itunes.m4a", "id3v24-everything.mp3", "blocks.flac", "song.ogg", "song.wma"])
  func saves(_ sample: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try copy(of: sample)
    var item = try await MediaItem(path: path)
    #expect(item.values.name == "Blue Train" && !item.isEdited)
    item.values.name = "Blue Train (live)"
    item.values.artists = ["Ada Lind", "Bo Ek"]
    item.values.albumArtists = ["Various"]
    item.values.genres = ["Jazz", "Live"]
    item.values.comment = "From the second row"
    item.values.track = NumberPair(number: 3, count: 10)
    item.values.disc = NumberPair(number: 2, count: 2)
    item.values.artwork = Artwork(Self.picture)
    let wanted = item.values
    try await item.save()
    #expect(!item.isEdited)

    let again = try await MediaItem(path: path)
    #expect(again.values.name == wanted.name && again.values.comment == wanted.comment)
    #expect(again.values.artists == wanted.artists && again.values.genres == wanted.genres)
    #expect(again.values.albumArtists == wanted.albumArtists)
    #expect(again.values.track == wanted.track && again.values.disc == wanted.disc)
    let artwork = try #require(again.values.artwork)
    #expect(try await Asset(path).data(of: artwork) == Self.picture)
  }

  @Test("Emptied values are removed; unedited ones keep their bytes") func removes()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try copy(of: "song-itunes.m4a")
    var item = try await MediaItem(path: path)
    let before = try await Asset(path).load(.metadata)
    item.values.comment = nil
    item.values.artists = []
    try await item.save()
    #expect(item.values.comment == nil && item.values.artists.isEmpty)
    let removed: Set = [CommonKey.artist]
    let after = try await Asset(path).load(.metadata)
    #expect(after.count < before.count)
    #expect(!after.contains { $0.commonKey.map(removed.contains) ?? false })
    #expect(after.allSatisfy { item in before.contains { $0.identifier == item.identifier } })
  }

  @Test("An export has the edited values, and the file itself is unchanged")
  func exports() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try copy(of: "song-itunes.m4a")
    let bytes = try Data(contentsOf: URL(filePath: path))
    var item = try await MediaItem(path: path)
    item.values.name = "Exported"
    item.values.track.number = 7
    let output = folder.appending(path: "out.mov").path
    try await item.export(to: output)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    let new = try await MediaItem(path: output)
    #expect(new.values.name == "Exported" && new.values.track.number == 7)
    #expect(new.values.artists == item.values.artists)
    #expect(item.isEdited)
    item.revert()
    #expect(!item.isEdited && item.edits.isEmpty)
  }

  @Test("The values can be converted to items of any key space") func converts() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var item = try await MediaItem(path: try copy(of: "song-itunes.m4a"))
    item.values.comment = "A comment"
    for keySpace in [KeySpace.iTunes, .id3, .vorbis, .ape, .asf] {
      let (items, losses) = item.items(for: keySpace)
      #expect(losses.isEmpty && items.allSatisfy { $0.keySpace == keySpace }, "\(keySpace)")
      #expect(items.contains { $0.value.stringValue == item.values.name }, "\(keySpace)")
      #expect(items.count > item.values.artists.count + 3, "\(keySpace)")
    }
  }

  @Test("Items of a session give the same values again") func convertsBack() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try copy(of: "song-itunes.m4a")
    let item = try await MediaItem(path: path)
    let session = ExportSession(asset: Asset(path))
    session.metadata = item.items(for: .iTunes).items
    let output = folder.appending(path: "out.m4a").path
    try await session.export(to: output)
    let new = try await MediaItem(path: output)
    #expect(new.values.name == item.values.name && new.values.artists == item.values.artists)
    #expect(new.values.track == item.values.track && new.values.comment == item.values.comment)
    #expect(new.values.artwork?.byteCount == item.values.artwork?.byteCount)
  }
}
