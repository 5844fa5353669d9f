/// A language as a BCP 47 tag, such as `en`, `ja` or `zh-Hant`, to which the codes of all formats
/// are converted; the counterpart of AVFoundation's extended language tag.
///
/// Most formats identify languages in one of four ways: three letters (ISO 639-2, ID3 frames),
/// three letters in 16 bits (ISO/IEC 14496-12 §8.4.2), a Macintosh language number (QTFF "Language
/// Code Values"), and a tag (such as `elng`).
public struct LanguageTag: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  /// The tag.
  public let rawValue: String

  /// Creates a language from its tag.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The tag.
  public var description: String { rawValue }

  /// An undetermined language.
  public static let undetermined = LanguageTag(rawValue: "und")
  /// English.
  public static let english = LanguageTag(rawValue: "en")

  /// Creates the language with an ISO 639-2 three-letter code, terminological or bibliographic, in
  /// upper or lower case.
  ///
  /// `XXX`, which ID3v2.4 §4 uses for an unknown language, becomes ``undetermined``. Returns nil
  /// unless the code has three letters.
  public init?(iso639 code: String) {
    var letters: UInt32 = 0
    var count = 0
    for byte in code.utf8 {
      guard count < 3, let letter = LanguageTag.letter(byte) else { return nil }
      letters = letters << 8 | letter
      count += 1
    }
    guard count == 3 else { return nil }
    self.init(letters: letters)
  }

  /// Creates the language with a three-byte code from an ID3 frame or QuickTime text; nil unless
  /// the bytes are three letters.
  init?(iso639 bytes: ByteSlice) {
    guard bytes.count == 3 else { return nil }
    var letters: UInt32 = 0
    for byte in bytes.bytes {
      guard let letter = LanguageTag.letter(byte) else { return nil }
      letters = letters << 8 | letter
    }
    self.init(letters: letters)
  }

  /// Creates the language with a QuickTime code, which is a Macintosh number below 0x400, and three
  /// packed letters otherwise.
  ///
  /// 0x7FFF is "unspecified" and becomes ``undetermined``. Returns nil for an unassigned number,
  /// and if a packed character is not a letter.
  package init?(packedQuickTime code: UInt16) {
    // The packed letters of "und", and "unspecified".
    if code == 0x55C4 || code == 0x7FFF {
      self = .undetermined
      return
    }
    guard code >= 0x400 else {
      guard let tag = MacLanguage(code: code)?.tag else { return nil }
      self = tag
      return
    }
    var letters: UInt32 = 0
    for shift in [UInt16(10), 5, 0] {
      let number = UInt32(code >> shift & 0x1F)
      guard number >= 1, number <= 26 else { return nil }
      letters = letters << 8 | (0x60 + number)
    }
    self.init(letters: letters)
  }

  /// Creates a language from three lower-case letters packed into a number.
  private init(letters: UInt32) {
    switch letters {
    case 0x656E67: self = .english
    case 0x756E64, 0x787878: self = .undetermined
    default:
      let text = LanguageTag.text(of: letters)
      self.init(rawValue: LanguageCodes.standard.twoLetters(text) ?? text)
    }
  }

  /// Returns an ASCII letter in lower case; nil for other bytes.
  private static func letter(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x61...0x7A: UInt32(byte)
    case 0x41...0x5A: UInt32(byte) + 0x20
    default: nil
    }
  }

  /// Returns three letters that are packed into a number.
  private static func text(of letters: UInt32) -> String {
    var text = ""
    for shift in [UInt32(16), 8, 0] {
      text.unicodeScalars.append(
        Unicode.Scalar(UInt8(truncatingIfNeeded: letters >> shift)))
    }
    return text
  }
}

extension LanguageTag {
  /// The part before the first hyphen or underscore, in lower case, such as `zh` in `zh-Hant`.
  public var primaryLanguage: String {
    let primary = rawValue.prefix { $0 != "-" && $0 != "_" }
    return primary.lowercased()
  }

  /// The three letters of ISO 639-2/T (`deu`, not `ger`); the counterpart of AVFoundation's
  /// `languageCode`.
  ///
  /// Nil when the tag does not begin with a language code, as is the case for private-use tags.
  public var iso639: String? {
    switch rawValue {
    case "en": return "eng"
    case "und": return "und"
    default: break
    }
    let primary = primaryLanguage
    guard primary.utf8.allSatisfy({ LanguageTag.letter($0) != nil }) else { return nil }
    switch primary.utf8.count {
    case 2: return LanguageCodes.standard.threeLetters(primary)
    case 3: return LanguageCodes.standard.terminological(primary)
    default: return nil
    }
  }

  /// The language as shown in results: three letters (`deu`) when only the language is known,
  /// otherwise the tag (`de-CH`).
  package var code: String {
    // Only tags of two or three letters identify just a language.
    rawValue.utf8.count <= 3 ? iso639 ?? rawValue : rawValue
  }

  /// The three letters of ISO 639-2/T packed into 16 bits, five bits each; nil when the language
  /// has no three-letter code.
  package var packedQuickTime: UInt16? {
    guard let code = iso639 else { return nil }
    return code.utf8.reduce(0) { $0 << 5 | UInt16($1 & 0x1F) }
  }

  /// Whether the tag is `range` or a more specific form of it (RFC 4647 §3.3.1): `zh-Hant` matches
  /// `zh`.
  public func matches(_ range: LanguageTag) -> Bool {
    let tag = rawValue.lowercased()
    let pattern = range.rawValue.lowercased()
    return pattern == "*" || tag == pattern || tag.hasPrefix(pattern + "-")
  }
}
