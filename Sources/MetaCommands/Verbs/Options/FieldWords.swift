internal import MetaCore

/// Returns the names of fields that shells complete in command lines of `get`, `set` and `export`.
enum FieldWords {
  /// The names of all fields.
  static let names = Field.all.map(\.name)

  /// Returns fields for `get`, after a file.
  @Sendable static func fields(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let word = words.indices.contains(index) ? words[index] : prefix
    let hasFile = words.indices.contains { (2..<index).contains($0) && !words[$0].isEmpty }
    return hasFile ? names.filter { $0.hasPrefix(word) } : []
  }

  /// Returns fields with `=` for `set` and `export`, after a file; ``CompletionScript`` lets the
  /// shell add files.
  @Sendable static func edits(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let word = words.indices.contains(index) ? words[index] : prefix
    // bash splits `FIELD=@VALUE` into several words.
    let isValue = words.indices.contains(index - 1) && ["=", "@", "=@"].contains(words[index - 1])
    // The first two words are the program and the verb.
    let hasFile = words.indices.contains { (2..<index).contains($0) && !words[$0].isEmpty }
    guard hasFile, !isValue, !word.contains("=") else { return [] }
    return names.filter { $0.hasPrefix(word) }.map { $0 + "=" }
  }
}
