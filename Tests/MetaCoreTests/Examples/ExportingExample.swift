import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

// EXAMPLE
/// Exports the first ten seconds as an MP4 file with another title, without private metadata.
func clip(of path: String, to output: String) async throws -> [String] {
  let session = ExportSession(asset: Asset(path))
  session.options.timeRange = MediaTimeRange(
    start: .zero, end: MediaTime(seconds: 10, preferredTimescale: 600))
  session.options.edits = [.set(.title, "Clip")]
  session.options.filter = .forSharing

  let progress = Task {
    for await state in session.states(updateInterval: .milliseconds(500)) {
      if case .exporting(let fraction) = state { print(fraction) }
    }
  }
  let result = try await session.export(to: output)
  await progress.value
  return result.notes
}
// EXAMPLE

@Suite struct ExportingExample {
  @Test func worksAsTheArticleSays() async throws {
    let scratch = try Scratch()
    let output = scratch.file("clip.mp4").path
    _ = try await clip(of: Repository.sample("camera-keys.mov").path, to: output)
    let document = try Document(contentsOf: output)
    #expect(document.fields.title == "Clip")
    #expect(document.fields.location == nil && document.fields.make == nil)
    #expect(!document.tracks.isEmpty)
  }

  @Test func isInTheArticle() throws {
    try Example.expect("ExportingExample", in: "Sources/MetaCore/MetaCore.docc/Exporting.md")
  }
}
