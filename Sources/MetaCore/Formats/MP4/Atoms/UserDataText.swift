/// One item of QuickTime user data whose value is international text, parsed or to be written: the
/// same text in several languages (QTFF "User Data Text Strings").
///
///     u32 size, type         the type begins with the copyright sign
///     any number of times:
///       u16 size             of the text alone
///       u16 language         a Macintosh language below 0x400, otherwise a packed ISO 639-2 code
///       text
///     optional: zeros
struct UserDataText: Sendable, Hashable {
  /// The text in one language: the language code, and the bytes in the encoding that it implies.
  struct LocalizedText: Sendable, Hashable {
    var language: UInt16
    var text: ByteSlice
  }

  var entries: [LocalizedText]
  /// The bytes after the last string.
  var rest: ByteSlice = .empty

  /// Parses the payload of a text atom; returns nil if it does not start with a complete string.
  static func parse(_ payload: ByteSlice) -> UserDataText? {
    var reader = ByteReader(payload)
    var atom = UserDataText(entries: [])
    while reader.remaining >= 4 {
      let rest = reader.rest
      guard let size = try? reader.u16(), let language = try? reader.u16(),
        let text = try? reader.bytes(Int(size))
      else {
        atom.rest = rest
        break
      }
      if size == 0, language == 0, !atom.entries.isEmpty {
        atom.rest = rest
        break
      }
      atom.entries.append(LocalizedText(language: language, text: text))
    }
    if atom.rest.isEmpty { atom.rest = reader.takeRest() }
    return atom.entries.isEmpty ? nil : atom
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    for entry in entries {
      writer.u16(UInt16(clamping: entry.text.count))
      writer.u16(entry.language)
      writer.append(entry.text)
    }
    writer.append(rest)
  }
}
