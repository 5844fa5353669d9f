internal import MetaCore

/// Something that is wrong with a library, and how it can be repaired.
struct Finding: Sendable {
  /// What is wrong.
  let kind: FindingKind
  /// The files that it concerns, by their places among all.
  let files: [Int]
  /// The album, where it concerns one.
  var album: String?
  /// The field, where it concerns one.
  var field: Field?
  /// The finding in a sentence without its full stop.
  let message: String
  /// How it is repaired; empty where that is not known for certain.
  var fixes: [FieldFix] = []

  /// What tells it from other findings, as far as an edit of fields does not change that.
  var identity: Identity { Identity(kind: kind, files: files, field: field) }

  /// The kind, the files and the field of a finding.
  struct Identity: Hashable {
    let kind: FindingKind
    let files: [Int]
    let field: Field?
  }
}

/// A field of a file that is given another value, or the same one in every place that has it.
struct FieldFix: Sendable, Hashable {
  /// The place of the file among all.
  let file: Int
  let field: Field
  /// What is written instead of a text; empty where only the places have to agree.
  var replacements: [String: String] = [:]

  /// The edits that repair a file, one for each field.
  static func edits(_ fixes: [FieldFix], of document: Document) -> [MetadataEdit] {
    var fields: [Field] = []
    for fix in fixes where !fields.contains(fix.field) { fields.append(fix.field) }
    return fields.compactMap { field in
      let old = document.values(of: field)
      guard !old.isEmpty else { return nil }
      let all = fixes.filter { $0.field == field }
      var new = old
      for fix in all where !fix.replacements.isEmpty { new = new.map(fix.replaced) }
      // Two spellings of one name may have become the same.
      if new != old { new = new.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
      let makesPlacesAgree = all.contains(where: \.replacements.isEmpty)
      return new != old || makesPlacesAgree ? .set(.field(field), new) : nil
    }
  }

  private func replaced(_ value: MetadataValue) -> MetadataValue {
    guard case .string(let text) = value, let new = replacements[text] else { return value }
    return .string(new)
  }
}
