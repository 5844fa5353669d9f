/// The encoding of text that a file calls Latin-1, or whose encoding nothing tells.
public enum SourceEncoding: Sendable, Hashable {
  /// This one.
  case named(TextEncoding)
  /// The one that the letters of all such text of a file make likely; where none is clear, text stays as it is.
  case guessed

  /// The encoding of a name (``TextEncoding/init(name:)``), or `auto`.
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

/// A text whose encoding is a guess.
struct LegacyText: Sendable {
  /// As the file has it.
  let bytes: ByteSlice
  /// The encoding in which it is shown.
  let stored: TextEncoding
  /// Whether its place may have been too short, so that the last character is incomplete.
  let mayBeTruncated: Bool
}
