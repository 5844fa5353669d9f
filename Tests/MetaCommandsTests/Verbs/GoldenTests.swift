import Foundation
import MetaCore
import TestSupport
import Testing

@testable import MetaCommands

/// The complete dump and structure of every sample, stored in files; review changes of them like
/// code.
@Suite struct GoldenTests {
  @Test(arguments: Repository.samples) func dump(of sample: String) throws {
    let source = DataSource(try Repository.bytes(of: sample))
    var json = JSONWriter(.lines(depth: 3))
    let path = InputPath(text: "Samples/\(sample)")
    var document = DocumentJSON(binary: .digest)
    document.write(
      try Inspector.inspect(source), at: path, from: source, to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self) + "\n"
    #expect(try Golden.difference(text, from: golden(sample, "json")) == nil)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.bytes)) }
  }

  @Test(arguments: Repository.samples) func tree(of sample: String) throws {
    let source = DataSource(try Repository.bytes(of: sample))
    let text = TreeReport.text(try Inspector.structure(of: source), fileSize: source.length)
    let difference = try Golden.difference(text, from: golden(sample, "tree.txt"))
    #expect(difference == nil)
  }

  private func golden(_ sample: String, _ kind: String) -> URL {
    Repository.root.appending(path: "Tests/MetaCommandsTests/Golden/\(sample).\(kind)")
  }
}
