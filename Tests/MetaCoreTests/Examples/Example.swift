import Foundation
import TestSupport
import Testing

/// Examples are test code, each between two lines `// EXAMPLE`.
///
/// They compile and are tested; documents contain them verbatim.
enum Example {
  static func expect(
    _ name: String, in document: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "\(name).swift")
    let code = try String(contentsOf: file, encoding: .utf8)
    let text = try String(contentsOf: Repository.root.appending(path: document), encoding: .utf8)
    let examples = code.components(separatedBy: "// EXAMPLE\n").enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(!examples.isEmpty, "\(name)", sourceLocation: sourceLocation)
    for example in examples {
      #expect(text.contains(example), "\(document)", sourceLocation: sourceLocation)
    }
  }
}
