/// An encoding of text in media files: Unicode, ISO 8859, KOI8, code pages of Windows, Mac OS and
/// DOS, and East Asian encodings.
///
/// MetaCore has its own single-byte and double-byte tables, because Foundation's are missing or
/// wrong in a static executable. The raw value is the name registered with IANA or used by the
/// vendor.
@nonexhaustive
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  /// ISO 8859-1: each byte is the code point of that value.
  case latin1 = "ISO-8859-1"
  /// UTF-8.
  case utf8 = "UTF-8"
  /// UTF-16 with a byte order mark; without one, little-endian, as intended by writers that omit
  /// it.
  case utf16 = "UTF-16"
  /// UTF-16, most significant byte first.
  case utf16BigEndian = "UTF-16BE"
  /// UTF-16, least significant byte first.
  case utf16LittleEndian = "UTF-16LE"
  /// Mac OS Roman.
  case macRoman = "macintosh"
  /// Mac OS Central European.
  case macCentralEuropean = "x-mac-centraleurroman"
  /// Mac OS Cyrillic.
  case macCyrillic = "x-mac-cyrillic"
  /// Mac OS Greek.
  case macGreek = "x-mac-greek"
  /// Mac OS Turkish.
  case macTurkish = "x-mac-turkish"
  /// Mac OS Icelandic.
  case macIcelandic = "x-mac-icelandic"
  /// Mac OS Croatian.
  case macCroatian = "x-mac-croatian"
  /// Mac OS Romanian.
  case macRomanian = "x-mac-romanian"
  /// Mac OS Arabic.
  case macArabic = "x-mac-arabic"
  /// Mac OS Farsi.
  case macFarsi = "x-mac-farsi"
  /// Mac OS Japanese: Shift-JIS with five additional single bytes.
  case macJapanese = "x-mac-japanese"
  /// Thai (Windows).
  case windows874 = "windows-874"
  /// Central European (Windows).
  case windows1250 = "windows-1250"
  /// Cyrillic (Windows).
  case windows1251 = "windows-1251"
  /// Western European (Windows).
  case windows1252 = "windows-1252"
  /// Greek (Windows).
  case windows1253 = "windows-1253"
  /// Turkish (Windows).
  case windows1254 = "windows-1254"
  /// Hebrew (Windows).
  case windows1255 = "windows-1255"
  /// Arabic (Windows).
  case windows1256 = "windows-1256"
  /// Baltic (Windows).
  case windows1257 = "windows-1257"
  /// Vietnamese (Windows).
  case windows1258 = "windows-1258"
  /// Cyrillic (Unix).
  case koi8R = "KOI8-R"
  /// Cyrillic with the Ukrainian letters (Unix).
  case koi8U = "KOI8-U"
  /// Cyrillic (DOS).
  case ibm866 = "IBM866"
  /// Central European (ISO 8859-2).
  case latin2 = "ISO-8859-2"
  /// South European: Maltese, Esperanto (ISO 8859-3).
  case latin3 = "ISO-8859-3"
  /// North European, before ISO 8859-10 and 8859-13 (ISO 8859-4).
  case latin4 = "ISO-8859-4"
  /// Cyrillic (ISO 8859-5).
  case isoCyrillic = "ISO-8859-5"
  /// Arabic (ISO 8859-6).
  case isoArabic = "ISO-8859-6"
  /// Greek (ISO 8859-7).
  case isoGreek = "ISO-8859-7"
  /// Hebrew (ISO 8859-8).
  case isoHebrew = "ISO-8859-8"
  /// Turkish (ISO 8859-9).
  case latin5 = "ISO-8859-9"
  /// Nordic (ISO 8859-10).
  case latin6 = "ISO-8859-10"
  /// Thai (ISO 8859-11).
  case isoThai = "ISO-8859-11"
  /// Baltic (ISO 8859-13).
  case latin7 = "ISO-8859-13"
  /// Celtic (ISO 8859-14).
  case latin8 = "ISO-8859-14"
  /// Western European with the euro sign (ISO 8859-15).
  case latin9 = "ISO-8859-15"
  /// South-Eastern European (ISO 8859-16).
  case latin10 = "ISO-8859-16"
  /// Shift-JIS as in Windows (code page 932).
  case shiftJIS = "Shift_JIS"
  /// Japanese: JIS X 0208 as EUC, with half-width katakana.
  case eucJP = "EUC-JP"
  /// Simplified Chinese: GB 2312 as EUC-CN.
  case gb2312 = "GB2312"
  /// Simplified Chinese: GBK (code page 936).
  case gbk = "GBK"
  /// Korean: KS X 1001 as EUC-KR.
  case eucKR = "EUC-KR"
  /// Traditional Chinese: Big5 (code page 950).
  case big5 = "Big5"

  /// Returns the text, with U+FFFD for bytes that are not valid in this encoding.
  package func decode(_ bytes: ByteSlice) -> String {
    switch self {
    case .utf8: bytes.utf8Text ?? String(decoding: bytes.bytes, as: UTF8.self)
    case .latin1: UnicodeText.decodeLatin1(bytes)
    case .utf16: TextEncoding.decodeMarked(bytes)
    case .utf16BigEndian: UnicodeText.decodeUTF16(bytes, bigEndian: true)
    case .utf16LittleEndian: UnicodeText.decodeUTF16(bytes, bigEndian: false)
    default: decodeByTable(bytes)
    }
  }

  /// Returns the text, or nil when a byte or sequence is not valid in this encoding.
  package func decodeStrictly(_ bytes: ByteSlice) -> String? {
    switch self {
    case .utf8: return bytes.utf8Text
    case .latin1: return UnicodeText.decodeLatin1(bytes)
    case .utf16:
      let (rest, isBigEndian) = UnicodeText.unmarked(bytes)
      return UnicodeText.decodeUTF16Strictly(rest, bigEndian: isBigEndian)
    case .utf16BigEndian, .utf16LittleEndian:
      return UnicodeText.decodeUTF16Strictly(bytes, bigEndian: self == .utf16BigEndian)
    default:
      let text = decodeByTable(bytes)
      return text.unicodeScalars.contains("\u{FFFD}") ? nil : text
    }
  }

  /// Encodes a string; returns nil when the encoding lacks one of its characters.
  ///
  /// ``TextEncoding/utf16`` is written as little-endian with a byte order mark; no other encoding
  /// has one.
  package func encode(_ text: String) -> [UInt8]? {
    switch self {
    case .utf8: Array(text.utf8)
    case .latin1: UnicodeText.encodeLatin1(text)
    case .utf16: [0xFF, 0xFE] + UnicodeText.encodeUTF16(text, bigEndian: false)
    case .utf16BigEndian: UnicodeText.encodeUTF16(text, bigEndian: true)
    case .utf16LittleEndian: UnicodeText.encodeUTF16(text, bigEndian: false)
    default: encodeByTable(text)
    }
  }

  /// Decodes bytes like ``decode(_:)``, but without loss in a single-byte page: unassigned bytes
  /// become the characters of ISO 8859-1 with the same values.
  package func decodeWhole(_ bytes: ByteSlice) -> String {
    let text = decode(bytes)
    guard singleBytePage != nil, text.unicodeScalars.contains("\u{FFFD}") else { return text }
    var scalars = String.UnicodeScalarView()
    for (scalar, byte) in zip(text.unicodeScalars, bytes.bytes) {
      scalars.append(scalar == "\u{FFFD}" ? Unicode.Scalar(byte) : scalar)
    }
    return String(scalars)
  }

  /// Encodes a string from ``decodeWhole(_:)``; returns nil when the encoding lacks one of its
  /// characters.
  package func encodeWhole(_ text: String) -> [UInt8]? {
    if let bytes = encode(text) { return bytes }
    guard let page = singleBytePage else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let known = encode(String(scalar)) {
        bytes += known
      } else if let byte = UInt8(exactly: scalar.value), byte >= 0x80,
        page.upper[Int(byte & 0x7F)] == 0xFFFD
      {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    return bytes
  }

  /// Decodes UTF-16 according to its byte order mark.
  private static func decodeMarked(_ bytes: ByteSlice) -> String {
    let (rest, isBigEndian) = UnicodeText.unmarked(bytes)
    return UnicodeText.decodeUTF16(rest, bigEndian: isBigEndian)
  }

  /// Decodes bytes using the table of the code page.
  private func decodeByTable(_ bytes: ByteSlice) -> String {
    if bytes.isASCII { return String(decoding: bytes.bytes, as: UTF8.self) }
    if let page = singleBytePage { return page.decode(bytes) }
    return doubleBytePage?.decode(bytes) ?? UnicodeText.decodeLatin1(bytes)
  }

  /// Encodes a string using the table of the code page.
  private func encodeByTable(_ text: String) -> [UInt8]? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
    if let page = singleBytePage { return page.encode(text) }
    return doubleBytePage?.encode(text, numbers: doubleByteNumbers)
  }
}

extension ByteSlice {
  /// Whether every byte is below 0x80, so that nearly all encodings decode the bytes in the same
  /// way.
  var isASCII: Bool {
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    return seen < 0x80
  }

  /// Whether the bytes are valid UTF-8.
  var isUTF8: Bool { utf8Text != nil }

  /// The bytes as UTF-8 text; nil when they are not valid UTF-8.
  var utf8Text: String? {
    do {
      return String(copying: try UTF8Span(validating: storage.span.extracting(lower..<upper)))
    } catch {
      return nil
    }
  }
}

extension [UInt8] {
  /// Appends a code point as UTF-8; an invalid scalar becomes U+FFFD.
  mutating func appendUTF8(_ codePoint: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 {
      0x80 | UInt8(truncatingIfNeeded: codePoint >> shift & 0x3F)
    }
    switch codePoint {
    case 0..<0x80: append(UInt8(truncatingIfNeeded: codePoint))
    case 0x80..<0x800:
      append(0xC0 | UInt8(truncatingIfNeeded: codePoint >> 6))
      append(tail(0))
    case 0x800..<0xD800, 0xE000..<0x10000:
      append(0xE0 | UInt8(truncatingIfNeeded: codePoint >> 12))
      append(tail(6))
      append(tail(0))
    case 0x10000..<0x110000:
      append(0xF0 | UInt8(truncatingIfNeeded: codePoint >> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    default: append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
  }
}
