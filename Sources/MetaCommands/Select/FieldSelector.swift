internal import MetaCore

/// Helps with fields that are mistyped.
enum FieldSelector {
  /// What to say about a text that is no field, with the closest one, when one is close.
  static func complaint(about text: String) -> String {
    let hint = nearest(to: text).map { "; did you mean \($0)?" } ?? ""
    return "there is no field \(text)\(hint)"
  }

  /// The name of the field that is closest to a mistyped name or alias, when one is close; `others`
  /// may be meant, too.
  static func nearest(to text: String, beside others: [String] = []) -> String? {
    NearestWord.nearest(to: text, of: Field.all.flatMap { [$0.name] + $0.aliases } + others)
  }
}
