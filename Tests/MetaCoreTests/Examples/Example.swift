import Foundation
import TestSupport
import Testing

/// An example is code of a test, between two lines `// EXAMPLE`.
///
/// So it compiles, and does what is said of it; documents show it to the letter.
enum Example {
  static func expect(
    _ name: String, in document: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "\(name).swift")
    let code = try String(contentsOf: file, encoding: .utf8)
    let text = try String(contentsOf: Repository.root.appending(path: document), encoding: .utf8)
    let example = try #require(
      code.components(separatedBy: "// EXAMPLE\n").dropFirst().first, "\(name)",
      sourceLocation: sourceLocation)
    #expect(text.contains(example), "\(document)", sourceLocation: sourceLocation)
  }
}
