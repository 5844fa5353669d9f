import Foundation

/// The tables of the documents, for tests that compare them with the code.
package enum MarkdownTable {
  /// The rows of the table whose head begins with these cells, as cells without white space around
  /// them; empty if the document has no such table.
  package static func rows(of document: String, head: String...) throws -> [[String]] {
    let text = try String(
      contentsOf: Repository.root.appending(path: document), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = "| \(head.joined(separator: " | ")) |"
    guard let first = lines.firstIndex(where: { $0.hasPrefix(start) }) else { return [] }
    return lines.dropFirst(first + 2).prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }
}
