internal import MetaCore

/// What a shell offers for fields.
enum FieldWords {
  /// The names of all fields.
  static let names = Field.all.map(\.name)

  /// Fields for `get`, once a file was named.
  @Sendable static func fields(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let word = words.indices.contains(index) ? words[index] : prefix
    let hasFile = words.indices.contains { (2..<index).contains($0) && !words[$0].isEmpty }
    return hasFile ? names.filter { $0.hasPrefix(word) } : []
  }

  /// Fields with their sign for `set` and `export`, once a file was named; ``CompletionScript``
  /// lets the shell itself add files.
  @Sendable static func edits(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let word = words.indices.contains(index) ? words[index] : prefix
    // bash gives `FIELD=@VALUE` as several words.
    let isValue = words.indices.contains(index - 1) && ["=", "@", "=@"].contains(words[index - 1])
    // The program and the verb are no file.
    let hasFile = words.indices.contains { (2..<index).contains($0) && !words[$0].isEmpty }
    guard hasFile, !isValue, !word.contains("=") else { return [] }
    return names.filter { $0.hasPrefix(word) }.map { $0 + "=" }
  }
}
