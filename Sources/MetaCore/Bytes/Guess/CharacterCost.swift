/// The costs of characters between words, and of unlikely neighbours inside words, used to guess
/// the encoding of text.
///
/// Costs are in tenths of a bit; a wrong encoding has a high cost.
enum CharacterCost {
  /// The kind of a character in a word: a Latin letter, a letter of another script, a rare symbol,
  /// or a character that may be next to any of these.
  private enum Kind {
    case latin
    case otherScript
    case sign
    case neutral
  }

  /// Symbols that are common in every language.
  private static let usual = Set("“”‘’–—…«»„‚•·©®™°´№\u{A0}¡¿†‹›".unicodeScalars)

  /// Whether a character is part of a word: a letter, or a number other than a digit.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  /// Returns the cost of a character between words.
  static func cost(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 0 }
    if usual.contains(scalar) { return 70 }
    return scalar.properties.generalCategory == .control ? 300 : 130
  }

  /// Returns the cost of adjacent letters from different scripts, and of letters adjacent to rare
  /// symbols.
  static func cost(ofBordersIn scalars: [Unicode.Scalar]) -> Int {
    var cost = 0
    var previous: Kind?
    for scalar in scalars {
      let kind = kind(of: scalar)
      switch (previous, kind) {
      case (.latin?, .otherScript), (.otherScript?, .latin): cost += 200
      case (.latin?, .sign), (.sign?, .latin), (.sign?, .otherScript): cost += 40
      default: break
      }
      previous = kind
    }
    return cost
  }

  /// Returns the kind of a character.
  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.isASCII { return scalar.properties.isAlphabetic ? .latin : .neutral }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      let isLatin =
        (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value)
      return isLatin ? .latin : .otherScript
    case .nonspacingMark, .spacingMark, .enclosingMark: return .otherScript
    default: return usual.contains(scalar) ? .neutral : .sign
    }
  }
}

/// Computes the cost of text that consists of ideographs or syllables (Chinese, Japanese, Korean),
/// in tenths of a bit, when its encoding is being guessed.
struct IdeographScore {
  private let ranks: [UInt32: Int]
  private let candidate: EncodingCandidate
  private let isJapanese: Bool

  private static let punctuation = Set(
    "　、。，．・：；？！゛゜´｀¨＾￣＿ヽヾゝゞ〃仝々〆〇ー―‐／＼～∥｜…‥‘’“”（）〔〕［］｛｝〈〉《》「」『』【】＋－×＆＠＃★☆♪"
      .unicodeScalars)

  init(_ ranks: [UInt32: Int], _ candidate: EncodingCandidate, isJapanese: Bool) {
    self.ranks = ranks
    self.candidate = candidate
    self.isJapanese = isJapanese
  }

  /// Returns the cost of text that was decoded from `bytes`.
  func cost(of scalars: [Unicode.Scalar], _ bytes: ByteSlice) -> Int {
    var cost = 0
    var offset = 0
    var wasLatin: Bool?
    for scalar in scalars {
      let lead = bytes[offset] ?? 0
      let isLatin = scalar.isASCII && scalar.properties.isAlphabetic
      // Ideographs among Latin letters are actually accented letters from a single-byte code page.
      if let wasLatin, wasLatin != isLatin { cost += 100 }
      wasLatin = isLatin
      cost += scalar.isASCII ? (isLatin ? 50 : 0) : self.cost(of: scalar, lead)
      offset += isSingle(lead) ? 1 : 2
    }
    return cost
  }

  /// Returns the cost of one character, based on its rank in the language or its row in the code
  /// page.
  private func cost(of scalar: Unicode.Scalar, _ lead: UInt8) -> Int {
    if let rank = ranks[scalar.value] {
      // Zipf's law over a thousand characters.
      return 22 + IdeographScore.tenfoldLogarithm(rank + 10)
    }
    if IdeographScore.punctuation.contains(scalar) || (0xFF01...0xFF5E).contains(scalar.value) {
      return 80
    }
    if (0xFF61...0xFF9F).contains(scalar.value) { return 120 }
    if isJapanese, (0x3040...0x30FF).contains(scalar.value) { return 90 }
    return candidate.commonLeads?.contains(lead) == true ? 130 : 170
  }

  /// Whether a byte is a character by itself in this encoding.
  private func isSingle(_ lead: UInt8) -> Bool {
    lead < 0x80 || (candidate.encoding == .shiftJIS && 0xA1...0xDF ~= lead)
      || (candidate.encoding == .gbk && lead == 0x80)
  }

  /// Returns ten times the binary logarithm, interpolated linearly between powers of two.
  private static func tenfoldLogarithm(_ number: Int) -> Int {
    let exponent = max(0, Int.bitWidth - 1 - number.leadingZeroBitCount)
    return 10 * exponent + 10 * (number - 1 << exponent) / (1 << exponent)
  }
}
