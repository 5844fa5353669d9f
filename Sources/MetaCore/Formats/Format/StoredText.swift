/// Converts between strings and bytes in formats without a reliable text encoding: bytes are
/// decoded as UTF-8 if they are valid UTF-8, otherwise in a code page that the caller specifies.
///
/// Text is encoded in the encoding of its data type, or in UTF-8 if that encoding lacks a
/// character.
///
/// RIFF, AIFF, APEv1 and Lyrics3, for example, predate UTF-8, but programs now write them with it.
enum StoredText {
  /// Decodes `bytes`, and returns the text and its data type.
  static func decode(_ bytes: ByteSlice, otherwise fallback: TextEncoding) -> (String, DataType) {
    if let text = TextEncoding.utf8.decodeStrictly(bytes) { return (text, .utf8) }
    return (fallback.decodeWhole(bytes), dataType(of: fallback))
  }

  /// Encodes `text` in the encoding of `dataType`, or in UTF-8 if that encoding lacks a character.
  static func encode(_ text: String, as dataType: DataType) -> [UInt8] {
    for encoding in [TextEncoding.windows1252, .macRoman, .latin1]
    where dataType == self.dataType(of: encoding) {
      if let bytes = encoding.encodeWhole(text) { return bytes }
    }
    return Array(text.utf8)
  }

  private static func dataType(of encoding: TextEncoding) -> DataType {
    switch encoding {
    case .windows1252: DataType(.windows1252)
    case .macRoman: DataType(.macRoman)
    case .latin1: .latin1
    default: .utf8
    }
  }
}
