import Foundation
import MetaCore
import TestSupport
import Testing

// EXAMPLE
/// Marks a file of any format as reviewed, and returns its previous reviewers.
func review(_ path: String, by name: String) async throws -> [String] {
  let key = try OwnKey("REVIEWED_BY")
  let asset = Asset(path)
  let before = try await asset.load(.document).values(of: key).compactMap(\.stringValue)
  try await asset.apply([.set(key, .string(name))])
  return before
}
// EXAMPLE

@Suite struct KeyExample {
  @Test(arguments: ["song-itunes.m4a", "camera-keys.mov", "plain.mp3", "song.ogg", "song.wma"])
  func worksAsTheArticleSays(_ sample: String) async throws {
    let scratch = try Scratch()
    let file = scratch.file(sample)
    try FileManager.default.copyItem(at: Repository.sample(sample), to: file)
    #expect(try await review(file.path, by: "Ada").isEmpty)
    #expect(try await review(file.path, by: "Bo") == ["Ada"])
  }

  @Test func isInTheArticle() throws {
    try Example.expect("KeyExample", in: "Sources/MetaCore/MetaCore.docc/KeysOfYourOwn.md")
  }
}
