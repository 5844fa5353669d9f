internal import MetaCore

// The way from fields to a name.
extension Template {
  /// The path that the fields of a file come to, without what ends its name.
  ///
  /// - Throws: ``Failure`` where a field is missing that has to be there, or nothing is left of a name.
  func name(of subject: ConditionInput, _ safety: SafeName) throws(Failure) -> [SafeName.Component]
  {
    var pieces: [Piece] = []
    try append(parts, of: subject, to: &pieces)
    return try Template.components(pieces, safety)
  }

  /// Text of the template, in which slashes part folders, or a value, in which they mean nothing.
  private enum Piece {
    case text(String)
    case value(String)
  }

  private static let missingField = "missingField"

  private func append(
    _ parts: [Part], of subject: ConditionInput, to pieces: inout [Piece]
  ) throws(Failure) {
    for part in parts {
      switch part {
      case .text(let text): pieces.append(.text(text))
      case .field(let placeholder):
        if placeholder.isOfPath, subject.path.bytesBeyondText != nil {
          throw Failure(
            .usage, "notUTF8", "its path is not UTF-8, so \(placeholder.names) would lose bytes")
        }
        guard let value = placeholder.value(of: subject) else {
          throw Failure(.refused, Template.missingField, "there is no \(placeholder.names)")
        }
        pieces.append(.value(value))
      case .optional(let parts):
        var inner: [Piece] = []
        do throws(Failure) {
          try append(parts, of: subject, to: &inner)
          pieces += inner
        } catch {
          guard error.code == Template.missingField else { throw error }
        }
      }
    }
  }

  private static func components(
    _ pieces: [Piece], _ safety: SafeName
  ) throws(Failure) -> [SafeName.Component] {
    var components = [SafeName.Component()]
    for piece in pieces {
      switch piece {
      case .value(let value): components[components.count - 1].append(value: value, safety)
      case .text(let text):
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
          if index > 0 { components.append(SafeName.Component()) }
          components[components.count - 1].append(text: String(part), safety)
        }
      }
    }
    // A slash at the beginning, or two of them: an empty text of the template itself.
    let named = components.enumerated().filter { $0 == components.count - 1 || !$1.isEmpty }
    return named.map(\.element)
  }
}

extension Template.Placeholder {
  /// What stands in its place; nil when the file has none of it.
  func value(of subject: ConditionInput) -> String? {
    for choice in choices {
      switch choice {
      case .text(let text): return text
      case .anything: continue
      case .operand(let operand, _):
        let values = (subject.values(of: operand) ?? []).map(text).filter { !$0.isEmpty }
        if !values.isEmpty { return values.joined(separator: ", ") }
      }
    }
    return nil
  }

  /// One value; of number and count only the number, which is what names have.
  private func text(_ value: MetadataValue) -> String {
    if case .pair(let pair) = value {
      return pair.label ?? pair.number.map { padded(String($0)) } ?? ""
    }
    return padded(ValueText.line(value))
  }

  private func padded(_ text: String) -> String {
    guard text.count < digits, text.allSatisfy({ ("0"..."9").contains($0) }) else { return text }
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Whether the path of the file may stand in its place.
  fileprivate var isOfPath: Bool {
    choices.contains { choice in
      if case .operand(.fact(let fact), _) = choice { fact.isOfPath } else { false }
    }
  }

  /// The fields, for messages.
  var names: String {
    let names = choices.compactMap { choice in
      if case .operand(_, let name) = choice { name } else { nil }
    }
    return names.joined(separator: " and no ")
  }
}
