/// `elng`: the BCP 47 language tag of one track's media, which replaces the code in `mdhd`, parsed
/// or to be written (ISO/IEC 14496-12 §8.4.6).
///
///     u8 version, u24 flags
///     UTF-8 tag, zero-terminated
struct ExtendedLanguageAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var language: String
  /// The terminating zero byte and any bytes after it; empty if the writer omitted it.
  var tail = ByteSlice([0])

  init(language: String) { self.language = language }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> ExtendedLanguageAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let text = reader.rest
    let length = text.firstIndex(of: 0) ?? text.count
    var atom = ExtendedLanguageAtom(
      language: TextEncoding.utf8.decode(text.clamped(from: 0, count: length)))
    atom.header = header
    atom.tail = text.clamped(from: length)
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.append(language.utf8)
    writer.append(tail)
  }
}
