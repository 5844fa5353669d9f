/// A model of how likely words are in a language, based on the frequencies of letter pairs or, for
/// ideographs, of characters.
///
/// It is used to guess the encoding of text.
///
/// Costs are negative binary logarithms of probabilities, in tenths of a bit.
struct LanguageProfile: Sendable {
  /// The frequencies of the language: those of letter pairs, or those of characters.
  private enum Kind: Sendable {
    /// The rank of each letter among those that follow another letter, and the set of all letters.
    case letters(followers: [Pair: Int], alphabet: Set<UInt32>)
    /// The rank of each character.
    case characters([UInt32: Int])
  }

  /// Two consecutive letters in a word, as code points; one of them may be the edge of the word.
  private struct Pair: Hashable {
    let first: UInt32
    let second: UInt32
  }

  let language: String
  private let kind: Kind

  /// Whether the language is written in Latin letters.
  var isLatin: Bool {
    if case .letters(_, let alphabet) = kind { alphabet.contains(0x61) } else { false }
  }

  /// The ranks of characters; nil for a language written in letters.
  var characterRanks: [UInt32: Int]? {
    if case .characters(let ranks) = kind { ranks } else { nil }
  }

  /// The marker for the start and the end of a word: an underscore, as in the table.
  private static let edge: UInt32 = 0x5F
  /// The cost of a letter of the language that rarely follows the previous one, and of a letter
  /// from a different language.
  private static let unusualLetter = 90
  private static let foreignLetter = 140

  /// Returns the cost of a word.
  func cost(ofWord word: ArraySlice<Unicode.Scalar>) -> Int {
    guard case .letters(let followers, let alphabet) = kind else { return 0 }
    var cost = 0
    var previous = LanguageProfile.edge
    for letter in lowered(word) + [LanguageProfile.edge] {
      if let rank = followers[Pair(first: previous, second: letter)] {
        // Measured over all languages: 2.0 bits for the most frequent letter, then nearly linear.
        cost += 20 + rank * 36 / 10
      } else {
        cost +=
          alphabet.contains(letter) ? LanguageProfile.unusualLetter : LanguageProfile.foreignLetter
      }
      previous = letter
    }
    return cost + LanguageProfile.caseCost(of: word)
  }

  /// Returns the letters of a word in lower case, following the rules of the language.
  private func lowered(_ word: ArraySlice<Unicode.Scalar>) -> [UInt32] {
    word.enumerated().map { index, scalar in
      switch (scalar, language) {
      case ("I", "tr"): 0x131
      case ("İ", "tr"): 0x69
      case ("Σ", _) where index == word.count - 1 && index > 0: 0x3C2
      default:
        scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
      }
    }
  }

  /// Returns the cost of the capitals in a word, which is high for capitals after lower-case
  /// letters: these are rare in correctly decoded text, which helps to distinguish the code pages
  /// of a script.
  private static func caseCost(of word: ArraySlice<Unicode.Scalar>) -> Int {
    let capitals = word.map(\.properties.isUppercase)
    guard capitals.contains(true) else { return 0 }
    if capitals.count > 1, !capitals.contains(false) { return 20 }
    var cost = capitals[0] ? 10 : 0
    cost += zip(capitals, capitals.dropFirst()).count { !$0 && $1 } * 80
    if capitals.count > 1, capitals[0], capitals[1] { cost += 40 }
    return cost
  }
}

extension LanguageProfile {
  /// The profiles built from ``LetterFrequencies``, by language.
  static let all: [String: LanguageProfile] = {
    var profiles: [String: LanguageProfile] = [:]
    for (language, lines) in lines(of: LetterFrequencies.pairs) {
      var followers: [Pair: Int] = [:]
      var alphabet: Set<UInt32> = []
      for group in lines.flatMap({ $0.split(separator: " ") }) {
        guard let letter = group.first?.value else { continue }
        alphabet.insert(letter)
        for (rank, other) in group.dropFirst().enumerated() {
          followers[Pair(first: letter, second: other.value)] = rank
        }
      }
      profiles[language] = LanguageProfile(
        language: language, kind: .letters(followers: followers, alphabet: alphabet))
    }
    for (language, lines) in lines(of: LetterFrequencies.characters) {
      var ranks: [UInt32: Int] = [:]
      for (rank, scalar) in lines.joined().enumerated() { ranks[scalar.value] = rank }
      profiles[language] = LanguageProfile(language: language, kind: .characters(ranks))
    }
    return profiles
  }()

  /// The languages written in Latin letters.
  static let latin = all.values.filter(\.isLatin)

  /// Returns the lines of a table, grouped by the language at the start of each.
  private static func lines(
    of table: String
  ) -> [String: [Substring.UnicodeScalarView]] {
    var lines: [String: [Substring.UnicodeScalarView]] = [:]
    for line in table.unicodeScalars.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      lines[String(parts[0]), default: []].append(parts[1])
    }
    return lines
  }
}
