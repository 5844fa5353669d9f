import Foundation
import MetaCore
import MetaCoreFoundation
import TestSupport
import Testing

@Suite("Foundation's types") struct FoundationTests {
  private let song = Repository.sample("song-itunes.m4a")

  @Test("An asset can be made from a file URL, including one with spaces and percent signs")
  func assetsOfURLs() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "metatool-url-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "50% of a song.m4a")
    try FileManager.default.copyItem(at: song, to: copy)
    let asset = Asset(url: copy)
    #expect(try await asset.load(.fields)[.title]?.stringValue == "Blue Train")
    #expect(asset.url?.path == copy.path)
    #expect(try Document(contentsOf: copy).fields.title == "Blue Train")
    let output = folder.appending(path: "other song.m4a")
    try await ExportSession(asset: asset).export(to: output)
    #expect(try Document(contentsOf: output).fields.title == "Blue Train")
  }

  @Test("An asset made from Data has no URL") func assetsOfData() async throws {
    let asset = Asset(data: try Data(contentsOf: song))
    #expect(try await asset.load(.fields)[.title]?.stringValue == "Blue Train")
    #expect(asset.url == nil)
  }

  @Test("A web URL is not a file") func otherURLs() async throws {
    let url = try #require(URL(string: "https://example.com/song.m4a"))
    let error = await #expect(throws: MetaError.self) {
      _ = try await Asset(url: url).load(.metadata)
    }
    #expect(error?.code == .notReadable)
    #expect(error?.localizedDescription == "https:/example.com/song.m4a: no such file")
  }

  @Test("Errors are localised errors with the location of the damage") func localisedErrors() throws
  {
    let error = #expect(throws: MetaError.self) {
      _ = try Document(contentsOf: URL(filePath: "/nowhere/at/all.m4a"))
    }
    let plain: (any Error)? = error
    #expect(plain?.localizedDescription == "/nowhere/at/all.m4a: no such file")
    #expect(error?.failureReason == "no such file")
    #expect(error?.recoverySuggestion != nil)
    let damage: any Error = ParseError(.truncated, at: 48, "needs 4 bytes, but only 2 remain")
    #expect(
      damage.localizedDescription == "truncated at byte 48 (needs 4 bytes, but only 2 remain)")
  }

  @Test("Dates with and without a zone become points in time") func dates() throws {
    let noon = try #require(ISO8601DateFormatter().date(from: "2024-03-09T12:00:00Z"))
    var date = MetadataDate(year: 2024, month: 3, day: 9, hour: 13, minute: 0, second: 0)
    date.zone = .offset(minutes: 60)
    #expect(date.date() == noon)
    date.zone = .unknown
    #expect(date.date() == noon.addingTimeInterval(3600))
    let zone = try #require(TimeZone(secondsFromGMT: 3600))
    #expect(date.date(defaultTimeZone: zone) == noon)
    #expect(MetadataDate(noon).description == "2024-03-09T12:00:00Z")
    #expect(
      MetadataDate(year: 2024).date()
        == ISO8601DateFormatter().date(from: "2024-01-01T00:00:00Z"))
    #expect(MetadataDate(year: 2023, month: 2, day: 30).date() == nil)
    date.fraction = "25"
    #expect(date.date()?.timeIntervalSince(noon) == 3600.25)
  }
}
