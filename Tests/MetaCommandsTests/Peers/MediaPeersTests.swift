import Foundation
import TestSupport
import Testing

/// `Scripts/media-peers` over real files: what `read` delivers against ffmpeg and ffprobe, with the
/// exceptions that the script lists.
@Suite(
  "Real files compared with ffmpeg",
  .enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct MediaPeersTests {
  @Test("Samples equal those of ffmpeg", arguments: ["pcm", "pixels", "stored"])
  func samples(_ kind: String) throws {
    let corpus = try #require(Repository.corpus)
    // Some of them, or all.
    let count = Repository.runsEverything ? [] : ["20"]
    let result = try Program.run(
      Repository.root.appending(path: "Scripts/media-peers"),
      [kind, corpus.appending(path: "files").path] + count,
      environment: ["METATOOL": Program.metatool.path])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }
}
