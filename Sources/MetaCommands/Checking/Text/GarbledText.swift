internal import MetaCore

/// A text that was read in another encoding than it was written in.
struct GarbledText: Sendable, Hashable {
  /// What the text is in the encoding in which it was probably written.
  struct Reading: Sendable, Hashable {
    let text: String
    let written: TextEncoding
    /// Whether the encoding shows: Chinese and Korean code pages have the same bytes.
    var isDistinct = true
  }

  /// The text as the file has it.
  let text: String
  /// What it probably is: one reading where there is no doubt, none where characters were lost.
  let readings: [Reading]

  /// The reading, where there is no doubt.
  var onlyReading: Reading? {
    guard let reading = readings.first, readings.count == 1, reading.isDistinct else { return nil }
    return reading
  }

  /// Nil for a text that may well be right.
  init?(_ text: String) {
    // Nearly all texts end here.
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
