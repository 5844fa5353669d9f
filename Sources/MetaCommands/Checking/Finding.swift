internal import MetaCore

/// A problem that a rule of `check` found in one or more files, with its repairs if any are
/// certain.
struct Finding: Sendable {
  /// The kind of problem.
  let kind: FindingKind
  /// The indices of the files that the finding concerns.
  let files: [Int]
  /// The album that the finding concerns, if any.
  var album: String?
  /// The field that the finding concerns, if any.
  var field: Field?
  /// The message, a sentence without a full stop.
  let message: String
  /// The repairs; empty if no repair is certain.
  var fixes: [FieldFix] = []

  /// The identity of the finding, which does not change when fields are edited.
  var identity: Identity { Identity(kind: kind, files: files, field: field) }

  /// The kind, the files and the field of a finding, by which it is recognised when the files are
  /// reread after repairs.
  struct Identity: Hashable {
    let kind: FindingKind
    let files: [Int]
    let field: Field?
  }
}

/// The repair of one field in one file: replacements for text values, or the displayed value,
/// written to every place where the field is stored (ID3v1 and ID3v2, for example).
struct FieldFix: Sendable, Hashable {
  /// The index of the file.
  let file: Int
  let field: Field
  /// The new text for each old text; empty if the places only need to be made equal.
  var replacements: [String: String] = [:]

  /// Returns the edits that repair a file, at most one for each field.
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

  /// Returns the replacement for a value, or the value itself if it needs no repair.
  private func replaced(_ value: MetadataValue) -> MetadataValue {
    guard case .string(let text) = value, let new = replacements[text] else { return value }
    return .string(new)
  }
}
