import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaForeign

/// The corpus files that MetaCore does not support, read by libavformat and compared with
/// independent tools.
@Suite(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct ForeignCorpusTests {
  @Test func certainFieldsMatchOtherReaders() throws {
    let corpus = try #require(Repository.corpus)
    let scratch = try Scratch()
    let (dump, names) = try dumps(below: corpus.appending(path: "files"))
    let own = try consensus(corpus, of: names)
    try #require(names.count > 50)
    try dump.write(to: scratch.file("dump.ndjson"))
    try own.write(to: scratch.file("consensus.jsonl"))
    let python = try #require(Program.find("python3"))
    let compared = try Program.run(
      python,
      [
        corpus.appending(path: "compare.py").path, "--kinds", "all", "--list",
        scratch.file("consensus.jsonl").path, ".", scratch.file("dump.ndjson").path,
      ], in: corpus.appending(path: "files"))
    let last = try #require(compared.text.split(separator: "\n").last)
    if let report = ProcessInfo.processInfo.environment["METATOOL_FOREIGN_REPORT"] {
      try Data(compared.text.utf8).write(to: URL(filePath: report))
    }
    print("foreign corpus: \(names.count) files;", last)
    let percent = try #require(last.split(separator: " ").dropLast().last.flatMap { Double($0) })
    #expect(percent >= 90)
  }

  /// The dumps of all files in foreign formats, one per line, and their names.
  private func dumps(below folder: URL) throws -> (Data, Set<String>) {
    var dump = Data()
    var names: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let path = FilePath(folder.appending(path: name).path)
      guard let source = try? FileSource(path: path), isForeign(source) else { continue }
      var json = JSONWriter(.compact)
      var document = DocumentJSON(binary: .digest)
      guard let read = try? FormatReader(source, formats: ForeignFormats.registry).document() else {
        continue
      }
      names.insert(name)
      document.write(read, at: InputPath(text: name), from: source, to: &json)
      dump += Data(json.bytes) + Data("\n".utf8)
    }
    return (dump, names)
  }

  private func isForeign(_ source: FileSource) -> Bool {
    do {
      _ = try Inspector.inspect(source)
      return false
    } catch {
      return error.code == .backend
    }
  }

  private func consensus(_ corpus: URL, of names: Set<String>) throws -> Data {
    struct Row: Decodable { let path: String }
    let text = try Data(contentsOf: corpus.appending(path: "consensus.jsonl"))
    var own = Data()
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let row = try JSONDecoder().decode(Row.self, from: Data(line))
      if names.contains(row.path) { own += Data(line) + Data("\n".utf8) }
    }
    return own
  }
}
