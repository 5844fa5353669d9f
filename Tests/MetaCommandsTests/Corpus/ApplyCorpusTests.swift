import Foundation
import TestSupport
import Testing

/// Every file of the corpus that can be edited is emptied and gets its items back from its own
/// dump.
///
/// A sample of them; all with `METATOOL_TEST_ALL=1`.
@Suite(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct ApplyCorpusTests {
  /// Files that are not restored, with the reason; all are damaged.
  private static let exceptions = [
    "lofty-rs/malformed/fuzz/assets/aifffile_read_from/full_test_IDX_5_RAND_89430166450532348786207.aiff":
      "the last chunk claims more than the file has, so that no chunk can be put behind it",
    "lofty-rs/malformed/fuzz/assets/mpegfile_read_from/00. Dzienniki Gwiazdowe_IDX_4_RAND_1362730390282399020432565_minimized_242.mp3":
      "the size of a frame reaches into the next, which is found only with the bytes that stood between",
    "lofty-rs/malformed/fuzz/assets/mpegfile_read_from/crash-b8f2fc10e2ab6c4e60c371aea3949871fc61a39b_minimized":
      "likewise",
    "exiftool/CanonRaw.cr3":
      "its picture is cut off at the end of the file, so that nothing can be put behind it",
  ]

  @Test func everyFileHasItsItemsRestored() throws {
    let corpus = try #require(Repository.corpus)
    let names = try names(120)
    let round = try DumpRoundTrip(names, in: corpus.appending(path: "files"))
    print(
      "corpus, apply: \(round.done) of \(round.done + round.failed.count) files come back, "
        + "\(round.withItems) with items; \(round.uncleared.count) cannot be cleared")
    for (name, reason) in round.uncleared.sorted(by: <) {
      print("  not cleared: \(name): \(reason)")
    }
    let unknown = round.failed.filter { ApplyCorpusTests.exceptions[$0.key] == nil }
    #expect(unknown == [:])
    let gone = Set(ApplyCorpusTests.exceptions.keys).intersection(names)
      .subtracting(round.failed.keys)
    #expect(gone == [])
    #expect(round.withItems > names.count / 4)
  }

  @Test(arguments: [[], ["--complete"]]) func uneditedDumpWritesNothing(
    options: [String]
  ) throws {
    let corpus = try #require(Repository.corpus)
    let names = try names(80)
    let dump = try Program.run(
      Program.metatool, ["dump", "--format", "ndjson", "--files-from", "-"] + options,
      in: corpus.appending(path: "files"), input: Data(names.joined(separator: "\n").utf8))
    let result = try Program.metatool(
      "apply", "--dry-run", "--force", "--json", "--quiet", "-",
      in: corpus.appending(path: "files"), input: dump.output)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]] ?? []
    #expect(files.count > names.count / 2)
    for file in files { #expect(file["strategy"] as? String == "none", "\(file)") }
  }

  /// All files of the corpus, or `count` of them.
  private func names(_ count: Int) throws -> [String] {
    let corpus = try #require(Repository.corpus)
    let manifest = try String(contentsOf: corpus.appending(path: "manifest.tsv"), encoding: .utf8)
    let names = manifest.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: "\t", maxSplits: 1).first.map(String.init)
    }
    return Repository.cases(of: names, usually: count, seed: 54)
  }
}
