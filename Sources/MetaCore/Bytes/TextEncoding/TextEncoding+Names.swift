extension TextEncoding {
  /// Creates the encoding with a common name, such as `cp1251`, `windows-1251`, `KOI8-R`, `sjis` or
  /// `gbk`; nil for other names.
  ///
  /// Case, spaces and punctuation are ignored.
  package init?(name: String) {
    let plain = TextEncoding.plain(name)
    if let encoding = TextEncoding.names[plain] {
      self = encoding
      return
    }
    for prefix in ["cp", "win", "ms", "xcp"] where plain.hasPrefix(prefix) {
      let windows = TextEncoding.plain("windows-\(plain.dropFirst(prefix.count))")
      guard let encoding = TextEncoding.allCases.first(where: { $0.plainName == windows }) else {
        continue
      }
      self = encoding
      return
    }
    guard let encoding = TextEncoding.allCases.first(where: { $0.plainName == plain }) else {
      return nil
    }
    self = encoding
  }

  /// The encodings of text that programs wrongly declared as Latin-1, as listed in the help.
  package static let legacy: [TextEncoding] = allCases.filter {
    ![.latin1, .utf16, .utf16BigEndian, .utf16LittleEndian].contains($0)
  }

  /// The official name in the form in which names are compared.
  private var plainName: String { TextEncoding.plain(rawValue) }

  /// Returns a name as lower-case letters and digits only.
  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Names that are not just spelling variants of the official name.
  private static let names: [String: TextEncoding] = [
    "latin1": .latin1, "macroman": .macRoman, "mac": .macRoman, "xmacroman": .macRoman,
    "maccyrillic": .macCyrillic, "maccentraleurope": .macCentralEuropean,
    "sjis": .shiftJIS, "cp932": .shiftJIS, "ms932": .shiftJIS, "windows31j": .shiftJIS,
    "windows932": .shiftJIS, "cp936": .gbk, "ms936": .gbk, "windows936": .gbk, "euccn": .gb2312,
    "cp949": .eucKR, "ksc5601": .eucKR, "cp950": .big5, "windows950": .big5, "koi8": .koi8R,
    "tis620": .windows874, "cp866": .ibm866, "dos866": .ibm866, "cp20866": .koi8R,
    "cp21866": .koi8U, "latin2": .latin2, "latin3": .latin3, "latin4": .latin4, "latin5": .latin5,
    "latin6": .latin6, "latin7": .latin7, "latin8": .latin8, "latin9": .latin9,
    "latin10": .latin10, "ujis": .eucJP, "gb18030": .gbk,
  ]
}
