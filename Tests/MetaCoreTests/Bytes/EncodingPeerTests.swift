import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Compares every byte, and every pair of bytes, with Python's codecs.
@Suite("Encodings compared with a peer")
struct EncodingPeerTests {
  static let codecs: [(encoding: TextEncoding, codec: String)] = [
    (.windows1250, "cp1250"), (.windows1251, "cp1251"), (.windows1252, "cp1252"),
    (.windows1253, "cp1253"), (.windows1254, "cp1254"), (.windows1255, "cp1255"),
    (.windows1256, "cp1256"), (.windows1257, "cp1257"), (.windows1258, "cp1258"),
    (.windows874, "cp874"), (.koi8R, "koi8_r"), (.macRoman, "mac_roman"), (.latin1, "latin_1"),
    (.koi8U, "koi8_u"), (.ibm866, "cp866"), (.latin2, "iso8859_2"), (.latin3, "iso8859_3"),
    (.latin4, "iso8859_4"), (.isoCyrillic, "iso8859_5"), (.isoArabic, "iso8859_6"),
    (.isoGreek, "iso8859_7"), (.isoHebrew, "iso8859_8"), (.latin5, "iso8859_9"),
    (.latin6, "iso8859_10"), (.isoThai, "iso8859_11"), (.latin7, "iso8859_13"),
    (.latin8, "iso8859_14"), (.latin9, "iso8859_15"), (.latin10, "iso8859_16"),
    (.shiftJIS, "cp932"), (.gbk, "gbk"), (.gb2312, "gb2312"), (.big5, "cp950"), (.eucKR, "euc_kr"),
  ]

  /// Prints the characters of all bytes, then of all pairs, in hexadecimal; `-` for invalid bytes.
  private static let script = """
    import sys
    def text(data):
        try:
            text = data.decode(sys.argv[1])
        except UnicodeDecodeError:
            return "-"
        return "%X" % ord(text) if len(text) == 1 else "-"
    print(" ".join(text(bytes([byte])) for byte in range(256)))
    for lead in range(0x80, 0x100):
        print(" ".join(text(bytes([lead, trail])) for trail in range(256)))
    """

  private func character(_ encoding: TextEncoding, _ bytes: [UInt8]) -> String {
    guard let scalars = encoding.decodeStrictly(ByteSlice(bytes))?.unicodeScalars,
      scalars.count == 1, let scalar = scalars.first
    else { return "-" }
    return String(scalar.value, radix: 16, uppercase: true)
  }

  @Test(
    .enabled(if: Program.find("python3") != nil, "python3 is not here to be asked"),
    arguments: codecs)
  func everyByteAndPair(encoding: TextEncoding, codec: String) throws {
    let python = try #require(Program.find("python3"))
    let result = try Program.run(python, ["-c", EncodingPeerTests.script, codec])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count == 129)
    var differences: [String] = []
    for byte in 0..<256 where String(lines[0][byte]) != character(encoding, [UInt8(byte)]) {
      differences.append("\(byte): \(lines[0][byte])")
    }
    for lead in 0x80..<0x100 {
      for trail in 0..<256 {
        let ours = character(encoding, [UInt8(lead), UInt8(trail)])
        if String(lines[lead - 0x7F][trail]) != ours {
          differences.append("\(lead) \(trail): \(lines[lead - 0x7F][trail]), not \(ours)")
        }
      }
    }
    // Windows has the euro sign at 80 in code page 936; Python gives code page 932 private
    // characters there.
    let known = [
      "gbk": ["128: -"], "cp932": ["128: 80", "160: F8F0", "253: F8F1", "254: F8F2", "255: F8F3"],
    ]
    differences.removeAll { known[codec]?.contains($0) ?? false }
    #expect(differences.isEmpty, "\(differences.prefix(20)) and \(differences.count) in all")
  }

  /// Python has neither the extensions of NEC and IBM in EUC-JP, nor Windows' characters for seven
  /// signs.
  @Test(.enabled(if: Program.find("python3") != nil, "python3 is not here to be asked"))
  func everyPairOfEUCJP() throws {
    let python = try #require(Program.find("python3"))
    let result = try Program.run(python, ["-c", EncodingPeerTests.script, "euc_jp"])
    let lines = result.text.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count == 129)
    var differences: Set<String> = []
    for lead in 0x80..<0x100 {
      for trail in 0..<256 where lines[lead - 0x7F][trail] != "-" {
        let ours = character(.eucJP, [UInt8(lead), UInt8(trail)])
        if String(lines[lead - 0x7F][trail]) != ours { differences.insert(ours) }
      }
    }
    #expect(differences.isSubset(of: ["FF3C", "FF5E", "2225", "FF0D", "FFE0", "FFE1", "FFE2"]))
    for text in ["日本語", "ｱｲｳ", "①", "上を向いて歩こう"] {
      let bytes = try #require(TextEncoding.eucJP.encode(text))
      #expect(TextEncoding.eucJP.decodeStrictly(ByteSlice(bytes)) == text)
    }
  }

  @Test(arguments: [
    ("cp1251", TextEncoding.windows1251), ("Windows-1251", .windows1251), ("1251", nil),
    ("win1250", .windows1250), ("KOI8-R", .koi8R), ("koi8r", .koi8R), ("MacRoman", .macRoman),
    ("Shift-JIS", .shiftJIS), ("sjis", .shiftJIS), ("GBK", .gbk), ("cp936", .gbk),
    ("Big5", .big5), ("EUC-KR", .eucKR), ("euc-jp", .eucJP), ("cp866", .ibm866), ("KOI8-U", .koi8U),
    ("iso-8859-1", .latin1), ("ISO8859-2", .latin2), ("iso_8859_5", .isoCyrillic),
    ("iso-8859-16", .latin10), ("iso-8859-12", nil), ("latin9", .latin9), ("utf8", .utf8),
    ("ISO-8859-1", .latin1), ("x", nil),
    ("", nil),
  ])
  func names(name: String, encoding: TextEncoding?) {
    #expect(TextEncoding(name: name) == encoding)
  }

  @Test func invalidBytesAreNotLost() {
    let bytes: [UInt8] = [0x63, 0x81, 0xE9, 0x9D]
    let text = TextEncoding.windows1252.decodeWhole(ByteSlice(bytes))
    #expect(text == "c\u{81}é\u{9D}")
    #expect(TextEncoding.windows1252.encodeWhole(text) == bytes)
    #expect(TextEncoding.windows1252.encodeWhole("Я") == nil)
  }
}
