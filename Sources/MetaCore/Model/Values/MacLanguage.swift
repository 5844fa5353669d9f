/// A language of the classic Mac OS: its number in QuickTime files, its BCP 47 tag, and the
/// encoding in which its text was written.
///
/// QTFF "Language Code Values"; the encoding of each language's script is from Script.h. Thai and
/// Hebrew use the Windows code pages, whose letters have the same codes. A script without a table
/// is read as Mac OS Roman, in which every byte is a character, so that nothing is lost when the
/// text is written back.
package struct MacLanguage: Sendable, Hashable {
  /// The number, 0 to 151.
  package let code: UInt16
  /// The language.
  package let tag: LanguageTag
  /// The encoding of text in this language.
  package let encoding: TextEncoding

  private static let english = MacLanguage(code: 0, tag: .english, encoding: .macRoman)

  private init(code: UInt16, tag: LanguageTag, encoding: TextEncoding) {
    self.code = code
    self.tag = tag
    self.encoding = encoding
  }

  /// Creates the language with the given number; nil when the number is unassigned.
  package init?(code: UInt16) {
    if code == 0 {
      self = .english
      return
    }
    guard let row = MacLanguage.all.first(where: { $0.code == code }) else { return nil }
    self = row
  }

  /// Creates the language with the given tag, or else the first one of which the tag is a variety
  /// (`de` for `de-AT`); nil when the Mac had no number for it.
  package init?(tag: LanguageTag) {
    let row =
      MacLanguage.all.first { $0.tag == tag }
      ?? MacLanguage.all.first { tag.matches($0.tag) }
    guard let row else { return nil }
    self = row
  }

  /// All languages, by number.
  static let all: [MacLanguage] = rows.utf8.split(separator: 0x0A).compactMap { line in
    let columns = line.split(separator: 0x20).map { String(Substring($0)) }
    guard columns.count == 3, let code = UInt16(columns[0]) else { return nil }
    return MacLanguage(
      code: code, tag: LanguageTag(rawValue: columns[1]),
      encoding: scripts[columns[2]] ?? .macRoman)
  }

  /// The encodings of the scripts in the rows; scripts without an encoding are treated as `roman`.
  private static let scripts: [String: TextEncoding] = [
    "central": .macCentralEuropean, "cyrillic": .macCyrillic, "greek": .macGreek,
    "turkish": .macTurkish, "icelandic": .macIcelandic, "croatian": .macCroatian,
    "romanian": .macRomanian, "arabic": .macArabic, "farsi": .macFarsi, "japanese": .macJapanese,
    "traditional": .big5, "simplified": .gb2312, "korean": .eucKR, "hebrew": .windows1255,
    "thai": .windows874,
  ]
}

extension TextEncoding {
  /// Returns the encoding of QuickTime user data text, based on its language code and its bytes.
  ///
  /// QTFF "User Data Text Strings": a code below 0x400 is a Macintosh language and implies its
  /// encoding; from 0x400 on, the text is UTF-8, or UTF-16 if it has a byte order mark. Many
  /// programs write UTF-8 with code 0. A byte order mark, and bytes that are valid UTF-8 but not
  /// ASCII, are therefore honoured regardless of the code; bytes that are neither are read as Mac
  /// OS Roman if the code is not that of a Macintosh language.
  package static func quickTimeText(_ bytes: ByteSlice, languageCode: UInt16) -> TextEncoding {
    if bytes.isASCII { return .utf8 }
    if bytes.isMarkedUTF16, bytes.count.isMultiple(of: 2) { return .utf16 }
    if bytes.isUTF8 { return .utf8 }
    return languageCode < 0x400
      ? MacLanguage(code: languageCode)?.encoding ?? .macRoman : .macRoman
  }

  /// Returns the text of QuickTime user data, without the zeros that some writers add at the end;
  /// see ``quickTimeText(_:languageCode:)``.
  package static func decodeQuickTime(_ bytes: ByteSlice, languageCode: UInt16) -> String {
    let text = bytes.withoutTerminators
    return quickTimeText(text, languageCode: languageCode).decode(text)
  }
}

extension ByteSlice {
  /// Whether the bytes start with the byte order mark of UTF-16.
  fileprivate var isMarkedUTF16: Bool { starts(with: [0xFE, 0xFF]) || starts(with: [0xFF, 0xFE]) }

  /// The slice without trailing zero characters: in marked UTF-16, a zero that completes the last
  /// character is kept.
  fileprivate var withoutTerminators: ByteSlice {
    let content = withoutTrailingZeros
    let isHalved = isMarkedUTF16 && !content.count.isMultiple(of: 2) && content.count < count
    return isHalved ? clamped(from: 0, count: content.count + 1) : content
  }
}
