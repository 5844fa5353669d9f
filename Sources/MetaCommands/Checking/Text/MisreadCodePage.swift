internal import MetaCore

/// Finds the original of text that was written in a legacy code page and decoded as Latin-1 or
/// Windows-1252, such as `Êèíî` for `Кино`.
enum MisreadCodePage {
  /// Returns the possible readings, or no readings if the text is probably correct or not
  /// recognised.
  static func readings(of text: String) -> [GarbledText.Interpretation] {
    guard let bytes = TextEncoding.latin1.encode(text) ?? TextEncoding.windows1252.encodeWhole(text)
    else { return [] }
    let isSuspicious = hasLetterRun(bytes) || text.unicodeScalars.contains(where: \.isControl)
    let pages = isSuspicious ? LegacyPage.all : [.japanese]
    var readings: [GarbledText.Interpretation] = []
    for page in pages {
      guard let reading = reading(of: bytes, in: page), reading.text != text,
        !readings.contains(where: { $0.text == reading.text })
      else { continue }
      readings.append(reading)
    }
    // Bytes that are also valid UTF-8 are ambiguous, even with unusual characters.
    if TextEncoding.utf8.decodeStrictly(ByteSlice(bytes)) != nil {
      for index in readings.indices { readings[index].isDistinct = false }
    }
    return readings
  }

  /// Returns the text in a code page, or nil if it is not plausible or would not convert back to
  /// the same bytes.
  private static func reading(of bytes: [UInt8], in page: LegacyPage) -> GarbledText.Interpretation?
  {
    guard let text = page.encoding.decodeStrictly(ByteSlice(bytes)),
      page.encoding.encode(text) == bytes, page.isPlausible(text, bytes)
    else { return nil }
    return GarbledText.Interpretation(
      text: text, written: page.encoding, isDistinct: page.isDistinct)
  }

  /// Returns whether there is a run of at least four non-ASCII bytes, three of which are different,
  /// which no word of a Western language has.
  private static func hasLetterRun(_ bytes: [UInt8]) -> Bool {
    bytes.split { $0 < 0x80 }.contains { $0.count >= 4 && Set($0).count >= 3 }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a C1 control character (ISO 6429), which does not occur in text.
  var isControl: Bool { (0x80...0x9F).contains(value) }
}
