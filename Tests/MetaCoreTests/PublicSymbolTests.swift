import Foundation
import TestSupport
import Testing

/// What programs that import MetaCore can name: a change of the list is a change of the library's interface.
///
/// `META_UPDATE_GOLDEN=1` writes it anew.
@Suite("Public symbols") struct PublicSymbolTests {
  @Test("The public symbols are those of the list") func listIsComplete() throws {
    let folder = Repository.root.appending(path: "Sources/MetaCore")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var symbols: [String] = []
    for name in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      symbols += PublicSymbols.symbols(in: text)
    }
    #expect(symbols.count > 500)
    let list = symbols.sorted().joined(separator: "\n") + "\n"
    let file = Repository.root.appending(path: "Tests/MetaCoreTests/Golden/public-symbols.txt")
    #expect(try Golden.difference(list, from: file) == nil)
  }

  @Test("Symbols have their type and whole signature") func symbolsAreFound() {
    let text = """
      public struct A: Sendable {
        public let b: Int
        let c: Int
        public static func == (x: A, y: A) -> Bool { true }
        public static func d(
          _ e: [Int], f: String
        ) throws -> A {
      }
      extension A.G {
        public init(h: Int) { self.h = h }
      }
      """
    #expect(
      PublicSymbols.symbols(in: text) == [
        "struct A: Sendable", "A let b: Int", "A static func == (x: A, y: A) -> Bool",
        "A static func d(_ e: [Int], f: String) throws -> A", "A.G init(h: Int)",
      ])
  }
}

/// Reads declarations by their indentation, which the formatter makes the same everywhere.
private enum PublicSymbols {
  static func symbols(in text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var types: [(indentation: Int, name: String)] = []
    var symbols: [String] = []
    for (index, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      let words = line.split(separator: " ")
      let type = typeName(words)
      let isPublic = words.first == "public" && words.dropFirst().first != "import"
      guard isPublic || type != nil else { continue }
      types.removeAll { $0.indentation >= indentation }
      if isPublic {
        let owner = types.map(\.name).joined(separator: ".")
        let signature = signature(lines[index...])
        symbols.append(owner.isEmpty ? signature : "\(owner) \(signature)")
      }
      if let type { types.append((indentation, type)) }
    }
    return symbols
  }

  private static let typeKeywords: Set<Substring> = [
    "struct", "enum", "class", "protocol", "actor", "extension",
  ]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect",
  ]

  /// The name of the type that a line declares or extends.
  private static func typeName(_ words: [Substring]) -> String? {
    let rest = words.drop { modifiers.contains($0) }
    guard let keyword = rest.first, typeKeywords.contains(keyword),
      let name = rest.dropFirst().first
    else { return nil }
    return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }

  /// A declaration up to its body or value, on one line.
  private static func signature(_ lines: ArraySlice<Substring>) -> String {
    var text = ""
    var depth = 0
    for line in lines {
      for character in line.drop(while: { $0 == " " }) {
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        let isEnd =
          depth == 0 && text.hasSuffix(" ") && !text.hasSuffix("func ") && "{=".contains(character)
        guard !isEnd else { return plain(text) }
        text.append(character)
      }
      if depth == 0 { break }
      text.append(" ")
    }
    return plain(text)
  }

  private static func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "public ", with: "").replacingOccurrences(of: "( ", with: "(")
      .replacingOccurrences(of: " )", with: ")").trimmingCharacters(in: .whitespaces)
  }
}
