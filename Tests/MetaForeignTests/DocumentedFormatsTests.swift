import Foundation
@testable import MetaCore
import TestSupport
import Testing

@testable import MetaForeign

/// The lists of formats in the documents, compared with the registries.
@Suite struct DocumentedFormatsTests {
  /// The rows of the Markdown table with this head, as cells.
  private func rows(of document: String, _ head: String) throws -> [[String]] {
    let text = try String(
      contentsOf: Repository.root.appending(path: document), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix(head) }, "\(document): \(head)")
    return lines[(first + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  private func words(of rows: [[String]], _ column: Int) -> Set<String> {
    Set(
      rows.flatMap { row in
        row[column].replacing("-", with: "").split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map
        { $0.lowercased() }
      })
  }

  /// Whether a list names a format: by its identifier, one of its extensions, or all words of its
  /// name, possibly in the plural.
  private func names(_ words: Set<String>, _ name: String, _ identifiers: [String]) -> Bool {
    let parts = name.replacing("-", with: "").lowercased().split {
      !$0.isLetter && !$0.isNumber && $0 != "'"
    }
    return identifiers.contains { words.contains($0) }
      || parts.allSatisfy { words.contains("\($0)") || words.contains("\($0)s") }
  }

  @Test(arguments: [
    ("README.md", "| files | metadata |"), ("docs/architecture.md", "| format | folder |"),
  ])
  func everyFormatIsListed(document: String, head: String) throws {
    let words = words(of: try rows(of: document, head), 0)
    let missing = FormatRegistry.standard.all.map(\.descriptor)
      .filter { !names(words, $0.name, $0.extensions) }
    #expect(missing.map(\.name) == [], "\(document)")
  }

  @Test(arguments: [
    ("README.md", "| files | metadata |"), ("docs/architecture.md", "| container | key space |"),
  ])
  func everyContainerIsListed(document: String, head: String) throws {
    let words = words(of: try rows(of: document, head), 0)
    let missing = ContainerKind.all.filter { kind in
      !kind.names.contains { names(words, $0, kind.extensions + [kind.kind]) }
    }
    #expect(missing.map(\.kind) == [], "\(document)")
  }

  /// The columns "edits" and "remux" of the architecture, for the format of each folder.
  @Test func whatCanBeEditedIsListed() throws {
    let rows = try rows(of: "docs/architecture.md", "| format | folder |")
    for row in rows {
      let folder = row[1].replacing("`", with: "").split(separator: "/").last ?? ""
      let format = try #require(
        FormatRegistry.standard.all.first { "\(type(of: $0))" == "\(folder)Format" },
        "no format of the folder \(folder)")
      #expect(row[2] == (format.editable == nil ? "no" : "yes"), "\(folder)")
      #expect(row[3] == (format.remuxable == nil ? "no" : "yes"), "\(folder)")
    }
    #expect(rows.count > 10)
  }
}
