internal import MetaCore

/// The expression of `--where`, parsed and checked, which selects the files of a command;
/// ``FileFilter`` evaluates it for each file.
struct Condition: Sendable, Hashable {
  /// A node of the expression tree: a comparison, the existence of a value, or a combination of
  /// nodes.
  indirect enum Node: Sendable, Hashable {
    case all([Node])
    case any([Node])
    case not(Node)
    /// A name alone: the value exists, or the flag is true.
    case exists(Operand)
    case compare(Comparison)
  }

  let root: Node
  /// The regular expressions, to which comparisons refer by index.
  let patterns: [String]

  /// Whether the condition uses metadata fields.
  var needsFields: Bool {
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
