internal import MetaCore

/// What files have to be like to be taken: the expression of `--where`, read and checked.
struct Condition: Sendable, Hashable {
  /// The expression as a tree.
  indirect enum Node: Sendable, Hashable {
    case all([Node])
    case any([Node])
    case not(Node)
    /// A name alone: there is a value, or the flag is set.
    case exists(Operand)
    case compare(Comparison)
  }

  let root: Node
  /// The regular expressions in it, which comparisons name by their number.
  let patterns: [String]

  /// Whether fields have to be put together for it.
  var wantsFields: Bool {
    root.operands.contains { operand in if case .field = operand { true } else { false } }
  }
}

extension Condition.Node {
  fileprivate var operands: [Operand] {
    switch self {
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.operands)
    case .not(let node): node.operands
    case .exists(let operand): [operand]
    case .compare(let comparison): [comparison.operand]
    }
  }
}

/// Asks a condition of files; one for each thread, because regular expressions are not shared.
struct Sieve {
  private let condition: Condition?
  private let wantsFields: Bool
  private let patterns: [Regex<AnyRegexOutput>]

  init(_ condition: Condition?) {
    self.condition = condition
    wantsFields = condition?.wantsFields ?? false
    // All of them were made once already, when the expression was read.
    patterns = condition?.patterns.compactMap { try? Regex($0) } ?? []
  }

  /// Whether a file may be one that is wanted, as far as its path tells.
  func mayTake(_ path: InputPath) -> Bool {
    guard let condition else { return true }
    return holds(condition.root, for: Subject(path)) ?? true
  }

  /// Whether a file that was read is one that is wanted.
  func takes(_ path: InputPath, _ document: Document) -> Bool {
    guard let condition else { return true }
    let subject = Subject(path, document, wantsFields: wantsFields)
    return holds(condition.root, for: subject) ?? false
  }

  /// What reading a file came to; nil when it is not wanted.
  ///
  /// Whether one is wanted that cannot be read, nobody knows: it fails.
  func result(of path: InputPath, by reader: FileReader) -> ReadingResult? {
    guard mayTake(path) else { return nil }
    let result = reader.read(path)
    guard condition != nil, case .success(let reading) = result else { return result }
    return takes(path, reading.document) ? result : nil
  }

  /// Whether a condition holds; nil where the file has to be read for it.
  private func holds(_ node: Condition.Node, for subject: Subject) -> Bool? {
    switch node {
    case .all(let nodes): return holds(nodes, for: subject, until: false)
    case .any(let nodes): return holds(nodes, for: subject, until: true)
    case .not(let node): return holds(node, for: subject).map { !$0 }
    case .exists(let operand):
      return subject.values(of: operand).map { $0.contains { Comparison.isThere($0, operand) } }
    case .compare(let comparison):
      return subject.values(of: comparison.operand).map { comparison.holds(for: $0, patterns) }
    }
  }

  /// What several conditions come to: `end` as soon as one of them is that.
  private func holds(
    _ nodes: [Condition.Node], for subject: Subject, until end: Bool
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
