/// Text whose encoding its format leaves open: UTF-8 where the bytes are legal UTF-8, else the code page of the platform that the
/// format comes from.
///
/// RIFF, AIFF, APEv1 and Lyrics3 were all designed before UTF-8 and are all written with it today.
enum StoredText {
  /// The text of `bytes`, and how it is stored.
  static func decode(_ bytes: ByteSlice, otherwise fallback: TextEncoding) -> (String, DataType) {
    if let text = TextEncoding.utf8.decodeStrictly(bytes) { return (text, .utf8) }
    return (fallback.decodeWhole(bytes), dataType(of: fallback))
  }

  /// The bytes of `text` as `dataType` says they are stored; UTF-8 when that encoding does not have its characters.
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
