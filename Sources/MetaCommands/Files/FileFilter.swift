internal import MetaCore

/// Applies a condition to files; one for each thread, because regular expressions are not shared.
struct FileFilter {
  private let condition: Condition?
  private let wantsFields: Bool
  private let patterns: Patterns?

  init(_ condition: Condition?) {
    self.condition = condition
    wantsFields = condition?.wantsFields ?? false
    patterns = condition.map { Patterns($0) }
  }

  /// The regular expressions of a condition; a class, so that a run without a condition does not
  /// look up the types of expressions.
  private final class Patterns {
    let all: [Regex<AnyRegexOutput>]

    init(_ condition: Condition) {
      // The parser of the condition has made each of them once.
      all = condition.patterns.compactMap { try? Regex($0) }
    }
  }

  /// Whether a file may be one that is wanted, as far as its path tells.
  func mayTake(_ path: InputPath) -> Bool {
    guard let condition else { return true }
    return holds(condition.root, for: ConditionInput(path)) ?? true
  }

  /// Whether a file that was read is one that is wanted.
  func takes(_ path: InputPath, _ document: Document) -> Bool {
    guard let condition else { return true }
    let subject = ConditionInput(path, document, wantsFields: wantsFields)
    return holds(condition.root, for: subject) ?? false
  }

  /// The result of reading a file; nil when it is filtered out.
  ///
  /// A file that cannot be read cannot be tested: it fails.
  func result(of path: InputPath, by reader: FileReader) -> InspectionResult? {
    guard mayTake(path) else { return nil }
    let result = reader.read(path)
    guard condition != nil, case .success(let reading) = result else { return result }
    return takes(path, reading.document) ? result : nil
  }

  /// Whether a condition holds; nil where the file has to be read for it.
  private func holds(_ node: Condition.Node, for subject: ConditionInput) -> Bool? {
    switch node {
    case .all(let nodes): return holds(nodes, for: subject, until: false)
    case .any(let nodes): return holds(nodes, for: subject, until: true)
    case .not(let node): return holds(node, for: subject).map { !$0 }
    case .exists(let operand):
      return subject.values(of: operand).map { $0.contains { Comparison.isThere($0, operand) } }
    case .compare(let comparison):
      return subject.values(of: comparison.operand).map {
        comparison.holds(for: $0, patterns?.all ?? [])
      }
    }
  }

  /// What several conditions come to: `end` as soon as one of them is that.
  private func holds(
    _ nodes: [Condition.Node], for subject: ConditionInput, until end: Bool
  ) -> Bool? {
    var isKnown = true
    for node in nodes {
      switch holds(node, for: subject) {
      case end: return end
      case nil: isKnown = false
      default: break
      }
    }
    return isKnown ? !end : nil
  }
}
