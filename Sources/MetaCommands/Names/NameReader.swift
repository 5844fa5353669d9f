internal import MetaCore
internal import SystemPackage

/// Reads fields from file names with a template such as `{track} {title}`, for `set --from-name`;
/// the inverse of `rename`, which creates such names.
///
/// Fields match as little as possible, from left to right; numbers and counts match only digits.
/// Folder names are matched if the template has slashes.
struct NameReader: Sendable {
  /// A step of the match: the template as a list of characters and fields, with jumps for optional
  /// parts.
  private enum Step: Sendable {
    case character(Character)
    /// Any text without a slash, or digits; `field` is nil if it is skipped.
    case field(Int?, isNumber: Bool)
    /// An alternative: continue here, or at the given step.
    case either(Int)
  }

  /// A field that the template reads, or its number or count, with its name as spelled.
  private struct Target: Sendable, Hashable {
    let field: Field
    let detail: FieldDetail
    let name: String
  }

  private var steps: [Step] = []
  private var targets: [Target] = []
  /// The number of folders that are matched.
  private var folders = 0

  /// Creates a reader for a template.
  ///
  /// - Throws: ``TextError`` if the template contains anything that cannot be read from a name.
  init(_ template: Template) throws(TextError) {
    try add(template.parts)
    guard !targets.isEmpty else { throw TextError(column: 1, "the template has no field") }
  }

  /// Converts parts of the template to steps.
  private mutating func add(_ parts: [Template.Segment]) throws(TextError) {
    for part in parts {
      switch part {
      case .text(let text):
        steps += text.map { .character($0) }
        folders += text.count { $0 == "/" }
      case .field(let placeholder): try add(placeholder)
      case .optional(let parts):
        let start = steps.count
        steps.append(.either(0))
        try add(parts)
        steps[start] = .either(steps.count)
      }
    }
  }

  /// Converts a placeholder to a step; only its first alternative is read, and only filters whose
  /// result can be read back are allowed.
  private mutating func add(_ placeholder: Template.Placeholder) throws(TextError) {
    let filters = placeholder.choices[0].filters + placeholder.filters
    let isReversible = filters.allSatisfy { filter in
      if case .digits = filter { true } else { filter == .trim }
    }
    guard isReversible else {
      throw TextError(
        column: placeholder.column, "this filter cannot be used when reading names")
    }
    switch placeholder.choices[0].source {
    case .anything: steps.append(.field(nil, isNumber: false))
    case .text:
      throw TextError(
        column: placeholder.column, "literal text in braces cannot be used when reading names")
    case .operand(let operand, let name):
      guard case .field(let field, let detail) = operand,
        let detail = NameReader.settable(detail, of: field, name)
      else { throw TextError(column: placeholder.column, "\(name) cannot be set from a name") }
      let target = Target(field: field, detail: detail, name: name)
      guard !targets.contains(where: { $0.field == target.field && $0.detail == target.detail })
      else { throw TextError(column: placeholder.column, "\(name) occurs twice") }
      // The side of a record (A1) has letters, which cannot be distinguished from other text.
      steps.append(.field(targets.count, isNumber: operand.kind == .number || field.kind == .pair))
      targets.append(target)
    }
  }

  /// Returns the part of a field that a name can set, or nil if there is none.
  private static func settable(
    _ detail: FieldDetail, of field: Field, _ name: String
  ) -> FieldDetail? {
    switch field.kind {
    case .artwork, .chapters, .timedText: nil
    case .pair: detail == .number ? .whole : detail
    // A year alone is a date, as with "set".
    case .date where Operand.isYear(name): .whole
    default: detail == .whole ? .whole : nil
    }
  }

  // MARK: Reading

  /// Returns the edits for the fields in a file name.
  ///
  /// - Throws: ``MetaError`` if the name does not match the template, or a value is invalid for its
  ///   field.
  func edits(for path: InputPath) throws(MetaError) -> [MetadataEdit] {
    let name = try self.name(of: path)
    var matchPath = MatchPath(steps: steps, name: name, count: targets.count)
    guard matchPath.match(0, 0) else {
      throw MetaError(
        .refused, reason: "the name “\(String(name))” does not match the template")
    }
    var edits: [MetadataEdit] = []
    for (index, target) in targets.enumerated() {
      guard let range = matchPath.fieldRanges[index] else { continue }
      let text = String(name[range])
      if let count = self.count(nextTo: target, matchPath.fieldRanges, name) {
        edits.append(try NameReader.edit(target, text + "/" + count))
      } else if target.detail == .whole || !hasNumber(target, matchPath.fieldRanges) {
        edits.append(try NameReader.edit(target, (target.detail == .count ? "/" : "") + text))
      }
    }
    return edits
  }

  /// Returns the total in a name that also has the number of the same field.
  private func count(
    nextTo target: Target, _ ranges: [Range<Int>?], _ name: [Character]
  ) -> String? {
    guard target.detail == .whole, target.field.kind == .pair,
      let index = targets.firstIndex(where: { $0.field == target.field && $0.detail == .count })
    else { return nil }
    return ranges[index].map { String(name[$0]) }
  }

  /// Returns whether the name also has the number of the field of which `target` is the count.
  private func hasNumber(_ target: Target, _ ranges: [Range<Int>?]) -> Bool {
    targets.indices.contains { index in
      targets[index].field == target.field && targets[index].detail == .whole
        && ranges[index] != nil
    }
  }

  /// Returns the edit that sets a field to a string from the name.
  private static func edit(_ target: Target, _ text: String) throws(MetaError) -> MetadataEdit {
    guard let value = target.field.value(of: text) else {
      throw MetaError(
        .refused, reason: "\(target.name) must be \(target.field.wantedValue), not “\(text)”")
    }
    return .set(.field(target.field), [value])
  }

  /// Returns the trailing components of the path that the template covers, without the extension.
  private func name(of path: InputPath) throws(MetaError) -> [Character] {
    let fullPath = folders > 0 ? FileNames.wholePath(naming: path.path) : path.path
    let components = fullPath.components.suffix(folders + 1)
    let names = components.compactMap { String(validating: $0) }
    if names.count < components.count { throw NameReader.notUTF8(path) }
    guard names.count == folders + 1, let last = fullPath.lastComponent else {
      throw MetaError(.refused, reason: "the path has too few folders for the template")
    }
    return Array((names.dropLast() + [last.stem]).joined(separator: "/"))
  }

  /// Returns the error for a name that is not text.
  private static func notUTF8(_ path: InputPath) -> MetaError {
    let reason = "the name is not UTF-8, so no field can be read from it; rename the file"
    return MetaError(
      .refused, reason: reason,
      underlying: Failure(
        .usage, "notUTF8",
        reason + " (--source-encoding repairs only text that is already in a file)"))
  }

  /// A match of one file name with the steps of a template, which tries all possibilities, the
  /// shortest fields first, and remembers where there is no match.
  private struct MatchPath {
    let steps: [Step]
    let name: [Character]
    /// The range of each field.
    private(set) var fieldRanges: [Range<Int>?]
    /// The positions without a match, which are not tried twice.
    private var failedPositions: Set<[Int]> = []

    init(steps: [Step], name: [Character], count: Int) {
      self.steps = steps
      self.name = name
      fieldRanges = Array(repeating: nil, count: count)
    }

    /// Returns whether the steps from `first` match the name from `start`.
    mutating func match(_ first: Int, _ start: Int) -> Bool {
      var (step, place) = (first, start)
      while step < steps.count, case .character(let expected) = steps[step] {
        guard place < name.count, name[place] == expected else { return false }
        step += 1
        place += 1
      }
      guard step < steps.count else { return place == name.count }
      guard !failedPositions.contains([step, place]) else { return false }
      let isMatch = branch(step, place)
      if !isMatch { failedPositions.insert([step, place]) }
      return isMatch
    }

    /// Tries the possible continuations: at a field, the shortest text first; at an optional part,
    /// the part itself first.
    private mutating func branch(_ step: Int, _ place: Int) -> Bool {
      switch steps[step] {
      case .character: return false
      case .either(let other): return match(step + 1, place) || match(other, place)
      case .field(let field, let isNumber):
        var end = place
        while end < name.count, name[end] != "/", !isNumber || MatchPath.isDigit(name[end]) {
          end += 1
          guard match(step + 1, end) else { continue }
          if let field { fieldRanges[field] = place..<end }
          return true
        }
        return false
      }
    }

    private static func isDigit(_ character: Character) -> Bool {
      ("0"..."9").contains(character)
    }
  }
}
