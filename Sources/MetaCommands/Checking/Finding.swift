internal import MetaCore

/// A problem that a rule of `check` found in one or more files, with its repair if one is certain.
struct Finding: Sendable {
  /// The kind of problem.
  let kind: FindingKind
  /// The indices of the files that it concerns.
  let files: [Int]
  /// The album that it concerns, if any.
  var album: String?
  /// The field that it concerns, if any.
  var field: Field?
  /// The message, a sentence without a full stop.
  let message: String
  /// The repairs; empty if none is certain.
  var fixes: [FieldFix] = []

  /// The identity of the finding, which edits of fields preserve.
  var identity: Identity { Identity(kind: kind, files: files, field: field) }

  /// The kind, the files and the field of a finding, by which it is recognised when the files are
  /// read again after repairs.
  struct Identity: Hashable {
    let kind: FindingKind
    let files: [Int]
    let field: Field?
  }
}

/// The repair of one field of one file: texts that replace others, or the value that is shown,
/// written to every place of the field (ID3v1 and ID3v2, for example).
struct FieldFix: Sendable, Hashable {
  /// The index of the file.
  let file: Int
  let field: Field
  /// The new text for each old one; empty if only the places have to agree.
  var replacements: [String: String] = [:]

  /// Returns the edits that repair a file, one for each field.
  static func edits(_ fixes: [FieldFix], of document: Document) -> [MetadataEdit] {
    var fields: [Field] = []
    for fix in fixes where !fields.contains(fix.field) { fields.append(fix.field) }
    return fields.compactMap { field in
      let old = document.values(of: field)
      guard !old.isEmpty else { return nil }
      let all = fixes.filter { $0.field == field }
      var new = old
      for fix in all where !fix.replacements.isEmpty { new = new.map(fix.replaced) }
      // Two spellings of one name may have become equal.
      if new != old { new = new.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
      let makesPlacesAgree = all.contains(where: \.replacements.isEmpty)
      return new != old || makesPlacesAgree ? .set(.field(field), new) : nil
    }
  }

  /// Returns the new value for an old one, or the same if it need not be repaired.
  private func replaced(_ value: MetadataValue) -> MetadataValue {
    guard case .string(let text) = value, let new = replacements[text] else { return value }
    return .string(new)
  }
}
