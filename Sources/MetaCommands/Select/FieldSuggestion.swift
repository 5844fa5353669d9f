internal import MetaCore

/// Finds the field that was probably meant by a mistyped name, for messages.
enum FieldSuggestion {
  /// Returns the error message for text that is not a field, with the closest field, if any is
  /// close.
  static func complaint(about text: String) -> String {
    let hint = nearest(to: text).map { "; did you mean \($0)?" } ?? ""
    return "unknown field \(text)\(hint)"
  }

  /// Returns the field closest to a mistyped name or alias, if any is close; `others` are
  /// additional candidates.
  static func nearest(to text: String, nextTo others: [String] = []) -> String? {
    SpellingSuggestion.nearest(to: text, of: Field.all.flatMap { [$0.name] + $0.aliases } + others)
  }
}
