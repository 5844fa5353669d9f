internal import MetaCore

/// Text that was written in an old code page and read as Latin-1 or Windows-1252: `Êèíî` for
/// `Кино`.
enum MisreadCodePage {
  /// What the text may be; empty where it may well be right, or is nothing that is known here.
  static func readings(of text: String) -> [GarbledText.Reading] {
    guard let bytes = TextEncoding.latin1.encode(text) ?? TextEncoding.windows1252.encodeWhole(text)
    else { return [] }
    let isSuspicious = hasLetterRun(bytes) || text.unicodeScalars.contains(where: \.isControl)
    let pages = isSuspicious ? LegacyPage.all : [.japanese]
    var readings: [GarbledText.Reading] = []
    for page in pages {
      guard let reading = reading(of: bytes, in: page), reading.text != text,
        !readings.contains(where: { $0.text == reading.text })
      else { continue }
      readings.append(reading)
    }
    // Legal UTF-8 of characters that are not usual is text all the same.
    if TextEncoding.utf8.decodeStrictly(ByteSlice(bytes)) != nil {
      for index in readings.indices { readings[index].isDistinct = false }
    }
    return readings
  }

  private static func reading(of bytes: [UInt8], in page: LegacyPage) -> GarbledText.Reading? {
    guard let text = page.encoding.decodeStrictly(ByteSlice(bytes)),
      page.encoding.encode(text) == bytes, page.isPlausible(text, bytes)
    else { return nil }
    return GarbledText.Reading(text: text, written: page.encoding, isDistinct: page.isDistinct)
  }

  /// Whether different letters beyond ASCII follow each other in a number that no word of a Western
  /// language has.
  private static func hasLetterRun(_ bytes: [UInt8]) -> Bool {
    bytes.split { $0 < 0x80 }.contains { $0.count >= 4 && Set($0).count >= 3 }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character beyond ASCII (ISO 6429), which texts do not have.
  var isControl: Bool { (0x80...0x9F).contains(value) }
}
