import Foundation
@testable import MetaCore
import TestSupport
import Testing

@testable import MetaForeign

/// The lists of formats in the documents, compared with the registries.
@Suite struct DocumentedFormatsTests {
  /// The words of a text in lower case, without hyphens: `E-AC-3` is one word.
  private func words(of text: String) -> [String] {
    text.replacing("-", with: "").lowercased().split {
      !$0.isLetter && !$0.isNumber && $0 != "'"
    }.map(String.init)
  }

  /// The words in the first column of a table.
  private func listed(in rows: [[String]]) -> Set<String> {
    Set(rows.flatMap { words(of: $0[0]) })
  }

  /// Whether a list names a format: by its identifier, one of its extensions, or all words of its
  /// name, possibly in the plural.
  private func names(_ listed: Set<String>, _ name: String, _ identifiers: [String]) -> Bool {
    let parts = words(of: name)
    return identifiers.contains { listed.contains($0) }
      || parts.allSatisfy { listed.contains($0) || listed.contains($0 + "s") }
  }

  @Test(arguments: [
    ("README.md", "files"), ("docs/architecture.md", "format"),
  ])
  func everyFormatIsListed(document: String, head: String) throws {
    let listed = listed(in: try MarkdownTable.rows(of: document, head: head))
    let missing = FormatRegistry.standard.all.map(\.descriptor)
      .filter { !names(listed, $0.name, $0.extensions) }
    #expect(missing.map(\.name) == [], "\(document)")
  }

  @Test(arguments: [
    ("README.md", "files"), ("docs/architecture.md", "container"),
  ])
  func everyContainerIsListed(document: String, head: String) throws {
    let listed = listed(in: try MarkdownTable.rows(of: document, head: head))
    let missing = ContainerKind.all.filter { kind in
      !kind.names.contains { names(listed, $0, kind.extensions + [kind.kind]) }
    }
    #expect(missing.map(\.kind) == [], "\(document)")
  }

  /// The columns "edits" and "remux" of the architecture, for the format of each folder.
  @Test func editableFormatsAreListed() throws {
    let rows = try MarkdownTable.rows(of: "docs/architecture.md", head: "format", "folder")
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
