/// Computes, from the words, how likely a file's strings are to be in an encoding; the result is a
/// cost in tenths of a bit.
///
/// Strings are split at spaces and symbols that are not part of a character in any double-byte
/// encoding. The cost of a piece is the sum of the costs of its words in a language; symbols and
/// mixed scripts inside words add to it.
struct EncodingScorer {
  /// A piece of a string between separators, which is decoded and scored as a unit.
  private struct ScoredText {
    let bytes: ByteSlice
    let stored: TextEncoding
    let isASCII: Bool
    let mayBeTruncated: Bool
  }

  private let pieces: [ScoredText]
  private var asciiCosts: [[Unicode.Scalar]: Int] = [:]

  /// The additional cost of a piece in a different language from the others, and of an ASCII word
  /// in any Latin language.
  private static let otherLanguage = 40
  private static let otherLanguageInASCII = 20

  /// Splits the strings into pieces.
  init(_ texts: [LegacyText]) {
    var pieces: [ScoredText] = []
    for text in texts {
      let ranges = EncodingScorer.ranges(of: text.bytes)
      for range in ranges {
        let bytes = text.bytes.clamped(from: range.lowerBound, count: range.count)
        pieces.append(
          ScoredText(
            bytes: bytes, stored: text.stored, isASCII: bytes.isASCII,
            mayBeTruncated: text.mayBeTruncated && range.upperBound == text.bytes.count))
      }
    }
    self.pieces = pieces
  }

  /// Returns the ranges between separators, which are bytes below `@` other than digits.
  private static func ranges(of bytes: ByteSlice) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for (index, byte) in bytes.bytes.enumerated() where byte < 0x30 || 0x3A...0x3F ~= byte {
      if start < index { ranges.append(start..<index) }
      start = index + 1
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
    return ranges
  }

  /// Whether all the strings are ASCII.
  var isASCII: Bool { pieces.allSatisfy(\.isASCII) }

  /// The number of scored bytes.
  var count: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

  /// Whether all the strings are valid in the given encoding.
  func areLegal(in encoding: TextEncoding) -> Bool {
    pieces.allSatisfy { text(of: $0, in: encoding) != nil }
  }

  /// Returns the cost of the strings as shown.
  mutating func costAsShown() -> Int {
    guard let western = EncodingCandidate.western else { return 0 }
    return cost(pieces.map { $0.stored.decodeWhole($0.bytes) }, western)
  }

  /// Returns the cost of the strings in a candidate encoding, including the cost of assuming it;
  /// nil when they are not valid in it.
  mutating func cost(in candidate: EncodingCandidate) -> Int? {
    var texts: [String] = []
    for piece in pieces {
      guard let text = text(of: piece, in: candidate.encoding) else { return nil }
      texts.append(text)
    }
    return cost(texts, candidate) + candidate.cost
  }

  /// Decodes a piece; returns nil when it is not valid in the encoding.
  private func text(of piece: ScoredText, in encoding: TextEncoding) -> String? {
    encoding.decodeStrictly(piece.bytes, mayBeTruncated: piece.mayBeTruncated)
  }

  /// Returns the lowest cost over all languages of an encoding; individual pieces may be in a
  /// different one of these languages.
  private mutating func cost(_ texts: [String], _ candidate: EncodingCandidate) -> Int {
    var costs: [[Int]] = []
    for language in candidate.languages {
      var all: [Int] = []
      for (index, text) in texts.enumerated() {
        all.append(cost(of: text, pieces[index].bytes, candidate, language))
      }
      costs.append(all)
    }
    let least = texts.indices.map { index in
      (costs.map { $0[index] }.min() ?? 0) + EncodingScorer.otherLanguage
    }
    return costs.map { zip($0, least).reduce(0) { $0 + min($1.0, $1.1) } }.min() ?? 0
  }

  /// Returns the cost of one piece in a language.
  private mutating func cost(
    of text: String, _ bytes: ByteSlice, _ candidate: EncodingCandidate,
    _ language: LanguageProfile
  ) -> Int {
    let scalars = Array(text.unicodeScalars)
    if let ranks = language.characterRanks {
      return IdeographScore(ranks, candidate, isJapanese: language.language == "ja")
        .cost(of: scalars, bytes)
    }
    var cost = CharacterCost.cost(ofBordersIn: scalars)
    var index = 0
    while index < scalars.count {
      guard CharacterCost.isWord(scalars[index]) else {
        cost += CharacterCost.cost(of: scalars[index])
        index += 1
        continue
      }
      let end = scalars[index...].firstIndex { !CharacterCost.isWord($0) } ?? scalars.count
      cost += self.cost(ofWord: scalars[index..<end], language)
      index = end
    }
    return cost
  }

  /// Returns the cost of a word; an ASCII word may be in any Latin language.
  private mutating func cost(
    ofWord word: ArraySlice<Unicode.Scalar>, _ language: LanguageProfile
  ) -> Int {
    guard word.allSatisfy(\.isASCII) else { return language.cost(ofWord: word) }
    let foreign = asciiCost(of: word) + EncodingScorer.otherLanguageInASCII
    return language.isLatin ? min(language.cost(ofWord: word), foreign) : foreign
  }

  /// Returns the cost of an ASCII word in the language in which it is most likely.
  private mutating func asciiCost(of word: ArraySlice<Unicode.Scalar>) -> Int {
    let key = Array(word)
    if let known = asciiCosts[key] { return known }
    let cost = LanguageProfile.latin.map { $0.cost(ofWord: word) }.min() ?? 0
    asciiCosts[key] = cost
    return cost
  }
}

extension TextEncoding {
  /// Decodes bytes; returns nil when they are not valid.
  ///
  /// Text that may be truncated can end with an incomplete character.
  func decodeStrictly(_ bytes: ByteSlice, mayBeTruncated: Bool) -> String? {
    if let text = decodeStrictly(bytes) { return text }
    guard mayBeTruncated, self == .utf8 || doubleBytePage != nil else { return nil }
    for missing in 1...(self == .utf8 ? 3 : 1) where missing < bytes.count {
      if let text = decodeStrictly(bytes.clamped(from: 0, count: bytes.count - missing)) {
        return text
      }
    }
    return nil
  }
}
