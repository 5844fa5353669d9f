/// One sample of a text track, parsed or to be written; used for chapter titles, which can have a
/// link (QTFF "Text Sample Data"; 3GPP TS 26.245 §5.17).
///
///     u16 length, text            UTF-8, or UTF-16 with a byte order mark
///     atoms: `encd` encoding, `href` link (u16 from, u16 to, u8 length, address, u8 length, alternative), `styl`, …
struct TextSample: Sendable, Hashable {
  /// The text in stored form.
  var text: ByteSlice
  /// The atoms after the text.
  var modifiers = ByteSlice.empty

  static let hypertext = FourCC("h", "r", "e", "f")

  static func parse(_ sample: ByteSlice) throws(ParseError) -> TextSample {
    // An empty sample contains an empty string.
    guard !sample.isEmpty else { return TextSample(text: .empty) }
    var reader = ByteReader(sample)
    let length = Int(try reader.u16())
    return TextSample(
      text: try reader.bytes(min(length, reader.remaining)), modifiers: reader.rest)
  }

  func encode(into writer: inout ByteWriter) {
    writer.u16(UInt16(clamping: text.count))
    writer.append(text)
    writer.append(modifiers)
  }

  /// The address of the first link.
  var url: String? {
    var list = SliceAtoms(modifiers)
    while let atom = list.next() {
      guard atom.type == TextSample.hypertext else { continue }
      var reader = ByteReader(atom.payload)
      guard (try? reader.skip(4)) != nil, let length = try? reader.u8(),
        let address = try? reader.bytes(Int(length)), !address.isEmpty
      else { return nil }
      return TextEncoding.utf8.decode(address)
    }
    return nil
  }
}
