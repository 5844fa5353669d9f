import Foundation
import TestSupport

/// Reads declarations by their indentation, which the formatter makes uniform.
enum PublicSymbols {
  /// The texts of the Swift files of a module, in the order of their names.
  static func texts(of module: String) throws -> [String] {
    let folder = Repository.root.appending(path: "Sources/\(module)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// The public declarations: the type, and the complete signature.
  static func symbols(in text: String) -> [String] {
    declarations(in: text).filter(\.isMarked).map { declaration in
      let owner = declaration.owner
      return owner.isEmpty ? declaration.signature : "\(owner) \(declaration.signature)"
    }
  }

  /// The names of what is public as documentation writes them: `Asset.load(_:)`; cases of
  /// enumerations and requirements of protocols included.
  static func names(in text: String) -> [String] {
    declarations(in: text).compactMap { declaration in
      guard let name = DeclaredName.name(of: declaration.signature) else { return nil }
      return declaration.owner.isEmpty ? name : "\(declaration.owner).\(name)"
    }
  }

  private struct Declaration {
    /// The type that it is a member of; empty of one that is not a member.
    let owner: String
    let signature: String
    /// Whether it has the word `public` itself; cases and requirements do not.
    let isMarked: Bool
  }

  private struct OpenType {
    let indentation: Int
    let name: String
    /// The keywords of members that are implicitly public.
    let memberKeywords: Set<Substring>
  }

  private static func declarations(in text: String) -> [Declaration] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var types: [OpenType] = []
    var found: [Declaration] = []
    for (index, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      let words = line.split(separator: " ")
      if words.first == "}", types.last?.indentation == indentation { types.removeLast() }
      let type = typeName(words)
      let isMarked = words.first == "public" && words.dropFirst().first != "import"
      let isMember =
        types.last.map { type in
          indentation == type.indentation + 2
            && words.first.map { type.memberKeywords.contains($0) } ?? false
        } ?? false
      guard isMarked || type != nil || isMember else { continue }
      types.removeAll { $0.indentation >= indentation }
      let owner = types.map(\.name).joined(separator: ".")
      if isMarked || isMember {
        let signatures = isMember ? cases(lines[index...]) : [signature(lines[index...])]
        found += signatures.map { Declaration(owner: owner, signature: $0, isMarked: isMarked) }
      }
      if let type {
        let keywords = words.contains("enum") ? caseKeywords : requirementKeywords
        let isOpen = isMarked && (words.contains("enum") || words.contains("protocol"))
        types.append(
          OpenType(
            indentation: indentation, name: type, memberKeywords: isOpen ? keywords : []))
      }
    }
    return found
  }

  private static let typeKeywords: Set<Substring> = [
    "struct", "enum", "class", "protocol", "actor", "extension",
  ]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect",
  ]
  private static let caseKeywords: Set<Substring> = ["case", "indirect"]
  private static let requirementKeywords: Set<Substring> = [
    "var", "func", "init", "subscript", "mutating", "static", "nonisolated(nonsending)",
  ]

  /// The name of the type that a line declares or extends.
  private static func typeName(_ words: [Substring]) -> String? {
    let rest = words.drop { modifiers.contains($0) }
    guard let keyword = rest.first, typeKeywords.contains(keyword),
      let name = rest.dropFirst().first
    else { return nil }
    return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }

  /// The signatures in a line of cases, as separate cases; the signature of any other declaration
  /// is unchanged.
  private static func cases(_ lines: ArraySlice<Substring>) -> [String] {
    let first = lines.first?.drop { $0 == " " } ?? ""
    guard let keyword = first.firstRange(of: "case "),
      caseKeywords.contains(first.prefix { $0 != " " })
    else { return [signature(lines)] }
    let text = first[keyword.upperBound...].components(separatedBy: " //").first ?? ""
    return DeclaredName.parts(text).map { "case \($0)" }
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

/// The name of a declaration with the labels of its parameters.
enum DeclaredName {
  private static let keywords: Set<Substring> = [
    "func", "init", "subscript", "let", "var", "case", "typealias", "struct", "enum", "class",
    "protocol", "actor",
  ]

  /// `load(_:)` of `func load<Value>(_ property: AssetProperty<Value>) async`; nil when it declares
  /// nothing.
  static func name(of signature: String) -> String? {
    var rest = Substring(signature)
    while let start = rest.firstIndex(where: { $0 != " " }) {
      rest = rest[start...]
      let word = rest.prefix { $0.isLetter }
      guard keywords.contains(word) else {
        // `private(set)` and `nonisolated(nonsending)` are modifiers, too.
        guard let space = rest.firstIndex(of: " ") else { return nil }
        rest = rest[space...]
        continue
      }
      return name(word, rest.dropFirst(word.count))
    }
    return nil
  }

  private static func name(_ keyword: Substring, _ rest: Substring) -> String? {
    switch keyword {
    case "init", "subscript":
      return String(keyword) + labels(rest, areNames: keyword == "init")
    case "func":
      let text = rest.drop { $0 == " " }
      let isOperator = text.first.map { !$0.isLetter && $0 != "_" && $0 != "`" } ?? false
      let base = text.prefix { isOperator ? $0 != " " : identifies($0) || $0 == "`" }
      guard !base.isEmpty else { return nil }
      return plain(base) + labels(text.dropFirst(base.count), areNames: !isOperator)
    default:
      let text = rest.drop { $0 == " " }
      let base = text.prefix { identifies($0) || $0 == "`" }
      guard !base.isEmpty else { return nil }
      let after = text.dropFirst(base.count)
      return plain(base)
        + (keyword == "case" && after.first == "(" ? labels(after, areNames: true) : "")
    }
  }

  private static func plain(_ base: Substring) -> String { base.filter { $0 != "`" } }

  private static func identifies(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The labels of the first list in parentheses; where `areNames` is false, a parameter with one
  /// name has no label.
  private static func labels(_ text: Substring, areNames: Bool) -> String {
    guard let start = text.firstIndex(of: "(") else { return "" }
    var list = ""
    var depth = 0
    for character in text[start...] {
      if character == ")" { depth -= 1 }
      if depth == 0, character == ")" { break }
      if depth > 0 { list.append(character) }
      if character == "(" { depth += 1 }
    }
    let labels = parts(list).map { part in
      guard let colon = part.firstIndex(of: ":") else { return "_:" }
      let names = part[..<colon].split(separator: " ").filter { !$0.hasPrefix("@") }
      return areNames || names.count > 1 ? "\(names.first ?? "_"):" : "_:"
    }
    return "(\(labels.joined()))"
  }

  /// The parts separated by commas outside brackets; without values and comments.
  static func parts(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text.replacingOccurrences(of: "->", with: "") {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
