internal import MetaCore

/// How names of files are made of fields, and read again: `{albumArtist|artist}/{album}/[{disc}-]{track:02} {title}`.
///
///     {a|b}      the first of these fields that the file has; 'text' in quotes stands for itself
///     {track:02} a number, filled up with zeros to so many digits
///     [...]      left out when a field in it is missing
///     {_}        anything, where names are read
///     \x         x itself
struct Template: Sendable, Hashable {
  /// One piece of it.
  enum Part: Sendable, Hashable {
    case text(String)
    case field(Placeholder)
    case optional([Part])
  }

  /// A field's place.
  struct Placeholder: Sendable, Hashable {
    /// What is tried one after the other.
    enum Choice: Sendable, Hashable {
      case operand(Operand, name: String)
      case text(String)
      /// `_`.
      case anything
    }

    let choices: [Choice]
    /// How many digits a number has at least.
    let digits: Int
    /// The character of the template at which it stands, from 1 on.
    let column: Int
  }

  let parts: [Part]

  init(_ text: String) throws(TextError) {
    var reader = TemplateReader(text)
    parts = try reader.parts(in: nil)
    guard !parts.isEmpty else { throw TextError(column: 1, "the template is empty") }
  }

  /// All places of fields, those in optional parts among them.
  var placeholders: [Placeholder] { parts.flatMap(\.placeholders) }

  /// Refuses what means nothing where names are made.
  func checkForNames() throws(TextError) {
    if case .text(let text)? = parts.first, text.hasPrefix("/") {
      throw TextError(column: 1, "a template begins in a folder; --root names another one")
    }
    for placeholder in placeholders where placeholder.choices.contains(.anything) {
      throw TextError(column: placeholder.column, "{_} stands for nothing where names are made")
    }
  }

  /// Whether fields have to be put together for it.
  var wantsFields: Bool {
    placeholders.contains {
      $0.choices.contains { choice in
        if case .operand(.field, _) = choice { true } else { false }
      }
    }
  }
}

extension Template.Part {
  fileprivate var placeholders: [Template.Placeholder] {
    switch self {
    case .text: []
    case .field(let placeholder): [placeholder]
    case .optional(let parts): parts.flatMap(\.placeholders)
    }
  }
}

/// Reads templates.
private struct TemplateReader {
  private let characters: [Character]
  private var index = 0
  private var depth = 0

  /// Deeper than anybody writes.
  private static let mostLevels = 16

  init(_ text: String) { characters = Array(text) }

  /// The parts up to the end, or to the bracket that closes the one at `start`.
  mutating func parts(in start: Int?) throws(TextError) -> [Template.Part] {
    var parts: [Template.Part] = []
    var text = ""
    func endText() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
    }
    while index < characters.count {
      let character = characters[index]
      index += 1
      switch character {
      case "\\" where index < characters.count:
        text.append(characters[index])
        index += 1
      case "{":
        endText()
        parts.append(.field(try placeholder()))
      case "[":
        endText()
        parts.append(.optional(try optional()))
      case "]" where start != nil:
        endText()
        return parts
      case "}", "]":
        throw TextError(column: index, "“\(character)” closes nothing; \\\(character)?")
      default: text.append(character)
      }
    }
    if let start { throw TextError(column: start, "a bracket is not closed") }
    endText()
    return parts
  }

  private mutating func optional() throws(TextError) -> [Template.Part] {
    depth += 1
    defer { depth -= 1 }
    let start = index
    guard depth <= TemplateReader.mostLevels else {
      throw TextError(column: start, "too many levels of brackets")
    }
    let parts = try parts(in: start)
    let hasField = parts.contains { part in if case .text = part { false } else { true } }
    guard hasField else {
      throw TextError(column: start, "there is no field in the brackets; \\[ is a bracket itself")
    }
    return parts
  }

  // MARK: Fields

  private mutating func placeholder() throws(TextError) -> Template.Placeholder {
    let start = index
    var choices: [Template.Placeholder.Choice] = []
    var digits = 1
    while true {
      choices.append(try choice())
      guard index < characters.count else {
        throw TextError(column: start, "a brace is not closed")
      }
      let sign = characters[index]
      index += 1
      if sign == "|" { continue }
      if sign == ":" { digits = try width() }
      return Template.Placeholder(choices: choices, digits: digits, column: start)
    }
  }

  private mutating func choice() throws(TextError) -> Template.Placeholder.Choice {
    let start = index
    if index < characters.count, "'\"".contains(characters[index]) { return .text(try quoted()) }
    var name = ""
    while index < characters.count, !"|}".contains(characters[index]) {
      // `{id3/TXXX:MOOD}` is no number of digits, `{track:02}` is.
      if characters[index] == ":", isWidth(at: index + 1) { break }
      name.append(characters[index])
      index += 1
    }
    if name == "_" { return .anything }
    if name.isEmpty { throw TextError(column: start + 1, "there is no field without a name") }
    guard let operand = Operand(name) else {
      throw TextError(column: start + 1, Operand.complaint(about: name))
    }
    return .operand(operand, name: name)
  }

  private mutating func quoted() throws(TextError) -> String {
    let start = index
    let rest = characters[(start + 1)...]
    guard let end = rest.firstIndex(of: characters[start]) else {
      throw TextError(column: start + 1, "a quote is not closed")
    }
    index = end + 1
    guard index < characters.count, "|:}".contains(characters[index]) else {
      throw TextError(column: index + 1, "“}” is missing behind the quote")
    }
    return String(rest[..<end])
  }

  /// Whether digits and the end of the place stand here.
  private func isWidth(at start: Int) -> Bool {
    guard start < characters.count else { return false }
    let rest = characters[start...].drop { ("0"..."9").contains($0) }
    return rest.first == "}"
  }

  private mutating func width() throws(TextError) -> Int {
    let digits = characters[index...].prefix { ("0"..."9").contains($0) }
    guard digits.first == "0", let width = Int(String(digits)), (1...20).contains(width),
      digits.endIndex < characters.count, characters[digits.endIndex] == "}"
    else { throw TextError(column: index + 1, "a number of digits is written as in {track:02}") }
    index = digits.endIndex + 1
    return width
  }
}
