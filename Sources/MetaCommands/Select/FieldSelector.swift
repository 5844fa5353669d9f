internal import MetaCore

/// Finds what a user means by a field: a name or alias of the field table, or an identifier of one key space.
struct FieldSelector {
  let target: EditTarget

  init?(_ text: String) {
    guard let target = EditTarget(text) else { return nil }
    self.target = target
  }

  /// What to say about a text that is no field, with the closest one, when one is close.
  static func complaint(about text: String) -> String {
    let hint = nearest(to: text).map { "; did you mean \($0)?" } ?? ""
    return "there is no field \(text)\(hint)"
  }

  /// The name of the field that is closest to a mistyped name or alias, when one is close; `others` may be meant, too.
  static func nearest(to text: String, beside others: [String] = []) -> String? {
    // The comparison takes time by the length, and no field has so long a name.
    guard text.utf8.count <= longest else { return nil }
    let wanted = Array(text.lowercased())
    var best: (name: String, distance: Int)?
    for name in Field.all.flatMap({ [$0.name] + $0.aliases }) + others {
      let distance = editDistance(wanted, Array(name.lowercased()))
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best, best.distance <= max(2, wanted.count / 3) else { return nil }
    return best.name
  }

  /// The longest word, in bytes, for which a similar name is looked for.
  private static let longest = 64

  /// Levenshtein's distance.
  static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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
