/// How to read text that a file declares as Latin-1, or whose encoding it does not declare: in a
/// given encoding, or in one that is guessed.
public enum SourceEncoding: Sendable, Hashable {
  /// This one.
  case named(TextEncoding)
  /// The encoding that is most likely from the letters of all such text in a file; if none is
  /// clear, the text is unchanged.
  case guessed

  /// Makes the encoding of a name (``TextEncoding/init(name:)``), or `auto`.
  package init?(name: String) {
    if name.lowercased() == "auto" {
      self = .guessed
    } else if let encoding = TextEncoding(name: name) {
      self = .named(encoding)
    } else {
      return nil
    }
  }
}

/// A stored text whose declared or default encoding may be wrong.
struct LegacyText: Sendable {
  /// The stored bytes.
  let bytes: ByteSlice
  /// The encoding in which it is displayed.
  let stored: TextEncoding
  /// Whether the field may have been too short for the text, so that the last character is
  /// incomplete.
  let mayBeTruncated: Bool
}
