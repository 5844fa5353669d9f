internal import MetaCore

// Converts fields to text.
extension Template {
  /// The failure code for a missing field.
  static let missingField = "missingField"

  /// Returns the text with the fields of a file filled in.
  ///
  /// - Throws: ``Failure`` if a required field is missing, or is a path that is not UTF-8.
  func text(of subject: ConditionInput) throws(Failure) -> String {
    try Template.text(parts, of: subject)
  }

  /// Returns the text of template parts; optional parts with a missing field are left out.
  private static func text(
    _ parts: [Segment], of subject: ConditionInput
  ) throws(Failure) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += piece
      case .field(let placeholder): text += try placeholder.requiredValue(of: subject)
      case .optional(let parts):
        do throws(Failure) {
          text += try Template.text(parts, of: subject)
        } catch {
          guard error.code == missingField else { throw error }
        }
      }
    }
    return text
  }

  /// Returns the path with the fields of a file filled in, in the spelling of ``FileNameEncoding``.
  ///
  /// Slashes in values become hyphens, as in names created by `rename`; parts of the file's own
  /// path, such as `{folder}`, keep them.
  func path(of subject: ConditionInput) throws(Failure) -> String {
    var path = ""
    for part in parts {
      switch part {
      case .text(let piece): path += piece
      case .field(let placeholder): path += try placeholder.pathPiece(of: subject)
      case .optional: continue
      }
    }
    return path
  }

  /// Returns the line with the fields of a file filled in: missing fields are empty, and line
  /// breaks in values become spaces.
  func line(of subject: ConditionInput) -> String { Template.line(parts, of: subject) }

  /// Returns the line of template parts, in which missing fields are empty.
  private static func line(_ parts: [Segment], of subject: ConditionInput) -> String {
    parts.map { part in
      switch part {
      case .text(let piece): return piece
      case .field(let placeholder):
        let value = placeholder.value(of: subject) ?? ""
        return String(value.map { $0.isNewline ? " " : $0 })
      case .optional(let inner):
        let isWhole = inner.allSatisfy { part in
          guard case .field(let placeholder) = part else { return true }
          return placeholder.value(of: subject) != nil
        }
        return isWhole ? line(inner, of: subject) : ""
      }
    }.joined()
  }
}

extension Template.Placeholder {
  /// Returns the text of the placeholder, or nil if the file has none of its fields.
  func value(of subject: ConditionInput) -> String? {
    values(of: subject)?.joined(separator: ", ")
  }

  /// Returns the separate values, or nil if the file has none of its fields.
  func values(of subject: ConditionInput) -> [String]? {
    for choice in choices {
      let values: [String]
      switch choice.source {
      case .text(let text): values = [text]
      case .anything: continue
      case .operand(let operand, _):
        values = (subject.values(of: operand) ?? []).flatMap(ValueText.singles)
          .map(Template.Placeholder.text).filter { !$0.isEmpty }
        if values.isEmpty { continue }
      }
      return (choice.filters + filters).reduce(values) { $1.values($0) }
    }
    return nil
  }

  /// Returns the text of a required placeholder.
  ///
  /// - Throws: ``Failure`` if the value is missing, or is a path that is not UTF-8.
  func requiredValue(of subject: ConditionInput) throws(Failure) -> String {
    try requiredValues(of: subject).joined(separator: ", ")
  }

  /// Returns the values of a required placeholder.
  func requiredValues(of subject: ConditionInput) throws(Failure) -> [String] {
    if isOfPath, subject.path.bytesBeyondText != nil {
      throw Failure(.usage, "notUTF8", "its path is not UTF-8, so \(names) would lose bytes")
    }
    guard let values = values(of: subject) else {
      throw Failure(.refused, Template.missingField, "the file has no \(names)")
    }
    return values
  }

  /// Returns the text of the placeholder within a path.
  fileprivate func pathPiece(of subject: ConditionInput) throws(Failure) -> String {
    if choices.count == 1, filters.isEmpty, case .fact(let fact)? = operands.first, fact.isOfPath {
      return subject.spelling(of: fact)
    }
    let value = try requiredValue(of: subject)
    var piece = ""
    for scalar in value.unicodeScalars {
      piece.unicodeScalars.append(SafeName().replacement(scalar))
    }
    return FileNameEncoding.spelling(of: piece)
  }

  /// Returns the number and the count if the first available field is a pair and there are no
  /// filters.
  func pair(of subject: ConditionInput) -> String? {
    guard filters.isEmpty else { return nil }
    for choice in choices {
      guard case .operand(let operand, _) = choice.source, choice.filters.isEmpty else {
        return nil
      }
      let values = subject.values(of: operand) ?? []
      if values.isEmpty { continue }
      guard case .pair = values[0] else { return nil }
      return ValueText.line(values[0])
    }
    return nil
  }

  /// Returns the value as text; for a pair, returns only the number, as in names.
  private static func text(_ value: MetadataValue) -> String {
    guard case .pair(let pair) = value else { return ValueText.line(value) }
    return pair.label ?? pair.number.map { String($0) } ?? ""
  }

  /// Whether the placeholder may produce the path of the file.
  var isOfPath: Bool {
    operands.contains { if case .fact(let fact) = $0 { fact.isOfPath } else { false } }
  }

  /// The fields, for messages.
  var names: String {
    let names = choices.compactMap { choice in
      if case .operand(_, let name) = choice.source { name } else { nil }
    }
    return names.joined(separator: " and no ")
  }
}
