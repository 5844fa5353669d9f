/// Encodes the strings of a QuickTime user data atom (such as `©nam`, with one string per language)
/// in the form of the atom to replace, with the same language codes and encodings if possible.
///
/// It converts items with strings and languages to the payload of the atom; ``UserDataText`` is the
/// parsed payload. New languages get packed codes and UTF-8, which all readers support, unless only
/// a Macintosh code can represent the language (such as `zh-Hant`). A Macintosh code implies an
/// encoding, so a string that cannot be represented in that encoding gets a packed code as well
/// (QTFF "User Data Text Strings").
struct InternationalTextEncoder {
  /// The old strings with their languages; nil if the atom has no strings in this form.
  private let old: UserDataText?
  /// Old text without a size and language, as written by some programs.
  private let bare: ByteSlice?

  /// Creates an encoder; `payload` is the payload of the atom to replace.
  init(_ payload: ByteSlice?) {
    old = payload.flatMap(UserDataText.parse)
    bare = old == nil ? payload.flatMap { $0.isText ? $0 : nil } : nil
  }

  /// Returns the payload of an atom with the strings of the given items.
  func encode(_ items: [MetadataItem]) throws(ParseError) -> [UInt8] {
    if let bare, items.count == 1, let item = items.first, item.language == nil,
      let bytes = HeaderlessTextEncoder(bare).bytes(try item.userText()),
      UserDataText.parse(ByteSlice(bytes)) == nil
    {
      return bytes
    }
    var writer = ByteWriter()
    let reusable = oldStrings(items).reusableBytes(items)
    for (index, item) in items.enumerated() {
      if let bytes = reusable[index] {
        writer.append(bytes)
      } else {
        let entry = try entry(item, index)
        writer.u16(UInt16(clamping: entry.text.count))
        writer.u16(entry.language)
        writer.append(entry.text)
      }
    }
    if let old { writer.append(old.rest) }
    return writer.bytes
  }

  /// Returns the existing strings, with the items that are read from them.
  private func oldStrings(_ items: [MetadataItem]) -> StoredEntry {
    guard let old, let first = items.first else { return StoredEntry([], []) }
    let texts = old.entries.map { entry in
      let value = TypedValue.quickTimeText(entry.text, languageCode: entry.language)
      return MetadataItem(
        keySpace: first.keySpace, key: first.key, value: value.value, dataType: value.dataType,
        language: LanguageTag(packedQuickTime: entry.language))
    }
    let bytes = old.entries.map { entry in
      var writer = ByteWriter()
      UserDataText(entries: [entry]).encode(into: &writer)
      return ByteSlice(writer.bytes)
    }
    return StoredEntry(texts, bytes)
  }

  /// Encodes one string, with the language code of the old string in the same language, or else a
  /// new code.
  private func entry(
    _ item: MetadataItem, _ index: Int
  ) throws(ParseError) -> UserDataText.LocalizedText {
    let text = try item.userText()
    let like = entry(of: item.language, index)
    var code = if let like { like.language } else { try newCode(item) }
    // Readers interpret an empty string with code 0 as the end of the list.
    let isEnd = text.isEmpty && code == 0 && index > 0
    var bytes = isEnd ? nil : InternationalTextEncoder.bytes(text, code, like: like?.text)
    if bytes == nil {
      code =
        (item.language ?? .undetermined).packedQuickTime ?? InternationalTextEncoder.undetermined
      bytes = Array(text.utf8)
    }
    guard let bytes, bytes.count <= 0xFFFF else {
      throw item.refused("`\(item.key)` takes text of up to 65535 bytes")
    }
    return UserDataText.LocalizedText(language: code, text: ByteSlice(bytes))
  }

  /// Returns the old string in the given language: the one at `index`, or else the first.
  ///
  /// For an item without a language, it can also be the only old string, in any language.
  private func entry(of language: LanguageTag?, _ index: Int) -> UserDataText.LocalizedText? {
    guard let entries = old?.entries else { return nil }
    let same = entries.indices.filter {
      LanguageTag(packedQuickTime: entries[$0].language) == language
    }
    if let index = same.contains(index) ? index : same.first { return entries[index] }
    return language == nil && entries.count == 1 ? entries.first : nil
  }

  /// Returns the code for a language that the atom did not have: a packed code, unless only a
  /// Macintosh code can represent the language (such as `zh-Hant`); `und` for an item without a
  /// language.
  private func newCode(_ item: MetadataItem) throws(ParseError) -> UInt16 {
    guard let tag = item.language else { return InternationalTextEncoder.undetermined }
    if tag.rawValue.contains("-"), let mac = MacLanguage(tag: tag), mac.tag == tag {
      return mac.code
    }
    guard let code = tag.packedQuickTime else {
      throw item.refused("`\(item.key)` requires a three-letter language code, not \(tag)")
    }
    return code
  }

  /// The packed language code for `und`.
  private static let undetermined: UInt16 = 0x55C4

  /// Encodes a string for a language code; returns nil if it would be read back as a different
  /// string.
  ///
  /// The encoding of the old string is tried first, then the encoding that the code implies.
  private static func bytes(_ text: String, _ code: UInt16, like old: ByteSlice?) -> [UInt8]? {
    var candidates: [[UInt8]?] = []
    if let old, !old.isASCII {
      candidates.append(HeaderlessTextEncoder.bytes(text, like: old, code))
    }
    let encoding = code < 0x400 ? MacLanguage(code: code)?.encoding ?? .macRoman : .utf8
    candidates.append(encoding.encode(text))
    return candidates.compactMap { $0 }.first {
      TypedValue.quickTimeText(ByteSlice($0), languageCode: code).value == .string(text)
    }
  }
}

/// Encodes text that some programs write into user data without a size and language, in the form of
/// the text to replace.
///
/// The text has the old encoding if possible, or else UTF-8; if the old text ended with zeros, the
/// new text is padded with zeros to the same length.
struct HeaderlessTextEncoder {
  /// The bytes of the old text; nil if there is no old text.
  private let old: ByteSlice?

  /// Creates an encoder; `old` contains the bytes of the text to replace.
  init(_ old: ByteSlice?) { self.old = old }

  /// Encodes text; returns nil if it contains control characters or would be read back as different
  /// text.
  func bytes(_ text: String) -> [UInt8]? {
    var candidates: [[UInt8]?] = []
    if let old, !old.isASCII { candidates.append(HeaderlessTextEncoder.bytes(text, like: old, 0)) }
    candidates.append(Array(text.utf8))
    for case let candidate? in candidates {
      let bytes = candidate + zeros(following: candidate)
      let slice = ByteSlice(bytes)
      let isRead = TypedValue.quickTimeText(slice, languageCode: 0).value == .string(text)
      if slice.isText, isRead { return bytes }
    }
    return nil
  }

  /// Returns the zeros to write after the text: a field of fixed size is padded, and a single
  /// terminating zero is kept.
  private func zeros(following text: [UInt8]) -> [UInt8] {
    guard let old, !old.isEmpty, old[old.count - 1] == 0 else { return [] }
    return [UInt8](repeating: 0, count: max(1, old.count - text.count))
  }

  /// Encodes text in the encoding of existing text; returns nil if that encoding does not support
  /// it.
  static func bytes(_ text: String, like old: ByteSlice, _ code: UInt16) -> [UInt8]? {
    let encoding = TextEncoding.quickTimeText(old, languageCode: code)
    guard encoding == .utf16, old.starts(with: [0xFE, 0xFF]) else { return encoding.encode(text) }
    return [0xFE, 0xFF] + UnicodeText.encodeUTF16(text, bigEndian: true)
  }
}

extension MetadataItem {
  /// Returns the value of a user data item as text; signed integers, floating-point numbers and
  /// dates are converted.
  ///
  /// - Throws: `notRepresentable` for other values.
  func userText() throws(ParseError) -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .real(let number): return number.description
    case .date(let date): return date.description
    default: throw refused("`\(key)` can hold only one string")
    }
  }
}
