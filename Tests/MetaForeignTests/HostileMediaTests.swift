import Foundation
import TestSupport
import Testing

/// Damaged files with the verbs that decode, as commands.
@Suite("Damaged files and verbs that decode", .enabled(if: Repository.corpus != nil))
struct HostileMediaTests {
  @Test("Damage affects only its own file")
  func damageAffectsOnlyItsFile() throws {
    let corpus = try #require(Repository.corpus)
    let amount = Repository.runsEverything ? ["--all"] : ["--files", "1", "--mutations", "8"]
    let result = try Program.run(
      Repository.root.appending(path: "Scripts/media-peers"),
      ["hostile", corpus.appending(path: "files").path] + amount,
      environment: ["METATOOL": Program.metatool.path])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.text.contains("damaged files"))
  }
}
