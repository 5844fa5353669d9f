import TestSupport
import Testing

@testable import MetaCore

/// Typed properties for fields; literals and descriptions of values.
@Suite("Typed fields") struct TypedFieldTests {
  @Test(
    "The same fields have the same types in every format",
    arguments: [
      "moov-first.mp4", "plain.mp3", "plain.flac", "camera-keys.mov", "song.ape", "song.wma",
    ])
  func everyFormat(_ sample: String) async throws {
    let new = try await Asset(bytes: try Repository.bytes(of: sample)).edited(
      [
        .set(.title, "Blue"), .set(.artist, "Ada", "Bo"), .set(.date, "1999-04-01"),
        .set(.genre, ["Jazz"]), .set(.bpm, 120), .set(.track, .pair(8, of: 10)),
      ], options: lossy)
    let fields = try await Asset(bytes: new).load(.fields)
    #expect(fields.title == "Blue")
    #expect(fields.artist == ["Ada", "Bo"])
    #expect(fields.date == MetadataDate(iso8601: "1999-04-01"))
    #expect(fields.genre == ["Jazz"] && fields.composer == [] && fields.albumArtist == [])
    #expect(fields.bpm == 120 && fields.track == NumberPair(number: 8, count: 10))
  }

  private var lossy: EditOptions {
    var options = EditOptions()
    options.allowsLoss = true
    return options
  }

  @Test("Values are literals, and are displayed without their bytes")
  func values() {
    let values: [MetadataValue] = ["a", 5, 0.5, true, ["a", "b"], .pair(8, of: 10), .pair(8)]
    #expect(
      values.map(\.description) == ["a", "5", "0.5", "true", "a; b", "8/10", "8"])
    let picture = MetadataItem(
      "itsk/covr", .data(.bytes(ByteSlice([UInt8](repeating: 0, count: 5000)))))
    #expect("\(picture)" == "itsk/covr: 5000 bytes")
    #expect(MetadataValue(stringLiteral: "2001-02").dateValue?.month == 2)
    #expect(MetadataValue.integer(0).booleanValue == false)
    #expect((["a", "b"] as MetadataValue).stringValues == ["a", "b"])
    #expect((["a"] as MetadataValue).listValue == ["a"])
  }
}
