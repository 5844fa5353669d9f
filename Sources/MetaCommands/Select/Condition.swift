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
