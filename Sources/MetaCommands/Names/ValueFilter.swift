internal import MetaCore

/// A filter that changes the value of a placeholder in a template, such as `{title:titlecase}` or
/// `{track:02}`.
enum ValueFilter: Sendable, Hashable {
  /// Adds leading zeros to a number, up to this many digits.
  case digits(Int)
  case upper, lower, titlecase, sentencecase, trim, first, last

  /// The names of filters.
  static let words = [
    "upper", "lower", "titlecase", "sentencecase", "trim", "first", "last",
  ]

  /// Creates the filter for a word, ignoring case; returns nil for unknown words.
  init?(_ word: some StringProtocol) {
    switch word.lowercased() {
    case "upper": self = .upper
    case "lower": self = .lower
    case "titlecase": self = .titlecase
    case "sentencecase": self = .sentencecase
    case "trim": self = .trim
    case "first": self = .first
    case "last": self = .last
    default:
      guard word.utf8.first == UInt8(ascii: "0"), word.utf8.allSatisfy(ValueFilter.isDigit),
        let width = Int(word), (1...20).contains(width)
      else { return nil }
      self = .digits(width)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns the error message for a word that is not a filter.
  static func complaint(about word: some StringProtocol) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isDigit) {
      return "write the number of digits as in {track:02}"
    }
    let hint = SpellingSuggestion.hint(for: String(word), of: words)
    return "unknown filter “\(word)”\(hint.isEmpty ? ";" : hint) the filters are "
      + words.joined(separator: ", ") + " and numbers of digits (02)"
  }

  /// Returns the filtered values.
  func values(_ values: [String]) -> [String] {
    switch self {
    case .first: Array(values.prefix(1))
    case .last: Array(values.suffix(1))
    default: values.map(text)
    }
  }

  /// Returns one filtered value.
  private func text(_ text: String) -> String {
    switch self {
    case .digits(let width): ValueFilter.padded(text, width)
    case .upper: text.uppercased()
    case .lower: text.lowercased()
    case .titlecase: LetterCase.title(text)
    case .sentencecase: LetterCase.sentence(text)
    case .trim: LetterCase.trimmed(text)
    case .first, .last: text
    }
  }

  /// Returns digits with leading zeros; other text is unchanged.
  private static func padded(_ text: String, _ width: Int) -> String {
    guard text.count < width, text.utf8.allSatisfy(isDigit) else { return text }
    return String(repeating: "0", count: width - text.count) + text
  }
}

/// Converts text to title case and sentence case, and removes superfluous spaces, for the filters
/// of templates.
enum LetterCase {
  /// English words that stay in lower case inside a title.
  private static let small: Set = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "nor", "of", "on", "or", "the",
    "to", "vs", "with",
  ]

  /// Returns the text in title case: each word is capitalised, except English articles,
  /// conjunctions and short prepositions that are not the first or last word or the start of a
  /// subtitle.
  ///
  /// Words with inner capitals (McCartney, AC/DC, iPhone) stay unchanged, unless the whole text is
  /// in upper case.
  static func title(_ text: String) -> String {
    let words = words(of: text)
    let isShouted = isShouted(text)
    let letters = words.indices.filter { words[$0].contains(where: \.isLetter) }
    return words.enumerated().map { index, word in
      let isInside = index != letters.first && index != letters.last
      let lower = word.lowercased()
      if isInside, small.contains(lower), !beginsPart(words, index) { return lower }
      return isShouted || !hasInnerCapital(word) ? capitalized(lower) : String(word)
    }.joined()
  }

  /// Returns the text in sentence case: only the first letter is capitalised, except words with
  /// inner capitals, which stay unchanged unless the whole text is in upper case.
  static func sentence(_ text: String) -> String {
    let isShouted = isShouted(text)
    var isFirst = true
    return words(of: text).map { word in
      guard word.contains(where: \.isLetter) else { return String(word) }
      defer { isFirst = false }
      if !isShouted, hasInnerCapital(word) { return String(word) }
      return isFirst ? capitalized(word.lowercased()) : word.lowercased()
    }.joined()
  }

  /// Returns the text without white space at both ends, and with repeated spaces merged.
  static func trimmed(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == " ", result.isEmpty || result.last == " " { continue }
      result.append(character)
    }
    while let last = result.last, last.isWhitespace { result.removeLast() }
    while let first = result.first, first.isWhitespace { result.removeFirst() }
    return result
  }

  /// Returns the words and the text between them, in order.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let word = rest.prefix { isOfWord($0) == isOfWord(first) }
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }

  /// Returns whether a character is part of a word; apostrophes are, as in “don't”.
  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "'’".contains(character)
  }

  /// Returns whether the text has no lower-case letters, so that its capitals mean nothing.
  private static func isShouted(_ text: String) -> Bool { !text.contains(where: \.isLowercase) }

  private static func hasInnerCapital(_ word: Substring) -> Bool {
    word.dropFirst().contains(where: \.isUppercase)
  }

  /// Returns whether a word begins the text or a subtitle: after a colon, a dash, a bracket or a
  /// quote.
  private static func beginsPart(_ words: [Substring], _ index: Int) -> Bool {
    guard index > 0 else { return true }
    return words[index - 1].contains { ":–—([{\"“".contains($0) }
      || words[index - 1].contains(" - ")
  }

  private static func capitalized(_ word: String) -> String {
    // An apostrophe may begin a word, as in 'round.
    guard let place = word.firstIndex(where: \.isLetter) else { return word }
    guard word[..<place].allSatisfy({ "'’".contains($0) }) else { return word }
    var first = ""
    for scalar in String(word[place]).unicodeScalars {
      first += first.isEmpty ? scalar.properties.titlecaseMapping : String(scalar)
    }
    return word[..<place] + first + word[word.index(after: place)...]
  }
}
