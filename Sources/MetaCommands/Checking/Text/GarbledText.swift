internal import MetaCore

/// A text value that was decoded with the wrong encoding (mojibake), such as `BeyoncÃ©`, or has
/// lost characters (U+FFFD), with its probable original readings.
///
/// The initialiser is the test: it returns nil for text that is probably correct.
struct GarbledText: Sendable, Hashable {
  /// A probable original text, and the encoding in which it was written.
  struct Interpretation: Sendable, Hashable {
    let text: String
    let written: TextEncoding
    /// Whether the encoding is unambiguous; some code pages, such as the Chinese and Korean ones,
    /// share byte sequences.
    var isDistinct = true
  }

  /// The text as decoded from the file.
  let text: String
  /// The probable readings; empty if characters were lost.
  let readings: [Interpretation]

  /// The reading if there is no doubt.
  var onlyReading: Interpretation? {
    guard let reading = readings.first, readings.count == 1, reading.isDistinct else { return nil }
    return reading
  }

  /// Returns nil for text that is probably correct.
  init?(_ text: String) {
    // The fast path, for nearly all text.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    self.text = text
    if text.unicodeScalars.contains("\u{FFFD}") {
      readings = []
    } else if let utf8 = MisreadUTF8.reading(of: text) {
      readings = [utf8]
    } else {
      readings = MisreadCodePage.readings(of: text)
      if readings.isEmpty { return nil }
    }
  }
}
