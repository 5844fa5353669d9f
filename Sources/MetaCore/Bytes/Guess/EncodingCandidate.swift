/// A candidate for the encoding of legacy text (``LegacyText``), with the languages that are
/// written in it and the cost of assuming it.
struct EncodingCandidate: Sendable {
  let encoding: TextEncoding
  /// The cost of assuming this encoding, in tenths of a bit: rare encodings need more evidence.
  let cost: Int
  /// The lead bytes of common ideographs or syllables, in double-byte encodings.
  let commonLeads: ClosedRange<UInt8>?
  let languages: [LanguageProfile]
}

extension EncodingCandidate {
  /// The candidate whose languages, those of Western Europe, are used to compute the cost of text
  /// as shown.
  static let western = all.first { $0.encoding == .windows1252 }

  /// All candidates; if several have the same total cost, the first is reported.
  static let all: [EncodingCandidate] = rows.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: " ")
    guard parts.count > 3, let encoding = TextEncoding(rawValue: String(parts[0])),
      let cost = Int(parts[1])
    else { return nil }
    let leads = parts[2].split(separator: "-").compactMap { UInt8($0, radix: 16) }
    return EncodingCandidate(
      encoding: encoding, cost: cost,
      commonLeads: leads.count == 2 && leads[0] <= leads[1] ? leads[0]...leads[1] : nil,
      languages: parts[3...].compactMap { LanguageProfile.all[String($0)] })
  }

  /// The columns are encoding, cost, common lead bytes and languages.
  ///
  /// The lead bytes are those of the first level of GB 2312, Big5 and JIS X 0208, and of the
  /// syllables in KS X 1001.
  private static let rows = """
    windows-1252 0 - en ga fr de es pt it da nb sv fi is nl ca et
    windows-1251 0 - ru uk be bg sr
    KOI8-R 20 - ru bg
    KOI8-U 30 - uk
    IBM866 40 - ru bg
    ISO-8859-5 60 - ru uk bg sr
    x-mac-cyrillic 60 - ru
    windows-1250 0 - pl cs sk hu hr sl ro
    ISO-8859-2 40 - pl cs sk hu hr sl ro
    windows-1253 0 - el
    ISO-8859-7 60 - el
    windows-1254 0 - tr
    ISO-8859-9 0 - tr
    windows-1255 0 - he
    ISO-8859-8 40 - he
    windows-1256 0 - ar fa
    ISO-8859-6 50 - ar
    windows-1257 0 - lt lv et
    ISO-8859-13 40 - lt lv et
    Shift_JIS 0 88-97 ja
    EUC-JP 20 B0-CF ja
    GBK 0 B0-D7 zh-Hans
    Big5 0 A4-C6 zh-Hant
    EUC-KR 0 B0-C8 ko
    """
}
