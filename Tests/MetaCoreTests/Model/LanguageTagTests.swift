import MetaCore
import TestSupport
import Testing

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("eng", "en"), ("ENG", "en"), ("und", "und"), ("XXX", "und"), ("deu", "de"), ("ger", "de"),
    ("fre", "fr"), ("zho", "zh"), ("chi", "zh"), ("jpn", "ja"), ("zxx", "zxx"), ("mul", "mul"),
    ("nds", "nds"), ("scr", "hr"),
  ])
  func threeLetters(code: String, tag: String) {
    #expect(LanguageTag(iso639: code)?.rawValue == tag)
  }

  @Test(arguments: ["", "en", "engl", "e1g", "\0\0\0", "日本語", "   "])
  func otherTextsAreNotLanguages(code: String) {
    #expect(LanguageTag(iso639: code) == nil)
  }

  @Test(arguments: [
    ("en", "eng"), ("de", "deu"), ("ger", "deu"), ("zh-Hant", "zho"), ("en-US", "eng"),
    ("und", "und"), ("nds", "nds"), ("EN", "eng"),
  ])
  func iso639(tag: String, code: String) {
    #expect(LanguageTag(rawValue: tag).iso639 == code)
  }

  @Test(arguments: [
    ("en", "eng"), ("de-CH", "de-CH"), ("und", "und"), ("nds", "nds"), ("xq", "xq"),
  ])
  func resultsUseThreeLettersIfPossible(tag: String, code: String) {
    #expect(LanguageTag(rawValue: tag).code == code)
  }

  @Test(arguments: ["x-private", "", "e", "xq", "1234", "i-klingon"])
  func tagsWithoutThreeLetters(tag: String) {
    #expect(LanguageTag(rawValue: tag).iso639 == nil)
    #expect(LanguageTag(rawValue: tag).packedQuickTime == nil)
  }

  @Test(arguments: [
    (UInt16(0x55C4), "und"), (0x15C7, "en"), (0x10B5, "de"), (0x1CB2, "de"), (0x2A0E, "ja"),
    (0x7FFF, "und"), (0, "en"), (11, "ja"), (19, "zh-Hant"), (151, "nn"),
  ])
  func packed(code: UInt16, tag: String) {
    #expect(LanguageTag(packedQuickTime: code)?.rawValue == tag)
  }

  @Test(arguments: [UInt16(0x400), 0x7C00, 152, 127, 0x8000]) func invalidLanguageNumbers(
    code: UInt16
  ) {
    #expect(LanguageTag(packedQuickTime: code) == nil)
  }

  @Test func packedAndBack() {
    for tag in ["en", "de", "ja", "und", "nds", "zxx"] {
      let packed = LanguageTag(rawValue: tag).packedQuickTime
      #expect(packed.flatMap { LanguageTag(packedQuickTime: $0) }?.rawValue == tag)
    }
    #expect(LanguageTag.english.packedQuickTime == 0x15C7)
  }

  @Test func rangesMatchMoreSpecialTags() {
    #expect(LanguageTag(rawValue: "zh-Hant-TW").matches(LanguageTag(rawValue: "zh-hant")))
    #expect(LanguageTag(rawValue: "en").matches(LanguageTag(rawValue: "*")))
    #expect(!LanguageTag(rawValue: "zha").matches(LanguageTag(rawValue: "zh")))
    #expect(!LanguageTag(rawValue: "zh").matches(LanguageTag(rawValue: "zh-Hant")))
  }

  @Test func macLanguages() {
    #expect(MacLanguage(code: 32)?.encoding == .macCyrillic)
    #expect(MacLanguage(code: 11)?.encoding == .macJapanese)
    #expect(MacLanguage(code: 23)?.tag.rawValue == "ko")
    #expect(MacLanguage(tag: LanguageTag(rawValue: "de-CH"))?.code == 2)
    #expect(MacLanguage(tag: LanguageTag(rawValue: "tlh")) == nil)
    #expect(MacLanguage(code: 100) == nil)
  }

  @Test func everyMacLanguageHasThreeLetters() {
    for code in UInt16(0)...200 {
      guard let language = MacLanguage(code: code) else { continue }
      #expect(language.code == code)
      #expect(language.tag.iso639 != nil, "\(language.tag)")
      #expect(MacLanguage(tag: language.tag) == language)
    }
  }

  @Test(arguments: [
    ("8E A9", UInt16(0), "é©"),
    ("C3 A9", 0, "é"),
    ("8E A9", 0x15C7, "é©"),
    ("C3 A9", 0x15C7, "é"),
    ("FE FF 00 E9", 0x15C7, "é"),
    ("FF FE E9 00", 0x2A0E, "é"),
    ("93 FA 96 7B", 11, "日本"),
    ("8F F0", 32, "Пр"),
    ("D6 D0", 33, "中"),
    ("61 62", 11, "ab"),
    ("80 81", 26, "ÄĀ"),
    ("80 81", 21, "ÄÅ"),
    ("", 0, ""),
  ])
  func quickTimeText(hex: String, code: UInt16, text: String) {
    let slice = ByteSlice(bytes(hex))
    #expect(TextEncoding.decodeQuickTime(slice, languageCode: code) == text)
  }

  @Test func quickTimeTextIsWrittenInTheEncodingItWasReadIn() {
    for (hex, code) in [("8E A9", UInt16(0)), ("C3 A9", 0), ("93 FA", 11), ("8E A9", 0x15C7)] {
      let slice = ByteSlice(bytes(hex))
      let encoding = TextEncoding.quickTimeText(slice, languageCode: code)
      #expect(encoding.encode(encoding.decode(slice)) == bytes(hex))
    }
  }
}
