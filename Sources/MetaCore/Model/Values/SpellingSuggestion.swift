/// Suggests the intended word for a mistyped one, such as the name of a field, a setting or a
/// device, in error messages.
package enum SpellingSuggestion {
  /// The length in bytes of the longest text for which suggestions are computed, because the cost
  /// grows with the length.
  private static let longest = 64

  /// Returns the first of the words with the smallest edit distance from the text, ignoring case;
  /// nil when the distance is more than two and more than a third of the text's length, or the text
  /// is too long.
  package static func nearest(to text: String, of words: [String]) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let characters = Array(text.lowercased())
    var best: (name: String, distance: Int)?
    for name in words {
      let distance = distance(characters, Array(name.lowercased()))
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best, best.distance <= max(2, characters.count / 3) else { return nil }
    return best.name
  }

  /// Returns the end of a message about a misspelled word, such as `; did you mean width?`, or an
  /// empty string.
  package static func hint(for text: String, of words: [String]) -> String {
    nearest(to: text, of: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// Returns the Levenshtein distance between two words.
  package static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let above = row[column + 1]
        let change = diagonal + (character == right[column] ? 0 : 1)
        row[column + 1] = min(change, min(above, row[column]) + 1)
        diagonal = above
      }
    }
    return row[right.count]
  }
}
