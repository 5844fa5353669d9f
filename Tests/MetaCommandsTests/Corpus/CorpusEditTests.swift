import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

/// Every real file in an editable format: six edits each, compared with the old file by independent
/// readers and by ffmpeg, and undone; or rejected, with the file untouched and a reason listed in
/// `CorpusRefusals.tsv`.
///
/// A seeded sample of them, or all with `METATOOL_TEST_ALL=1`.
@Suite(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct CorpusEditTests {
  @Test func onlyRequestedChangesAreMade() async throws {
    let files = try corpusFiles()
    let whole = Repository.runsEverything
    var generator = SeededGenerator(seed: 5)
    let chosen = Repository.cases(of: files, usually: 20, seed: 5)
    let cases = chosen.map { file in
      // One edit of each file unless all are requested.
      (
        file,
        whole
          ? CorpusEdit.all : [CorpusEdit.all.randomElement(using: &generator)].compactMap(\.self)
      )
    }
    var tally = CorpusTally()
    await withTaskGroup(of: CorpusTally.self) { group in
      for worker in 0..<2 {
        group.addTask {
          var tally = CorpusTally()
          for (index, (file, edits)) in cases.enumerated() where index % 2 == worker {
            do { tally.add(try CorpusTally(of: path(of: file), name: file, edits)) } catch {
              tally.broken.append("\(file): \(error)")
            }
          }
          return tally
        }
      }
      for await part in group { tally.add(part) }
    }
    let rows = try refusals()
    #expect(tally.broken == [])
    let new = tally.refused.filter { row in
      !(rows[row.file] ?? []).contains { row.reason.contains($0) }
    }
    #expect(new.map { "\($0.file)\t\($0.edit)\t\($0.reason)" } == [])
    let refusedFiles = Set(tally.refused.map(\.file))
    if whole { #expect(Set(rows.keys).subtracting(refusedFiles) == []) }
    if whole { #expect(refusedFiles.count * 100 <= tally.files * 5) }
    print(
      "corpus: \(tally.files) files, \(tally.edits) edits (\(tally.strategies)), \(tally.byPeers) "
        + "compared by ffmpeg, \(refusedFiles.count) files refused")
  }

  /// The normal files of these kinds that can hold metadata.
  private func corpusFiles() throws -> [String] {
    let corpus = try #require(Repository.corpus)
    let manifest = try String(contentsOf: corpus.appending(path: "manifest.tsv"), encoding: .utf8)
    let kinds: Set = [
      "mp4", "m4a", "mov", "3gp", "mp1", "mp2", "mp3", "aac", "aiff", "wav", "dsf", "id3",
      "flac", "ogg", "ape", "wavpack", "musepack", "tta", "optimfrog", "tak", "asf", "dsdiff",
    ]
    return manifest.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 7, columns[7] == "normal" else { return nil }
      let name = String(columns[0])
      guard let source = try? FileSource(path: FilePath(path(of: name).path)),
        let document = try? Inspector.inspect(source), kinds.contains(document.container.kind),
        let insertionPoints = try? Inspector.insertionPoints(of: document, in: source),
        !insertionPoints.isEmpty
      else { return nil }
      return name
    }
  }

  private func path(of name: String) -> URL {
    (Repository.corpus ?? Repository.root).appending(path: "files/\(name)")
  }

  private func refusals() throws -> [String: [String]] {
    let file = Repository.root.appending(path: "Tests/MetaCommandsTests/Corpus/CorpusRefusals.tsv")
    var rows: [String: [String]] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let parts = line.split(separator: "\t").map(String.init)
      try #require(parts.count == 2, "file, reason: \(line)")
      rows[parts[0], default: []].append(parts[1])
    }
    return rows
  }
}
