internal import MetaCore

/// What a user means by a field: a name or alias of the field table, or an identifier of one key space.
enum FieldSelector {
  case field(Field)
  /// An identifier, with what stands behind the colons of the command line's shorthand: `id3/COMM:desc:eng`.
  case identifier(MetadataIdentifier, qualifiers: [String])

  init?(_ text: String) {
    if let field = Field.named(text) {
      self = .field(field)
      return
    }
    guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
    let space = KeySpace(identifierPrefix: String(text[..<slash]))
    let rest = text[text.index(after: slash)...]
    var parts = [String(rest)]
    if space == .id3 {
      parts = rest.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    let identifier = MetadataIdentifier(rawValue: "\(space.identifierPrefix)/\(parts[0])")
    guard let key = identifier.key else { return nil }
    self = .identifier(
      MetadataIdentifier(keySpace: space, key: key), qualifiers: Array(parts.dropFirst()))
  }

  /// The values as text, one each.
  func values(in reading: Reading) -> [String] {
    switch self {
    case .field(let field):
      let view = MetadataView(reading.document)
      return view.entries.filter { $0.field.name == field.name }.flatMap {
        ValueText.lines($0.value)
      }
    case .identifier(let identifier, let qualifiers):
      return reading.document.items
        .filter { $0.identifier == identifier && matches($0, qualifiers) }
        .flatMap { ValueText.lines($0.value) }
    }
  }

  /// Whether description, owner or language of an item are what the shorthand asks for.
  private func matches(_ item: MetadataItem, _ qualifiers: [String]) -> Bool {
    if let wanted = qualifiers.first {
      let description = item[extra: .info] ?? item[extra: .owner] ?? item[extra: .email]
      guard (description?.stringValue ?? "").lowercased() == wanted.lowercased() else {
        return false
      }
    }
    guard qualifiers.count > 1 else { return true }
    return item[extra: .language]?.stringValue == qualifiers[1]
      || item.language?.code == qualifiers[1] || item.language?.rawValue == qualifiers[1]
  }

  /// The name or alias that is closest to a mistyped one, when one is close.
  static func nearest(to text: String) -> String? {
    let wanted = Array(text.lowercased())
    let best = Field.all.map(\.name)
      .map { (name: $0, distance: editDistance(wanted, Array($0.lowercased()))) }
      .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(2, wanted.count / 3) else { return nil }
    return best.name
  }

  /// Levenshtein's distance.
  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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
