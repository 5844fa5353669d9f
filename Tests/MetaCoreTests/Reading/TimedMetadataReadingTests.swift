import TestSupport
import Testing

@testable import MetaCore

/// Timed metadata of movies as groups of items.
@Suite("Reading timed metadata")
struct TimedMetadataReadingTests {
  private func key(
    _ number: UInt32, _ name: String, type: [UInt8]? = nil, language: String? = nil
  ) -> [UInt8] {
    var parts = atom("keyd", Array(("mdta" + name).utf8))
    if let type { parts += atom("dtyp", type) }
    if let language { parts += atom("loca", Array(language.utf8)) }
    return box(number, parts)
  }

  private func box(_ number: UInt32, _ payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(payload.count + 8))
    writer.u32(number)
    return writer.bytes + payload
  }

  private func movie(_ samples: [[UInt8]]) -> TestMovie {
    var movie = TestMovie()
    movie.handler = "meta"
    let keys =
      key(1, "com.example.title", type: [0, 0, 0, 0, 0, 0, 0, 1], language: "de-AT")
      + key(2, "com.example.level", type: [0, 0, 0, 0, 0, 0, 0, 23])
      + key(9, "com.example.own", type: [0, 0, 0, 1] + Array("com.example.type".utf8))
      + key(10, "com.example.untyped")
    movie.entry = atom("mebx", [0, 0, 0, 0, 0, 0, 0, 1], atom("keys", keys))
    movie.samples = samples.map { TestMovie.Sample(bytes: $0) }
    return movie
  }

  private func groups(_ bytes: [UInt8]) throws -> [TimedMetadataGroup] {
    let reader = AssetReader(asset: Asset(source: DataSource(bytes)))
    let adaptor = AssetReaderOutputMetadataAdaptor(
      try reader.outputProvider(for: StoredTrackOutput(track: nil)))
    try reader.start()
    var groups: [TimedMetadataGroup] = []
    while let group = try adaptor.nextTimedMetadataGroup() { groups.append(group) }
    #expect(reader.status == .completed)
    return groups
  }

  @Test func valuesHaveTheirTypes() throws {
    let float: [UInt8] = [0x3F, 0xC0, 0, 0]
    let film = movie([
      box(1, Array("Grüße".utf8)) + box(2, float), [],
      box(9, [1, 2, 3]) + box(77, [4]) + box(10, [5]) + box(1, []),
    ])
    let found = try groups(film.bytes)
    #expect(found.map { $0.timeRange.start.value } == [0, 10, 20])
    #expect(found.map { $0.timeRange.duration.value } == [10, 10, 10])
    let first = found[0].items
    #expect(
      first.map(\.identifier.rawValue) == ["mdta/com.example.title", "mdta/com.example.level"])
    #expect(first[0].value == .string("Grüße"))
    #expect(first[0].language?.rawValue == "de-AT")
    #expect(first[0].timeRange == found[0].timeRange)
    #expect(first[1].value == .real(1.5))
    #expect(found[1].items == [])
    // A key that is not declared is left out.
    let last = found[2].items
    #expect(
      last.map(\.value) == [
        .data(.bytes(ByteSlice([1, 2, 3]))), .data(.bytes(ByteSlice([5]))), .string(""),
      ])
    #expect(last[0].dataType.name == "com.example.type")
  }

  @Test func theSampleHasItsStillImageTime() throws {
    let bytes = try Repository.bytes(of: "live-photo.mov")
    let tracks = try Inspector.inspect(DataSource(bytes)).tracks
    let track = try #require(tracks.first { $0.mediaType == .metadata })
    let reader = AssetReader(asset: Asset(source: DataSource(bytes)))
    let output = ClassicReaderOutput(StoredTrackOutput(track: track.id))
    try reader.add(output)
    let adaptor = AssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    #expect(reader.startReading())
    var items: [MetadataItem] = []
    while let group = try adaptor.nextTimedMetadataGroup() { items += group.items }
    #expect(items.map(\.identifier.rawValue) == ["mdta/com.apple.quicktime.still-image-time"])
    #expect(items.first?.value == .integer(-1))
    #expect(items.first?.timeRange?.start.seconds == 0.5)
  }

  @Test func otherSamplesAreNotMetadata() throws {
    let bytes = try Repository.bytes(of: "plain.m4a")
    let reader = AssetReader(asset: Asset(source: DataSource(bytes)))
    let adaptor = AssetReaderOutputMetadataAdaptor(
      try reader.outputProvider(for: StoredTrackOutput(track: nil)))
    #expect(throws: MetaError.self) { try adaptor.nextTimedMetadataGroup() }
    try reader.start()
    do {
      _ = try adaptor.nextTimedMetadataGroup()
      Issue.record("sound is no metadata")
    } catch {
      #expect(error.code == .unsupported)
    }
  }
}
