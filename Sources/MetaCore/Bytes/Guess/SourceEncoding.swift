/// The way to read text that a file declares as Latin-1, or whose encoding it does not declare: in
/// a given encoding, or in a guessed one.
public enum SourceEncoding: Sendable, Hashable {
  /// The given encoding.
  case named(TextEncoding)
  /// The most likely encoding, judging by the letters in all such text in a file; if the result is
  /// unclear, the text is unchanged.
  case guessed

  /// Creates the encoding with the given name, as ``TextEncoding/init(name:)`` does; `auto` means
  /// ``guessed``.
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
