internal import MetaCore

/// A legacy code page, such as Windows-1251, in which tag text was written although it is decoded
/// as Latin-1 or Windows-1252, with a test for whether bytes decoded with it are plausible words in
/// its languages.
///
/// ``MisreadCodePage`` tries these code pages.
struct LegacyPage: Sendable {
  let encoding: TextEncoding
  /// Whether the byte sequences of this code page are unlikely in other code pages.
  var isDistinct = true
  /// Returns whether the text decoded from these bytes is plausible.
  let isPlausible: @Sendable (_ text: String, _ bytes: [UInt8]) -> Bool

  /// The code pages to try.
  static let all: [LegacyPage] = [
    LegacyPage(encoding: .windows1252) { text, bytes in isWestern(text, bytes) },
    LegacyPage(encoding: .windows1251) { text, _ in CasedScript.cyrillic.isPlausible(text) },
    LegacyPage(encoding: .koi8R) { text, _ in CasedScript.cyrillic.isPlausible(text) },
    LegacyPage(encoding: .windows1253) { text, _ in isGreek(text) },
    LegacyPage(encoding: .windows1255, isDistinct: false) { text, _ in isHebrew(text) },
    LegacyPage(encoding: .windows1256, isDistinct: false) { text, _ in isArabic(text) },
    LegacyPage(encoding: .windows874, isDistinct: false) { text, _ in isThai(text) },
    LegacyPage(encoding: .shiftJIS) { text, _ in isJapanese(text, syllables: 1) },
    LegacyPage(encoding: .shiftJIS, isDistinct: false) { text, _ in
      isJapanese(text, syllables: 0)
        && !text.unicodeScalars.contains { $0.value < 0x80 && $0.properties.isAlphabetic }
    },
    LegacyPage(encoding: .gb2312, isDistinct: false) { text, bytes in
      isChinese(text, bytes, leads: 0xB0...0xD7, signs: 0xA1...0xA3)
    },
    LegacyPage(encoding: .big5, isDistinct: false) { text, bytes in
      isChinese(text, bytes, leads: 0xA4...0xC6, signs: 0xA1...0xA3)
    },
    LegacyPage(encoding: .eucKR, isDistinct: false) { text, _ in
      words(text).allSatisfy { $0.allSatisfy { TextScript($0) == .hangul } } && letters(text) > 1
    },
  ]

  /// Shift JIS with a stricter test, for text that is not otherwise suspicious.
  static let japanese = LegacyPage(encoding: .shiftJIS) { text, _ in
    isJapanese(text, syllables: 2)
  }

  // MARK: Scripts

  /// Returns whether the text is Western text with quotes, dashes and similar symbols, which,
  /// unlike letters, have the same codes in nearly all Windows code pages.
  private static func isWestern(_ text: String, _ bytes: [UInt8]) -> Bool {
    let isRun = bytes.split { $0 < 0x80 }.contains { $0.count >= 3 }
    guard !isRun, bytes.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) })
    else { return false }
    var last: Unicode.Scalar = " "
    for (scalar, byte) in zip(text.unicodeScalars, bytes) {
      defer { last = scalar }
      guard (0x80...0x9F).contains(byte) else { continue }
      guard "€…‘’“”•–—™‹›„".unicodeScalars.contains(scalar),
        scalar != "„" || !last.properties.isAlphabetic
      else { return false }
    }
    return true
  }

  /// Returns whether all characters beyond ASCII are kana or ideographs, with at least `syllables`
  /// kana; ideographs alone may come from a different code page.
  private static func isJapanese(_ text: String, syllables: Int) -> Bool {
    let scalars = text.unicodeScalars.filter { $0.value >= 0x80 }
    let isHalfWide = scalars.contains { (0xFF61...0xFF9F).contains($0.value) }
    return !isHalfWide && scalars.count > 1 && scalars.allSatisfy { TextScript($0) == .eastAsian }
      && scalars.count { (0x3041...0x30FE).contains($0.value) } >= syllables
  }

  /// Returns whether the text is plausible Greek: words have at most one accent, ς occurs only at
  /// their end and σ never there; ΰ, which has the code of Russian а in Windows-1251, is very rare.
  private static func isGreek(_ text: String) -> Bool {
    CasedScript.greek.isPlausible(text)
      && words(text).allSatisfy { word in
        word.count { "άέήίόύώΆΈΉΊΌΎΏ".unicodeScalars.contains($0) } < 2
          && !word.contains("ΰ") && !word.dropLast().contains("ς") && word.last != "σ"
      }
  }

  /// Returns whether the text is plausible Hebrew: five letters have final forms, which occur only
  /// at the end of words.
  private static func isHebrew(_ text: String) -> Bool {
    let finals = "ךםןףץ".unicodeScalars
    return letters(text) > 3
      && words(text).allSatisfy { word in
        word.allSatisfy { (0x05D0...0x05EA).contains($0.value) }
          && !word.dropLast().contains(where: finals.contains)
      }
  }

  /// Returns whether the text is plausible Arabic: two letters occur only at the end of words, and
  /// some forms of hamza never at the beginning.
  private static func isArabic(_ text: String) -> Bool {
    letters(text) > 3
      && words(text).allSatisfy { word in
        word.allSatisfy { (0x0621...0x0652).contains($0.value) }
          && !word.dropLast().contains(where: { $0 == "\u{0629}" || $0 == "\u{0649}" })
          && word.first.map { !"\u{0621}\u{0624}\u{0626}".unicodeScalars.contains($0) } ?? true
      }
  }

  /// Returns whether the text is plausible Thai: vowels above and below and tone marks do not begin
  /// a word, and at least two fifths of the letters are consonants.
  private static func isThai(_ text: String) -> Bool {
    let consonants = text.unicodeScalars.count { (0x0E01...0x0E2E).contains($0.value) }
    return letters(text) > 3 && consonants * 5 >= letters(text) * 2
      && words(text).allSatisfy { word in
        word.allSatisfy { TextScript($0) == .thai }
          && word.first.map {
            $0.properties.canonicalCombiningClass == .notReordered
              && $0.properties.generalCategory != .nonspacingMark
          } ?? true
      }
  }

  /// Returns whether the text is plausible Chinese: the common characters are in the first rows of
  /// the code pages.
  private static func isChinese(
    _ text: String, _ bytes: [UInt8], leads: ClosedRange<UInt8>, signs: ClosedRange<UInt8>
  ) -> Bool {
    var rest = bytes[...]
    var count = 0
    while let byte = rest.popFirst() {
      guard byte >= 0x80 else { continue }
      _ = rest.popFirst()
      if leads.contains(byte) { count += 1 } else if !signs.contains(byte) { return false }
    }
    return count > 1 && text.unicodeScalars.allSatisfy { $0.value < 0x80 || TextScript($0) != nil }
  }

  /// Returns the runs of letters beyond ASCII.
  private static func words(_ text: String) -> [[Unicode.Scalar]] {
    text.unicodeScalars.split { $0.value < 0x80 || $0.isPunctuation }.map { Array($0) }
  }

  /// Returns the number of letters beyond ASCII.
  private static func letters(_ text: String) -> Int { words(text).reduce(0) { $0 + $1.count } }
}

/// A script with upper and lower case (Cyrillic, Greek), with a test for whether text consists of
/// words in it: capitals only at the beginning of words or throughout, and vowels in every longer
/// word.
struct CasedScript: Sendable {
  let script: TextScript
  private let vowels: Set<Unicode.Scalar>

  static let cyrillic = CasedScript(
    script: .cyrillic, vowels: Set("аеёиоуыэюяіїєъАЕЁИОУЫЭЮЯІЇЄЪ".unicodeScalars))
  static let greek = CasedScript(
    script: .greek,
    vowels: Set("αεηιουωάέήίόύώϊϋΐΰΑΕΗΙΟΥΩΆΈΉΊΌΎΏ".unicodeScalars))

  /// Returns whether the text consists of words of this script, with plausible capitalisation and
  /// vowels.
  func isPlausible(_ text: String) -> Bool {
    var count = 0
    var vowelCount = 0
    for word in text.unicodeScalars.split(whereSeparator: { !$0.properties.isAlphabetic }) {
      let letterCount = word.count { TextScript($0) == script }
      if letterCount == 0, word.allSatisfy({ $0.value < 0x80 }) { continue }
      let ownVowels = word.count(where: vowels.contains)
      guard letterCount == word.count, hasCapitalsInPlace(Array(word)),
        letterCount < 4 || ownVowels > 0
      else {
        return false
      }
      count += letterCount
      vowelCount += ownVowels
    }
    // Punctuation is allowed between words; other characters are not.
    let isClean = text.unicodeScalars.allSatisfy {
      $0.value < 0x80 || TextScript($0) == script || $0.isPunctuation
    }
    // Short text is inconclusive; between a sixth and two thirds of the letters must be vowels.
    return isClean && count > 3 && vowelCount * 6 >= count && vowelCount * 3 <= count * 2
  }

  /// Returns whether a word is written as `word`, `Word` or `WORD`.
  private func hasCapitalsInPlace(_ word: [Unicode.Scalar]) -> Bool {
    let rest = word.dropFirst()
    return rest.allSatisfy { $0.properties.isLowercase }
      || word.allSatisfy { $0.properties.isUppercase }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a quote, a dash, a space, № or ©, or other punctuation between words.
  fileprivate var isPunctuation: Bool {
    switch properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .dashPunctuation, .otherPunctuation,
      .openPunctuation, .closePunctuation, .spaceSeparator:
      true
    default: self == "№" || self == "©"
    }
  }
}
