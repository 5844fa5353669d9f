import MetaCore
import TestSupport
import Testing

// EXAMPLE
func describe(_ asset: Asset) async throws -> [String] {
  let (items, tracks) = try await asset.load(.metadata, .tracks)
  var lines: [String] = []

  // By identifier, the preferred language first.
  let titles = MetadataItem.metadataItems(
    from: items, filteredByIdentifier: .quickTimeMetadataTitle)
  let german = MetadataItem.metadataItems(
    from: titles,
    filteredAndSortedAccordingToPreferredLanguages: [LanguageTag(rawValue: "de"), .english])
  if let title = german.first?.value.stringValue { lines.append(title) }

  // By common key, whatever the key space of the file.
  var filter = MetadataFilter()
  filter.commonKeys = [.make, .model]
  let device = MetadataItem.metadataItems(from: items, filteredBy: filter)
  lines.append(device.compactMap(\.value.stringValue).joined(separator: " "))

  // Tracks have their own items.
  for track in tracks where track.mediaType == .video {
    let lens = track.metadata.first { $0.key == "com.apple.quicktime.camera.lens_model" }
    lines.append("track \(track.trackID): \(lens?.value.stringValue ?? "no lens")")
  }
  return lines
}
// EXAMPLE

@Suite struct ReadingExample {
  @Test func worksAsTheReadmeSays() async throws {
    let file = try Repository.bytes(of: "camera-keys.mov")
    let lines = try await describe(Asset(source: DataSource(file)))
    #expect(lines == ["Blauer Zug", "Signal S-1", "track 1: Prime 5.7mm"])
  }

  @Test func isInTheReadme() throws {
    try Example.expect("ReadingExample", in: "README.md")
  }
}
