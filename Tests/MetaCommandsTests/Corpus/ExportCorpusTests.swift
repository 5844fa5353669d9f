import Foundation
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

/// Every real movie, exported to a QuickTime movie, an MP4 file with and without fragments, and M4A
/// if it has only audio: the same packets at the same times by ffprobe, the same fields by our own
/// reader; or refused, with a reason that `ExportRefusals.tsv` lists.
///
/// A seeded sample of them, or all with `METATOOL_TEST_ALL=1`, which also lets peers decode and
/// read the results.
@Suite(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct ExportCorpusTests {
  private struct Row: Decodable {
    let path: String
    let format: String
    let `class`: String
  }

  /// The normal files of the family that have a movie with a track.
  private func movies() throws -> [String] {
    let corpus = try #require(Repository.corpus)
    let lines = try String(contentsOf: corpus.appending(path: "consensus.jsonl"), encoding: .utf8)
    let families = ["MP4", "MOV", "M4A", "3GP", "other (.mp4)"]
    return try lines.split(separator: "\n").compactMap { line in
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      guard row.class == "normal", families.contains(where: { row.format.contains($0) }),
        let bytes = try? Data(contentsOf: corpus.appending(path: "files/\(row.path)")),
        let document = try? Inspector.inspect(DataSource([UInt8](bytes))),
        ["mov", "mp4", "3gp", "3g2"].contains(document.container.kind),
        !document.container.details.contains(.init("layout", .string("noMovie"))),
        !document.tracks.isEmpty
      else { return nil }
      return row.path
    }
  }

  private func rows(_ name: String) throws -> [String: [String]] {
    let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.reduce(into: [:]) { rows, line in
      let columns = line.split(separator: "\t").map(String.init)
      rows[columns[0], default: []].append(columns[1])
    }
  }

  @Test func packetsAndFieldsAreCopied() throws {
    let corpus = try #require(Repository.corpus)
    let files = try movies()
    let whole = Repository.runsEverything
    let chosen = Repository.cases(of: files, usually: 10, seed: 3)
    let listed = try rows("ExportRefusals.tsv")
    let scratch = try Scratch()
    var (refused, empty): (Set<String>, Set<String>) = ([], [])
    for file in chosen {
      let url = corpus.appending(path: "files/\(file)")
      let old = whole ? try PeerVerdict(url) : nil
      for (type, words) in try targets(of: url) {
        let difference = try ExportPeerTests.difference(url, to: type, words, in: scratch)
        if let difference, difference.hasPrefix("refused: ") {
          // If all media were truncated, there is nothing to export.
          if try hasMedia(url) { refused.insert(file) } else { empty.insert(file) }
        }
        let isListed = listed[file]?.contains { difference?.contains($0) ?? false } ?? false
        #expect(difference == nil || isListed, "\(file) to \(type) \(words): \(difference ?? "")")
        guard difference == nil else { continue }
        if let old {
          let added = try PeerVerdict(scratch.file("new.\(type)")).added(to: old)
          let unlisted = added.filter { line in
            !(listed[file] ?? []).contains { line.contains($0) }
          }
          #expect(unlisted == [], "\(file) to \(type) \(words)")
        }
        // 3GP stores few fields; the others are in the report.
        guard type != "3gp" else { continue }
        let lost = try fieldsLost(url, scratch.file("new.\(type)"))
        #expect(lost == [], "\(file) to \(type) \(words)")
      }
    }
    if whole { #expect(refused.count * 100 <= files.count * 3, "\(refused.sorted())") }
    print(
      "corpus, export: \(chosen.count) movies, \(refused.count) refused: \(refused.sorted()), "
        + "\(empty.count) without media: \(empty.sorted())")
  }

  /// The target types of a movie, with the arguments.
  private func targets(of url: URL) throws -> [(type: String, words: [String])] {
    let document = try Inspector.inspect(DataSource([UInt8](try Data(contentsOf: url))))
    var targets = [
      ("mp4", []), ("mov", []), ("mp4", ["--fragment-interval", "1", "--allow-loss"]),
      ("3gp", ["--allow-loss"]),
    ]
    if document.tracks.allSatisfy({ $0.mediaType == .audio }) { targets.append(("m4a", [])) }
    return targets
  }

  /// Whether any sample of a movie is in its file.
  private func hasMedia(_ url: URL) throws -> Bool {
    let source = DataSource([UInt8](try Data(contentsOf: url)))
    var found = false
    try? Inspector.visitMedia(of: source) { sample in
      found = found || (sample.size > 0 && sample.range.upperBound <= source.length)
    }
    return found
  }

  /// The fields of the old file that differ in the new one.
  private func fieldsLost(_ old: URL, _ new: URL) throws -> [String] {
    func view(_ url: URL) throws -> MetadataView {
      MetadataView(try Inspector.inspect(DataSource([UInt8](try Data(contentsOf: url)))))
    }
    let (old, new) = (try view(old), try view(new))
    return old.entries.filter { !isSame(new[$0.field], $0.value) }.map(\.field.name)
  }

  /// A place may be written with different digits.
  private func isSame(_ new: MetadataValue?, _ old: MetadataValue) -> Bool {
    guard new != old else { return true }
    guard let one = new?.stringValue.flatMap({ Location(iso6709: $0) }),
      let other = old.stringValue.flatMap({ Location(iso6709: $0) })
    else { return false }
    return one == other
  }
}
