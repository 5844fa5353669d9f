internal import MetaCore

/// Text with placeholders for fields and properties of files: a template for names, values of
/// edits, or lines of lists.
///
///     {a|b}            the first of these fields that the file has; quoted 'text' is literal
///     {track:02}       a number with leading zeros, up to two digits
///     {title:upper}    the value changed by a filter (``ValueFilter``); filters can be combined
///     {{               a brace
///
/// Patterns (``Style/pattern``), for names and lists, also support:
///
///     [...]            omitted when a field in it is missing
///     {_}              anything, when reading names
///     \x               x itself; \t is a tab, \n a line break
///
/// In values (``Style/value``), all other characters are literal, as are braces around anything
/// except a known field.
struct Template: Sendable, Hashable {
  /// The syntax of text: a pattern for names and lists, or the value of an edit, in which most
  /// characters are literal.
  enum Style: Sendable, Hashable {
    case pattern, value
  }

  /// A part of a template: literal text, a placeholder, or parts in brackets that are left out when
  /// a field is missing.
  enum Segment: Sendable, Hashable {
    case text(String)
    case field(Placeholder)
    case optional([Segment])
  }

  /// A placeholder in braces: alternatives separated by `|`, the first of which that the file has
  /// is used, and filters for the result.
  struct Placeholder: Sendable, Hashable {
    /// One alternative of a placeholder: a field or property of the file, or literal text in
    /// quotes.
    struct Choice: Sendable, Hashable {
      /// The source of an alternative's value: the file, literal text, or, when names are read, any
      /// text.
      enum Source: Sendable, Hashable {
        case operand(Operand, name: String)
        case text(String)
        /// Any text, written as `_`.
        case anything
      }

      let source: Source
      /// The alternative's own filters, applied before the placeholder's filters.
      let filters: [ValueFilter]
    }

    let choices: [Choice]
    /// The filters for the chosen value.
    let filters: [ValueFilter]
    /// The column of the placeholder's first character, counted from 1.
    let column: Int

    /// The operands among the choices.
    var operands: [Operand] {
      choices.compactMap { if case .operand(let operand, _) = $0.source { operand } else { nil } }
    }
  }

  let parts: [Segment]
  /// Hints about braces in a value that look like fields but are not.
  private(set) var remarks: [String] = []

  init(_ text: String, _ style: Style = .pattern) throws(TextError) {
    var reader = TemplateReader(text, style)
    parts = try reader.parts(in: nil)
    remarks = reader.remarks
    guard !parts.isEmpty || style == .value else {
      throw TextError(column: 1, "the template is empty")
    }
  }

  /// Creates a template of literal text.
  init(plain text: String) { parts = [.text(text)] }

  /// All placeholders, including the placeholders in optional parts.
  var placeholders: [Placeholder] { parts.flatMap(\.placeholders) }

  /// The text, if there are no placeholders.
  var plainText: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }

  /// The only part, if it is a placeholder, whose values are then used separately.
  var onlyPlaceholder: Placeholder? {
    guard parts.count == 1, case .field(let placeholder) = parts[0] else { return nil }
    return placeholder
  }

  /// Throws if the template cannot be used for new names.
  func checkForNames() throws(TextError) {
    if case .text(let text)? = parts.first, text.hasPrefix("/") {
      throw TextError(
        column: 1, "a template cannot begin with a slash; use --root to set the folder")
    }
    if let name = percentName {
      throw TextError(column: 1, "fields are written {\(name)}, not %\(name)%")
    }
    try checkForValues()
  }

  /// A field between percent signs, the syntax of other programs.
  private var percentName: String? {
    for part in parts {
      guard case .text(let text) = part else { continue }
      let words = text.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        .dropLast()
      if let word = words.first(where: { Operand(String($0)) != nil }) { return String(word) }
    }
    return nil
  }

  /// Throws if the template cannot be used for values.
  func checkForValues() throws(TextError) {
    for placeholder in placeholders where placeholder.choices.contains(where: \.isAnything) {
      throw TextError(column: placeholder.column, "{_} can only be used when reading names")
    }
  }

  /// The operands of all placeholders.
  var operands: [Operand] { placeholders.flatMap(\.operands) }

  /// Whether the template uses metadata fields.
  var needsFields: Bool {
    operands.contains { if case .field = $0 { true } else { false } }
  }

  /// Whether the template uses the position of the file in the command.
  var needsNumber: Bool { operands.contains(where: \.isNumbering) }
}

extension Template.Placeholder.Choice {
  var isAnything: Bool { source == .anything }
  var isField: Bool { if case .operand = source { true } else { false } }
}

extension Template.Segment {
  fileprivate var placeholders: [Template.Placeholder] {
    switch self {
    case .text: []
    case .field(let placeholder): [placeholder]
    case .optional(let parts): parts.flatMap(\.placeholders)
    }
  }
}

/// The parser of templates, for both styles; it reads the characters from left to right.
private struct TemplateReader {
  typealias Choice = Template.Placeholder.Choice

  private let characters: [Character]
  private let style: Template.Style
  private var index = 0
  /// The number of open brackets.
  private var depth = 0
  /// Whether the braces in the last error were meant as a placeholder, because they contain a
  /// filter or begin with a known field.
  private var isMeantAsField = false
  private(set) var remarks: [String] = []

  /// The maximum nesting of optional parts.
  private static let maxLevels = 16

  init(_ text: String, _ style: Template.Style) {
    characters = Array(text)
    self.style = style
  }

  /// Parses the parts up to the end, or to the bracket that closes the bracket at `start`.
  mutating func parts(in start: Int?) throws(TextError) -> [Template.Segment] {
    var parts: [Template.Segment] = []
    var text = ""
    func endText() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
    }
    while index < characters.count {
      let character = characters[index]
      index += 1
      switch character {
      case "{" where index < characters.count && characters[index] == "{":
        index += 1
        text.append("{")
      case "{":
        guard let placeholder = try knownPlaceholder() else {
          text.append("{")
          continue
        }
        endText()
        parts.append(.field(placeholder))
      case _ where style == .value: text.append(character)
      case "\\" where index < characters.count: text.append(escaped())
      case "[":
        endText()
        parts.append(.optional(try optional()))
      case "]" where start != nil:
        endText()
        return parts
      case "}", "]":
        throw TextError(
          column: index, "unmatched “\(character)”; use \\\(character) for a literal one")
      default: text.append(character)
      }
    }
    if let start { throw TextError(column: start, "unclosed bracket") }
    endText()
    return parts
  }

  /// Parses the character after a backslash.
  private mutating func escaped() -> Character {
    defer { index += 1 }
    switch characters[index] {
    case "t": return "\t"
    case "n": return "\n"
    default: return characters[index]
    }
  }

  /// Parses the parts in brackets, at least one of which must be a placeholder or an optional part.
  private mutating func optional() throws(TextError) -> [Template.Segment] {
    depth += 1
    defer { depth -= 1 }
    let start = index
    guard depth <= TemplateReader.maxLevels else {
      throw TextError(column: start, "too many levels of brackets")
    }
    let parts = try parts(in: start)
    let hasField = parts.contains { part in if case .text = part { false } else { true } }
    guard hasField else {
      throw TextError(column: start, "no field in the brackets; use \\[ for a literal bracket")
    }
    return parts
  }

  // MARK: Fields

  /// Parses a placeholder; returns nil if braces in a value do not name a field, so that they are
  /// literal.
  private mutating func knownPlaceholder() throws(TextError) -> Template.Placeholder? {
    guard style == .value else { return try placeholder() }
    let start = index
    isMeantAsField = false
    // JSON objects begin like this.
    if start < characters.count, "'\"".contains(characters[start]) { return nil }
    do throws(TextError) {
      let placeholder = try placeholder()
      if !placeholder.operands.isEmpty, !placeholder.choices.contains(where: \.isAnything) {
        return placeholder
      }
    } catch {
      guard !isMeantAsField else {
        throw TextError(column: error.place, error.reason + "; use “{{” for a literal brace")
      }
      remark(from: start)
    }
    index = start
    return nil
  }

  /// Adds a hint about the field to which braces may refer, if a field has a similar name.
  private mutating func remark(from start: Int) {
    let name = String(characters[start...].prefix { !"|:{}".contains($0) })
    guard start + name.count < characters.count, characters[start + name.count] != "{",
      name.count > 3, !name.contains(where: \.isWhitespace),
      let meant = FieldSuggestion.nearest(to: name, nextTo: FileFact.allCases.map(\.rawValue))
    else { return }
    let written = String(characters[(start - 1)...].prefix { $0 != "}" }) + "}"
    remarks.append(
      "\(written) is used literally, because \(name) is not a field; did you mean {\(meant)}?")
  }

  /// Parses the alternatives and filters of a placeholder, after its opening brace.
  private mutating func placeholder() throws(TextError) -> Template.Placeholder {
    let start = index
    var choices: [Choice] = []
    while true {
      choices.append(try choice(after: choices))
      guard index < characters.count else {
        throw TextError(column: start, "unclosed brace")
      }
      index += 1
      if characters[index - 1] == "|" { continue }
      // Filters at the end apply to the chosen alternative.
      let last = choices.removeLast()
      choices.append(Choice(source: last.source, filters: []))
      return Template.Placeholder(choices: choices, filters: last.filters, column: start)
    }
  }

  /// Parses one alternative, up to the next `|` or the closing brace.
  private mutating func choice(after others: [Choice]) throws(TextError) -> Choice {
    let start = index
    if index < characters.count, "'\"".contains(characters[index]) {
      let text = try quoted()
      let words = String(characters[index...].prefix { !"|}".contains($0) })
      let filters = try filters(words.split(separator: ":").map { $0 }, at: index + 1)
      index += words.count
      return Choice(source: .text(text), filters: filters)
    }
    let word = characters[start...].prefix { !"|}".contains($0) }
    index = word.endIndex
    let (name, filters) = try filtered(String(word), at: start)
    if name == "_" { return Choice(source: .anything, filters: filters) }
    if name.isEmpty { throw TextError(column: start + 1, "missing field name") }
    guard let operand = Operand(name) else {
      isMeantAsField = isMeantAsField || !filters.isEmpty || others.contains(where: \.isField)
      let hint = ValueFilter(name) == nil ? "" : "; filters follow a colon, as in {title:\(name)}"
      throw TextError(column: start + 1, Operand.complaint(about: name) + hint)
    }
    return Choice(source: .operand(operand, name: name), filters: filters)
  }

  /// Splits a word into the name of a field, which may contain colons, and filters.
  private mutating func filtered(
    _ word: String, at start: Int
  ) throws(TextError) -> (name: String, filters: [ValueFilter]) {
    var name = word[...]
    var filters: [ValueFilter] = []
    while let colon = name.lastIndex(of: ":") {
      let (rest, last) = (name[..<colon], name[name.index(after: colon)...])
      if let filter = ValueFilter(last) {
        filters.insert(filter, at: 0)
        name = rest
      } else if Operand(String(name)) == nil, rest == "_" || Operand(String(rest)) != nil {
        isMeantAsField = true
        throw TextError(
          column: start + rest.count + 2, ValueFilter.complaint(about: last))
      } else {
        break
      }
    }
    return (String(name), filters)
  }

  /// Parses the names of filters.
  private mutating func filters(
    _ words: [Substring], at column: Int
  ) throws(TextError) -> [ValueFilter] {
    var filters: [ValueFilter] = []
    for word in words {
      guard let filter = ValueFilter(word) else {
        isMeantAsField = true
        throw TextError(column: column, ValueFilter.complaint(about: word))
      }
      filters.append(filter)
    }
    return filters
  }

  /// Parses literal text in quotes.
  private mutating func quoted() throws(TextError) -> String {
    let start = index
    let rest = characters[(start + 1)...]
    guard let end = rest.firstIndex(of: characters[start]) else {
      throw TextError(column: start + 1, "unclosed quote")
    }
    index = end + 1
    guard index < characters.count, "|:}".contains(characters[index]) else {
      throw TextError(column: index + 1, "expected “}” after the quote")
    }
    return String(rest[..<end])
  }
}
