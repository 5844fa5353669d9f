/// Splits the expression of `--where` into words, operators and quoted strings, with their columns
/// for messages.
struct ConditionScanner {
  /// A word, parenthesis or quoted string, and the column of its first character, counted from 1.
  struct Token: Sendable, Hashable {
    let column: Int
    let text: String
  }

  private let characters: [Character]
  private var index = 0

  init(_ text: String) { characters = Array(text) }

  /// The column of the next word.
  var column: Int { start + 1 }

  /// The next word, without consuming it, or nil at the end.
  var next: Token? {
    let start = start
    guard start < characters.count else { return nil }
    let word = characters[start...].prefix { !$0.isWhitespace && !"()".contains($0) }
    return Token(column: start + 1, text: word.isEmpty ? String(characters[start]) : String(word))
  }

  private var start: Int {
    characters[index...].firstIndex { !$0.isWhitespace } ?? characters.count
  }

  /// Consumes an operator or a word if it comes next, ignoring case; returns whether it did.
  mutating func consume(_ word: String) -> Bool {
    let start = start
    let end = start + word.count
    guard end <= characters.count, String(characters[start..<end]).lowercased() == word else {
      return false
    }
    // `orchestra` is not `or`.
    if word.first?.isLetter == true, end < characters.count,
      !ConditionScanner.endsName(characters[end])
    {
      return false
    }
    index = end
    return true
  }

  private static func endsName(_ character: Character) -> Bool {
    character.isWhitespace || "()!=<>&|\"'".contains(character)
  }

  // MARK: Parts of a test

  /// Scans the name of a field, which is quoted if it contains spaces or operators.
  mutating func name() throws(TextError) -> Token {
    if let quoted = try quoted() { return quoted }
    let start = start
    let word = characters[start...].prefix { !ConditionScanner.endsName($0) }
    guard !word.isEmpty else {
      throw TextError(column: start + 1, "expected the name of a field")
    }
    index = word.endIndex
    return Token(column: start + 1, text: String(word))
  }

  /// Scans the relation between name and value; returns nil for a name alone.
  mutating func relation() throws(TextError) -> Comparison.Relation? {
    for relation in Comparison.Relation.allCases where consume(relation.rawValue) {
      return relation
    }
    if start < characters.count, characters[start] == "=" {
      throw TextError(column: start + 1, "use == to compare values")
    }
    return nil
  }

  /// Scans the value after a relation: up to the next space or parenthesis, or in quotes.
  mutating func value() throws(TextError) -> Token {
    if let quoted = try quoted() { return quoted }
    let start = start
    let word = characters[start...].prefix { !$0.isWhitespace && !"()".contains($0) }
    guard !word.isEmpty else { throw TextError(column: start + 1, "expected a value") }
    index = word.endIndex
    return Token(column: start + 1, text: String(word))
  }

  /// Scans quoted text if it comes next; a backslash escapes a quote and itself.
  private mutating func quoted() throws(TextError) -> Token? {
    let start = start
    guard start < characters.count, "\"'".contains(characters[start]) else { return nil }
    let quote = characters[start]
    var text = ""
    var place = start + 1
    while place < characters.count {
      let character = characters[place]
      if character == quote {
        index = place + 1
        return Token(column: start + 1, text: text)
      }
      if character == "\\", place + 1 < characters.count,
        [quote, "\\"].contains(characters[place + 1])
      {
        place += 1
      }
      text.append(characters[place])
      place += 1
    }
    throw TextError(column: start + 1, "unclosed quote")
  }
}
