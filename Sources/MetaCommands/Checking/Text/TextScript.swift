/// The script of a character that is common in names and titles, for judging whether text in
/// another encoding is plausible.
enum TextScript: Hashable {
  /// Latin letters, combining accents and punctuation, which occur in text of all scripts.
  case latin
  case emoji
  case greek
  case cyrillic
  case armenian
  case hebrew
  case arabic
  case indic
  case thai
  case georgian
  case hangul
  case other
  /// Chinese characters and Japanese kana.
  case eastAsian

  /// Whether a single character of this script among Latin characters is unusual.
  var isCounted: Bool { self != .latin && self != .emoji }

  /// Returns nil for an uncommon character, which is phonetic, unassigned, or of a script that two
  /// Latin-1 characters may form by coincidence.
  init?(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    guard let row = TextScript.rows.first(where: { $0.range.contains(value) }) else { return nil }
    self = row.script
  }

  private static let rows: [(range: ClosedRange<UInt32>, script: TextScript)] = [
    (0x00A0...0x017F, .latin), (0x01A0...0x01A1, .latin), (0x01AF...0x01B0, .latin),
    (0x01CD...0x01DC, .latin), (0x0218...0x021B, .latin),
    // Letters of Azerbaijani and African languages, and symbols used in transliteration.
    (0x0186...0x0186, .latin), (0x018E...0x0190, .latin), (0x0254...0x0254, .latin),
    (0x0256...0x0257, .latin), (0x0259...0x0259, .latin), (0x025B...0x025B, .latin),
    (0x0263...0x0263, .latin), (0x0272...0x0272, .latin), (0x02B9...0x02CC, .latin),
    // Accents of decomposed letters: grave, acute, circumflex, tilde, macron, breve, dots, ring,
    // double acute, caron, horn, dot, cedilla, ogonek.
    (0x0300...0x0304, .latin), (0x0306...0x0308, .latin), (0x030A...0x030C, .latin),
    (0x031B...0x031B, .latin), (0x0323...0x0323, .latin), (0x0327...0x0328, .latin),
    (0x0370...0x03FF, .greek), (0x0400...0x045F, .cyrillic), (0x0490...0x0491, .cyrillic),
    (0x0492...0x04FF, .cyrillic), (0x0531...0x0587, .armenian), (0x05B0...0x05EA, .hebrew),
    (0x060C...0x06D3, .arabic), (0x0900...0x0DFF, .indic), (0x0E01...0x0E5B, .thai),
    (0x0E80...0x109F, .other), (0x1200...0x18AF, .other),
    (0x10A0...0x10FF, .georgian), (0x1100...0x11FF, .hangul), (0x1E00...0x1EFF, .latin),
    (0x1F00...0x1FFF, .greek), (0x200B...0x2027, .latin), (0x2030...0x205E, .latin),
    (0x20A0...0x20BF, .latin), (0x2100...0x27BF, .latin), (0x3000...0x312F, .eastAsian),
    (0x3130...0x318F, .hangul), (0x3400...0x4DBF, .eastAsian), (0x4E00...0x9FFF, .eastAsian),
    (0xAC00...0xD7A3, .hangul), (0xF900...0xFAFF, .eastAsian), (0xFB00...0xFB06, .latin),
    (0xFE0F...0xFE0F, .emoji), (0xFF00...0xFFEF, .eastAsian), (0x1F000...0x1FAFF, .emoji),
    (0x20000...0x2FA1F, .eastAsian),
  ]
}
