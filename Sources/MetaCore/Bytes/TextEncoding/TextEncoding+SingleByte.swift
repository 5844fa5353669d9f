/// The table of a single-byte code page: ASCII below 0x80, and up to 128 other characters from
/// 0x80.
///
/// It decodes bytes to text and encodes text as bytes.
struct SingleBytePage: Sendable {
  /// The characters of the bytes 0x80 to 0xFF; U+FFFD for unassigned bytes.
  let upper: [UInt16]

  /// Reads a table from ``SingleByteTables``.
  init(_ table: String) {
    upper = table.unicodeScalars.filter { $0 != "\n" }.map { UInt16(clamping: $0.value) }
  }

  /// Decodes bytes; unassigned bytes become U+FFFD.
  func decode(_ slice: ByteSlice) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(slice.count * 2)
    for byte in slice.bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.appendUTF8(UInt32(upper[Int(byte & 0x7F)]))
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Encodes a string; returns nil when the code page lacks one of its characters.
  func encode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        guard scalar != "\u{FFFD}", let unit = UInt16(exactly: scalar.value),
          let index = upper.firstIndex(of: unit)
        else { return nil }
        bytes.append(0x80 | UInt8(truncatingIfNeeded: index))
      }
    }
    return bytes
  }
}

extension TextEncoding {
  /// The table of a single-byte code page; nil for every other encoding.
  var singleBytePage: SingleBytePage? {
    switch self {
    case .macRoman: .macRoman
    case .macCentralEuropean: .macCentralEuropean
    case .macCyrillic: .macCyrillic
    case .macGreek: .macGreek
    case .macTurkish: .macTurkish
    case .macIcelandic: .macIcelandic
    case .macCroatian: .macCroatian
    case .macRomanian: .macRomanian
    case .macArabic: .macArabic
    case .macFarsi: .macFarsi
    case .windows874: .windows874
    case .windows1250: .windows1250
    case .windows1251: .windows1251
    case .windows1252: .windows1252
    case .windows1253: .windows1253
    case .windows1254: .windows1254
    case .windows1255: .windows1255
    case .windows1256: .windows1256
    case .windows1257: .windows1257
    case .windows1258: .windows1258
    case .koi8R: .koi8R
    case .koi8U: .koi8U
    case .ibm866: .ibm866
    case .latin2: .latin2
    case .latin3: .latin3
    case .latin4: .latin4
    case .isoCyrillic: .isoCyrillic
    case .isoArabic: .isoArabic
    case .isoGreek: .isoGreek
    case .isoHebrew: .isoHebrew
    case .latin5: .latin5
    case .latin6: .latin6
    case .isoThai: .isoThai
    case .latin7: .latin7
    case .latin8: .latin8
    case .latin9: .latin9
    case .latin10: .latin10
    default: nil
    }
  }
}

/// The code pages; each is parsed once, when it is first used.
extension SingleBytePage {
  static let macRoman = SingleBytePage(SingleByteTables.macRoman)
  static let macCentralEuropean = SingleBytePage(SingleByteTables.macCentralEuropean)
  static let macCyrillic = SingleBytePage(SingleByteTables.macCyrillic)
  static let macGreek = SingleBytePage(SingleByteTables.macGreek)
  static let macTurkish = SingleBytePage(SingleByteTables.macTurkish)
  static let macIcelandic = SingleBytePage(SingleByteTables.macIcelandic)
  static let macCroatian = SingleBytePage(SingleByteTables.macCroatian)
  static let macRomanian = SingleBytePage(SingleByteTables.macRomanian)
  static let macArabic = SingleBytePage(SingleByteTables.macArabic)
  static let macFarsi = SingleBytePage(SingleByteTables.macFarsi)
  static let windows874 = SingleBytePage(SingleByteTables.windows874)
  static let windows1250 = SingleBytePage(SingleByteTables.windows1250)
  static let windows1251 = SingleBytePage(SingleByteTables.windows1251)
  static let windows1252 = SingleBytePage(SingleByteTables.windows1252)
  static let windows1253 = SingleBytePage(SingleByteTables.windows1253)
  static let windows1254 = SingleBytePage(SingleByteTables.windows1254)
  static let windows1255 = SingleBytePage(SingleByteTables.windows1255)
  static let windows1256 = SingleBytePage(SingleByteTables.windows1256)
  static let windows1257 = SingleBytePage(SingleByteTables.windows1257)
  static let windows1258 = SingleBytePage(SingleByteTables.windows1258)
  static let koi8R = SingleBytePage(SingleByteTables.koi8R)
  static let koi8U = SingleBytePage(SingleByteTables.koi8U)
  static let ibm866 = SingleBytePage(SingleByteTables.ibm866)
  static let latin2 = SingleBytePage(SingleByteTables.latin2)
  static let latin3 = SingleBytePage(SingleByteTables.latin3)
  static let latin4 = SingleBytePage(SingleByteTables.latin4)
  static let isoCyrillic = SingleBytePage(SingleByteTables.isoCyrillic)
  static let isoArabic = SingleBytePage(SingleByteTables.isoArabic)
  static let isoGreek = SingleBytePage(SingleByteTables.isoGreek)
  static let isoHebrew = SingleBytePage(SingleByteTables.isoHebrew)
  static let latin5 = SingleBytePage(SingleByteTables.latin5)
  static let latin6 = SingleBytePage(SingleByteTables.latin6)
  static let isoThai = SingleBytePage(SingleByteTables.isoThai)
  static let latin7 = SingleBytePage(SingleByteTables.latin7)
  static let latin8 = SingleBytePage(SingleByteTables.latin8)
  static let latin9 = SingleBytePage(SingleByteTables.latin9)
  static let latin10 = SingleBytePage(SingleByteTables.latin10)
}
