internal import MetaCore

/// The names of fields that shells complete in command lines, and the edits (`FIELD=`) of verbs
/// such as `set` and `export`.
enum FieldWords {
  /// The names of all fields.
  static let names = Field.all.map(\.name)

  /// Returns the fields that complete a word of `get`, if a file precedes it.
  @Sendable static func fields(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let word = words.indices.contains(index) ? words[index] : prefix
    let hasFile = words.indices.contains { (2..<index).contains($0) && !words[$0].isEmpty }
    return hasFile ? names.filter { $0.hasPrefix(word) } : []
  }

  /// Returns the fields with `=` that complete a word of `set`, `export` and similar verbs, if a
  /// file precedes it; ``CompletionScript`` lets the shell add files.
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
