internal import MetaCore

/// A text replacement `FIELD/old/new/` in a field's values, given to `set` and other verbs that
/// edit.
///
///     title/Pt./Part/        the first "Pt." of each value
///     title/Pt./Part/g       each of them; i ignores case
///     title/~^(\d+) - //     a regular expression; \1 is its first group, \0 the whole match
///     title/AC\/DC/ACDC/     a literal slash
///
/// The new text may contain placeholders.
struct TextReplacement: Sendable {
  /// A part of the new text: text with placeholders, or the match of a group of the regular
  /// expression.
  private enum ReplacementPart: Sendable {
    case template(Template)
    /// The match of a group of the regular expression; 0 is the whole match.
    case group(Int)
  }

  /// The field or items whose values are changed.
  let word: FieldWord
  /// The field as spelled by the user.
  private let name: String
  /// The text or regular expression to search for.
  private let old: String
  /// Whether the text to search for is a regular expression (`~` before it).
  private let isPattern: Bool
  /// Whether case is ignored (flag `i`).
  private let ignoresCase: Bool
  /// Whether all matches in a value are replaced instead of only the first (flag `g`).
  private let isGlobal: Bool
  private var new: [ReplacementPart] = []

  /// Parses an argument; returns nil if it is not a replacement.
  ///
  /// - Throws: ``Failure`` with `usage` if the replacement is invalid.
  init?(_ argument: String, isLiteral: Bool) throws(Failure) {
    let parts = TextReplacement.parts(argument)
    // Identifiers contain a slash.
    guard let count = [1, 2].first(where: { parts.count == $0 + 3 }),
      let flags = parts.last, flags.allSatisfy("gi".contains),
      let word = FieldWord(parts[..<count].joined(separator: "/"))
    else { return nil }
    self.word = word
    name = parts[..<count].joined(separator: "/")
    let old = try PlainText.read(parts[count], for: "the text to replace")
    isPattern = old.hasPrefix("~")
    ignoresCase = flags.contains("i")
    isGlobal = flags.contains("g")
    self.old = TextReplacement.plain(isPattern ? old.dropFirst() : old[...], isPattern)
    guard !self.old.isEmpty else {
      throw Failure(.usage, "usage", "\(argument): no text to replace")
    }
    guard !isPattern || (try? Regex(self.old)) != nil else {
      throw Failure(.usage, "usage", "\(name): “\(self.old)” is not a regular expression")
    }
    let text = try PlainText.read(parts[count + 1], for: "the new text")
    new = try TextReplacement.pieces(text, isPattern: isPattern, isLiteral: isLiteral, name)
    if case .field(let field) = word, [.artwork, .chapters, .timedText].contains(field.kind) {
      throw Failure(
        .usage, "usage", "\(name) is \(field.wantedValue), which does not support text replacement")
    }
  }

  /// Whether the new text depends on the position of the file in the command.
  var needsNumber: Bool {
    new.contains { if case .template(let template) = $0 { template.needsNumber } else { false } }
  }

  // MARK: Reading

  /// Splits at unescaped slashes, and unescapes the other slashes.
  private static func parts(_ argument: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in argument {
      if character == "/", !isEscaped {
        parts.append("")
        continue
      }
      if character == "/" { parts[parts.count - 1].removeLast() }
      parts[parts.count - 1].append(character)
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  /// Returns the search text; except in patterns, a backslash escapes a leading `~` and itself.
  private static func plain(_ text: Substring, _ isPattern: Bool) -> String {
    if isPattern { return String(text) }
    let text = text.hasPrefix("\\~") ? text.dropFirst() : text
    return String(text).replacing("\\\\", with: "\\")
  }

  /// Parses the new text into parts; in patterns, `\0` to `\9` refer to groups.
  private static func pieces(
    _ text: String, isPattern: Bool, isLiteral: Bool, _ name: String
  ) throws(Failure) -> [ReplacementPart] {
    var pieces: [ReplacementPart] = []
    var run = ""
    func end() throws(Failure) {
      guard !run.isEmpty else { return }
      do throws(TextError) {
        pieces.append(.template(isLiteral ? Template(plain: run) : try Template(run, .value)))
      } catch {
        throw Failure(.usage, "usage", "\(name): \(error)")
      }
      run = ""
    }
    var rest = Array(text)[...]
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.first else {
        run.append(character)
        continue
      }
      if next == "\\" {
        run.append(next)
        rest.removeFirst()
      } else if isPattern, let group = next.wholeNumberValue, next.isASCII {
        try end()
        pieces.append(.group(group))
        rest.removeFirst()
      } else {
        run.append(character)
      }
    }
    try end()
    return pieces
  }

  // MARK: Replacing

  /// Returns the values with the new text, or nil if nothing changes.
  ///
  /// - Throws: ``Failure`` if the file lacks a field that the new text uses, or the new value is
  ///   invalid.
  func values(
    _ values: [MetadataValue], of target: EditTarget, _ input: ConditionInput
  ) throws(Failure) -> [MetadataValue]? {
    guard let expression = try? expression else { return nil }
    var hasChanged = false
    var result: [MetadataValue] = []
    for value in values {
      let text = ValueText.line(value)
      if case .data = value {
        result.append(value)
        continue
      }
      guard let replaced = try replaced(text, expression, input), replaced != text else {
        result.append(value)
        continue
      }
      hasChanged = true
      if !replaced.isEmpty { result.append(try self.value(replaced, of: target)) }
    }
    return hasChanged ? result : nil
  }

  /// The regular expression to search for; plain text is matched verbatim.
  private var expression: Regex<AnyRegexOutput> {
    get throws {
      let expression =
        isPattern ? try Regex(old) : Regex<AnyRegexOutput>(Regex<Substring>(verbatim: old))
      return ignoresCase ? expression.ignoresCase() : expression
    }
  }

  /// Returns the text with its matches replaced, or nil if nothing matches.
  private func replaced(
    _ text: String, _ expression: Regex<AnyRegexOutput>, _ input: ConditionInput
  ) throws(Failure) -> String? {
    let matches = isGlobal ? text.matches(of: expression) : first(in: text, expression)
    guard !matches.isEmpty else { return nil }
    var result = ""
    var place = text.startIndex
    for match in matches {
      result += text[place..<match.range.lowerBound]
      for piece in new {
        switch piece {
        case .group(let number):
          if match.output.indices.contains(number) {
            result += match.output[number].substring ?? ""
          }
        case .template(let template): result += try template.text(of: input)
        }
      }
      place = match.range.upperBound
    }
    return result + text[place...]
  }

  private func first(
    in text: String, _ expression: Regex<AnyRegexOutput>
  ) -> [Regex<AnyRegexOutput>.Match] {
    (try? expression.firstMatch(in: text)).flatMap { $0 }.map { [$0] } ?? []
  }

  /// Converts the text after a replacement to a value of the target.
  private func value(_ text: String, of target: EditTarget) throws(Failure) -> MetadataValue {
    guard case .field(let field) = target else { return .string(text) }
    guard let value = field.value(of: text) else {
      throw Failure(.refused, "refused", "\(name) must be \(field.wantedValue), not “\(text)”")
    }
    return value
  }
}
