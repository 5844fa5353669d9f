import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The dump of every real file against what independent tools read in it.
///
/// `CorpusExceptions.tsv` lists each disagreement with its reason; an unlisted disagreement, or a
/// listed one that no longer occurs, fails.
@Suite(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct CorpusTests {
  /// One row of compare.py: kind (wrong, extra, failed), field, file.
  struct Row: Hashable, CustomStringConvertible {
    let kind: String
    let field: String
    let file: String
    var description: String { "\(kind) \(field) \(file)" }
  }

  @Test func everyCertainFieldMatchesOtherReaders() throws {
    let corpus = try #require(Repository.corpus)
    let scratch = try Scratch()
    let list = try filesBelow(corpus.appending(path: "files"))
    let dump = try Program.metatool(
      "dump", "--binary", "digest", "--format", "ndjson", "--files-from", "-",
      in: corpus.appending(path: "files"), input: Data(list.joined(separator: "\n").utf8))
    #expect(dump.status == 1)
    try dump.output.write(to: scratch.file("dump.ndjson"))
    let python = try #require(Program.find("python3"))
    let compared = try Program.run(
      python,
      [
        corpus.appending(path: "compare.py").path, "--kinds", "all", "--list",
        corpus.appending(path: "consensus.jsonl").path, ".", scratch.file("dump.ndjson").path,
      ], in: corpus.appending(path: "files"))
    let lines = compared.text.split(separator: "\n")
    let (found, known) = (rows(lines), try exceptions())
    #expect(found.subtracting(known.keys).sorted(by: order) == [])
    #expect(Set(known.keys).subtracting(found).sorted(by: order) == [])
    print("corpus:", lines.last ?? "")
  }

  /// Each file alone: no crash, no more than 1 s or 64 MiB; and 98 of 100 normal files of our kinds
  /// are read.
  @Test func everyFileStaysWithinLimits() throws {
    let corpus = try #require(Repository.corpus)
    let python = try #require(Program.find("python3"))
    let script = Repository.root.appending(path: "Tests/MetaCommandsTests/Corpus/corpus_limits.py")
    let result = try Program.run(python, [script.path, Program.metatool.path, corpus.path])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    print("corpus:", result.text)
  }

  private func order(_ left: Row, _ right: Row) -> Bool { left.description < right.description }

  private func filesBelow(_ folder: URL) throws -> [String] {
    let keys: Set<URLResourceKey> = [.isRegularFileKey]
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { name in
      try folder.appending(path: name).resourceValues(forKeys: keys).isRegularFile == true
    }.sorted()
  }

  private func rows(_ lines: [Substring]) -> Set<Row> {
    let soft: Set = ["encoder", "codecs", "streamCount", "artworkMime"]
    return Set(
      lines.compactMap { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 2 else { return nil }
        switch parts[0] {
        case "wrong", "extra":
          return soft.contains(parts[1])
            ? nil : Row(kind: parts[0], field: parts[1], file: parts[2])
        case "failed": return Row(kind: "failed", field: "", file: parts[1])
        default: return nil
        }
      })
  }

  private func exceptions() throws -> [Row: String] {
    let file = Repository.root.appending(
      path: "Tests/MetaCommandsTests/Corpus/CorpusExceptions.tsv")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var rows: [Row: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(parts.count == 4 && !parts[3].isEmpty, "a row needs its reason: \(line)")
      rows[Row(kind: parts[0], field: parts[1], file: parts[2])] = parts[3]
    }
    return rows
  }
}
