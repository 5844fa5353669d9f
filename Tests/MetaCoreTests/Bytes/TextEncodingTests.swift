import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite struct TextEncodingTests {
  /// Text and its bytes, from Python's codecs and the Unicode Consortium's tables.
  struct Sample: Sendable {
    let encoding: TextEncoding
    let hex: String
    let text: String

    init(_ encoding: TextEncoding, _ hex: String, _ text: String) {
      self.encoding = encoding
      self.hex = hex
      self.text = text
    }
  }

  @Test(arguments: [0, 1, 255, 256, 257, 500])
  func textOfAnyLengthIsReadFromUTF16(count: Int) throws {
    let text = String(String(repeating: "abc ", count: 200).prefix(count))
    for encoding in [TextEncoding.utf16LittleEndian, .utf16BigEndian] {
      let bytes = try #require(encoding.encode(text))
      #expect(encoding.decode(ByteSlice(bytes)) == text)
      #expect(encoding.decode(ByteSlice(bytes + [0])) == text + "\u{FFFD}")
    }
  }

  static let samples = [
    Sample(.latin1, "63 61 66 E9", "café"),
    Sample(.utf8, "63 61 66 C3 A9", "café"),
    Sample(.utf16, "FF FE 63 00 E9 00", "cé"),
    Sample(.utf16BigEndian, "00 63 00 E9 D8 3C DF B5", "cé🎵"),
    Sample(.utf16LittleEndian, "63 00 E9 00 3C D8 B5 DF", "cé🎵"),
    Sample(.macRoman, "8E A9", "é©"),
    Sample(.macRoman, "DB F0", "€\u{F8FF}"),
    Sample(.macCentralEuropean, "9E 61 76 61", "ěava"),
    Sample(.macCyrillic, "8F F0 E8 E2 E5 F2", "Привет"),
    Sample(.macGreek, "CD", "Ά"),
    Sample(.macTurkish, "DC DE", "İŞ"),
    Sample(.macIcelandic, "DC DE", "ÐÞ"),
    Sample(.macCroatian, "A9 C8", "ŠČ"),
    Sample(.macRomanian, "AF DE", "ȘȚ"),
    Sample(.macArabic, "C7 E4", "\u{627}\u{644}"),
    Sample(.macFarsi, "E4 8B", "\u{644}\u{6BA}"),
    Sample(.windows874, "A1 C3", "กร"),
    Sample(.windows1250, "E8 9E", "čž"),
    Sample(.windows1251, "CF F0 E8 E2 E5 F2", "Привет"),
    Sample(.windows1252, "80 93 94", "€“”"),
    Sample(.windows1253, "C1 DD", "Αέ"),
    Sample(.windows1254, "FD F0", "ığ"),
    Sample(.windows1255, "F9 EC", "\u{5E9}\u{5DC}"),
    Sample(.windows1256, "D3 E1", "\u{633}\u{644}"),
    Sample(.windows1257, "E0 F0", "ąš"),
    Sample(.windows1258, "D0 FD", "Đư"),
    Sample(.shiftJIS, "82 B1 82 F1 B1", "こんｱ"),
    Sample(.shiftJIS, "93 FA 96 7B 8C EA", "日本語"),
    Sample(.shiftJIS, "5C 7E 83 5C", "\\~ソ"),
    Sample(.shiftJIS, "87 54 FA 40 FB FC", "Ⅰⅰ髙"),
    Sample(.shiftJIS, "F0 40 F9 FC", "\u{E000}\u{E757}"),
    Sample(.macJapanese, "A0 FD FE FF 93 FA", "\u{A0}©™…日"),
    Sample(.gb2312, "D6 D0 CE C4", "中文"),
    Sample(.gbk, "D6 D0 CE C4", "中文"),
    Sample(.gbk, "81 40 A0 FE AA 40 FD 9B 80", "丂狛狜龥€"),
    Sample(.koi8R, "F0 D2 C9 D7 C5 D4", "Привет"),
    Sample(.koi8U, "F0 D2 A4", "Прє"),
    Sample(.ibm866, "8F E0 A8 A2 A5 E2", "Привет"),
    Sample(.latin2, "E8 B1", "čą"),
    Sample(.isoCyrillic, "BF E0", "Пр"),
    Sample(.isoGreek, "C1 DD", "Αέ"),
    Sample(.latin5, "FD F0", "ığ"),
    Sample(.latin7, "E0 F0", "ąš"),
    Sample(.latin9, "A4", "€"),
    Sample(.eucJP, "C6 FC CB DC 8E B1", "日本ｱ"),
    Sample(.eucKR, "C7 D1 B1 DB", "한글"),
    Sample(.big5, "A4 A4 A4 E5 F9 D5", "中文\u{9F98}"),
  ]

  @Test(arguments: samples) func decodes(sample: Sample) {
    let slice = ByteSlice(bytes(sample.hex))
    #expect(sample.encoding.decode(slice) == sample.text)
    #expect(sample.encoding.decodeStrictly(slice) == sample.text)
  }

  @Test(arguments: samples) func encodes(sample: Sample) {
    #expect(sample.encoding.encode(sample.text) == bytes(sample.hex))
  }

  @Test(arguments: TextEncoding.allCases) func asciiIsUnchangedInAllButUTF16(encoding: TextEncoding)
  {
    let text = String(decoding: 0..<0x80, as: UTF8.self)
    #expect(encoding.encode(text).map { encoding.decode(ByteSlice($0)) } == text)
    #expect(encoding.encode("") != nil)
    guard !encoding.rawValue.hasPrefix("UTF-16") else { return }
    #expect(encoding.decode(ByteSlice(Array(text.utf8))) == text)
  }

  @Test(arguments: TextEncoding.allCases) func anyBytesDecode(encoding: TextEncoding) {
    var random = SeededGenerator(seed: 7)
    for length in 0..<300 {
      let noise = ByteSlice((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
      let text = encoding.decode(noise)
      #expect(text.unicodeScalars.count <= length)
      if let strict = encoding.decodeStrictly(noise) { #expect(strict == text) }
    }
  }

  @Test(arguments: [
    (TextEncoding.utf16, "FE FF 00 63"), (.utf16, "FF FE 63 00"), (.utf16, "63 00"),
  ])
  func byteOrderMarkDecides(encoding: TextEncoding, hex: String) {
    #expect(encoding.decode(ByteSlice(bytes(hex))) == "c")
    #expect(encoding.decodeStrictly(ByteSlice(bytes(hex))) == "c")
  }

  @Test(arguments: [
    (TextEncoding.utf16BigEndian, "00 63 D8 3C", "c\u{FFFD}"),
    (.utf16BigEndian, "DF B5 00 63", "\u{FFFD}c"),
    (.utf16BigEndian, "D8 3C D8 3C DF B5", "\u{FFFD}🎵"),
    (.utf16BigEndian, "00 63 00", "c\u{FFFD}"),
    (.utf8, "63 FF", "c\u{FFFD}"),
    (.windows1252, "63 81", "c\u{FFFD}"),
    (.shiftJIS, "82", "\u{FFFD}"),
    (.shiftJIS, "82 20 41", "\u{FFFD} A"),
    (.shiftJIS, "85 9F 41", "\u{FFFD}A"),
    (.eucKR, "80 C7 D1", "\u{FFFD}한"),
  ])
  func illegalBytesAreVisible(encoding: TextEncoding, hex: String, text: String) {
    #expect(encoding.decode(ByteSlice(bytes(hex))) == text)
    #expect(encoding.decodeStrictly(ByteSlice(bytes(hex))) == nil)
  }

  @Test(arguments: [
    (TextEncoding.latin1, "Ł"), (.macRoman, "Я"), (.windows1252, "日"), (.shiftJIS, "é"),
    (.shiftJIS, "🎵"), (.big5, "€uro ğ"), (.windows1252, "\u{FFFD}"),
  ])
  func unmappedCharactersDoNotEncode(encoding: TextEncoding, text: String) {
    #expect(encoding.encode(text) == nil)
  }

  /// Every byte of a page is a character that becomes the same byte again; the Arabic ones have
  /// some ASCII twice.
  @Test(arguments: TextEncoding.allCases) func singleBytePagesRoundTrip(encoding: TextEncoding) {
    let isPage = encoding.singleBytePage != nil
    guard isPage, ![.macArabic, .macFarsi].contains(encoding) else { return }
    for byte in UInt8.min...UInt8.max {
      guard let text = encoding.decodeStrictly(ByteSlice([byte])) else { continue }
      #expect(encoding.encode(text) == [byte])
    }
  }

  /// Characters that code page 932 has twice become the bytes that Windows writes; they still read
  /// as the same text.
  @Test(arguments: [TextEncoding.shiftJIS, .gb2312, .gbk, .eucKR, .big5])
  func doubleBytePagesRoundTrip(encoding: TextEncoding) throws {
    var characters = 0
    for lead in UInt8(0x80)...0xFF {
      for trail in UInt8(0x40)...0xFF {
        guard let text = encoding.decodeStrictly(ByteSlice([lead, trail])),
          text.unicodeScalars.count == 1
        else { continue }
        characters += 1
        let again = try #require(encoding.encode(text))
        #expect(encoding.decode(ByteSlice(again)) == text)
      }
    }
    let known: [TextEncoding: Int] = [
      .shiftJIS: 9604, .gb2312: 7445, .gbk: 21791, .eucKR: 8225, .big5: 13710,
    ]
    #expect(abs(characters - (known[encoding] ?? 0)) <= 50)
  }

  @Test(
    .enabled(
      if: Program.find("python3") != nil, "python3 is not here to generate the tables again"))
  func generatingTheTablesAgainChangesNothing() throws {
    let script = Repository.root.appending(path: "Scripts/generate-text-tables").path
    let python = try #require(Program.find("python3"))
    let result = try Program.run(python, [script, "--check"])
    #expect(result.status == 0, "\(result.text)")
  }
}
