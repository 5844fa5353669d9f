internal import MetaCore

/// Finds the original of text that was written in UTF-8 and decoded with a single-byte encoding,
/// such as `BeyoncÃ©`.
///
/// Valid UTF-8 is not sufficient evidence: `AMANHÃ…` is also valid. Every decoded character must
/// be a common one, and one of the sequences must not occur in words, such as a symbol inside a
/// word or a capital after a lower-case letter.
struct MisreadUTF8 {
  /// The encodings with which UTF-8 is mistakenly decoded.
  private static let carriers: [TextEncoding] = [.latin1, .windows1252, .windows1251, .macRoman]
  /// The maximum number of times that text may have been misread.
  private static let maxTimes = 3

  /// Returns the original text, or nil if the text is probably correct.
  static func reading(of text: String) -> GarbledText.Interpretation? {
    var result: String?
    for _ in 0..<maxTimes {
      guard let next = carriers.lazy.compactMap({ decoded(result ?? text, from: $0) }).first else {
        break
      }
      result = next
    }
    return result.map { GarbledText.Interpretation(text: $0, written: .utf8) }
  }

  /// Returns the text decoded as UTF-8, assuming that `carrier` was used by mistake, or nil without
  /// sufficient evidence.
  private static func decoded(_ text: String, from carrier: TextEncoding) -> String? {
    guard let bytes = carrier.encodeWhole(text),
      let decoded = TextEncoding.utf8.decodeStrictly(ByteSlice(bytes)),
      carrier.decodeWhole(ByteSlice(bytes)) == text
    else { return nil }
    let original = Array(text.unicodeScalars)
    guard original.count == bytes.count else { return nil }
    var search = MisreadUTF8(original: original)
    for scalar in decoded.unicodeScalars where !search.add(scalar) { return nil }
    return search.isCertain ? decoded : nil
  }

  // MARK: The evidence

  /// The misread text, one character for each byte of UTF-8.
  private let original: [Unicode.Scalar]
  /// The index of the first character that has not been examined.
  private var position = 0
  /// The end of the last multi-byte sequence: two adjacent sequences count as evidence.
  private var endOfLast = -1
  /// Whether any sequence of characters cannot occur in words.
  private var hasStrangeSequence = false
  /// The number of decoded characters of each script other than Latin.
  private var scripts: [TextScript: Int] = [:]

  private init(original: [Unicode.Scalar]) { self.original = original }

  /// Adds the next character of the decoded text, and returns whether it is a common one.
  private mutating func add(_ scalar: Unicode.Scalar) -> Bool {
    let range = position..<position + UTF8.width(scalar)
    position = range.upperBound
    guard range.count > 1 else { return true }
    guard let script = TextScript(scalar) else { return false }
    if script.isCounted { scripts[script, default: 0] += 1 }
    if isStrange(range) || endOfLast == range.lowerBound { hasStrangeSequence = true }
    endOfLast = range.upperBound
    return true
  }

  /// Whether the evidence is sufficient; a single letter in another script may be a coincidence.
  private var isCertain: Bool { hasStrangeSequence && scripts.values.allSatisfy { $0 > 1 } }

  /// Returns whether these characters cannot occur at their position in a word.
  private func isStrange(_ range: Range<Int>) -> Bool {
    let lead = original[range.lowerBound]
    let trail = original[range].dropFirst()
    if range.count > 3 || !lead.properties.isAlphabetic { return true }
    if trail.contains(where: { $0.isStrangeAfterLetter }) { return true }
    if lead == "Ã", trail.contains(where: \.properties.isAlphabetic) { return true }
    guard lead.properties.isUppercase else { return false }
    if range.lowerBound > 0, original[range.lowerBound - 1].properties.isLowercase { return true }
    guard range.upperBound < original.count, let sign = trail.last else { return false }
    return original[range.upperBound].properties.isLowercase && !sign.properties.isAlphabetic
      && sign != "’" && sign != "´"
  }
}

extension Unicode.Scalar {
  /// Whether the character never follows a letter in text: control characters, and symbols that
  /// begin a word or have no meaning there.
  fileprivate var isStrangeAfterLetter: Bool {
    isControl || "¢£¤¥¦§¨©¬\u{AD}¯±µ¶¸¹¼½¾ƒ‚„‡ˆ‰˜Ÿ€".unicodeScalars.contains(self)
  }
}
