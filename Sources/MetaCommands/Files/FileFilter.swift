internal import MetaCore

/// Applies the condition of `--where` to files: first to the path, which may decide it without
/// reading the file, then to the metadata.
///
/// Each thread has its own filter, because regular expressions are not shared.
struct FileFilter {
  private let condition: Condition?
  private let needsFields: Bool
  private let patterns: Patterns?

  init(_ condition: Condition?) {
    self.condition = condition
    needsFields = condition?.needsFields ?? false
    patterns = condition.map { Patterns($0) }
  }

  /// The regular expressions of a condition.
  ///
  /// A class, so that runs without a condition do not look up the regular expression types.
  private final class Patterns {
    let all: [Regex<AnyRegexOutput>]

    init(_ condition: Condition) {
      // The condition parser has compiled each of them once.
      all = condition.patterns.compactMap { try? Regex($0) }
    }
  }

  /// Returns whether a file may match, judging by its path.
  func mayTake(_ path: InputPath) -> Bool {
    guard let condition else { return true }
    return evaluate(condition.root, for: ConditionInput(path)) ?? true
  }

  /// Returns whether a file that was read matches.
  func accepts(_ path: InputPath, _ document: Document) -> Bool {
    guard let condition else { return true }
    let subject = ConditionInput(path, document, needsFields: needsFields)
    return evaluate(condition.root, for: subject) ?? false
  }

  /// Returns the result of reading a file, or nil if it is filtered out.
  ///
  /// A file that cannot be read cannot be tested, so it fails.
  func result(of path: InputPath, by reader: FileReader) -> InspectionResult? {
    guard mayTake(path) else { return nil }
    let result = reader.read(path)
    guard condition != nil, case .success(let reading) = result else { return result }
    return accepts(path, reading.document) ? result : nil
  }

  /// Returns whether a condition holds, or nil if the file must be read to decide.
  private func evaluate(_ node: Condition.Node, for subject: ConditionInput) -> Bool? {
    switch node {
    case .all(let nodes): return evaluate(nodes, for: subject, until: false)
    case .any(let nodes): return evaluate(nodes, for: subject, until: true)
    case .not(let node): return evaluate(node, for: subject).map { !$0 }
    case .exists(let operand):
      return subject.values(of: operand).map { $0.contains { Comparison.isPresent($0, operand) } }
    case .compare(let comparison):
      return subject.values(of: comparison.operand).map {
        comparison.matches(for: $0, patterns?.all ?? [])
      }
    }
  }

  /// Combines several conditions; the result is `end` as soon as one of them evaluates to `end`.
  private func evaluate(
    _ nodes: [Condition.Node], for subject: ConditionInput, until end: Bool
  ) -> Bool? {
    var isKnown = true
    for node in nodes {
      switch evaluate(node, for: subject) {
      case end: return end
      case nil: isKnown = false
      default: break
      }
    }
    return isKnown ? !end : nil
  }
}
